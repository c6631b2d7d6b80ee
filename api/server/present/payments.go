package present

import (
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

func (v Presenter) payments(view *gen.Order, o contract.Order) {
	view.Payments = optional.OrEmpty(view.Payments)
	for _, p := range o.Payments {
		shown := struct {
			Amount         int64                   `json:"amount"`
			At             time.Time               `json:"at"`
			Brand          *string                 `json:"brand,omitempty"`
			ChallengeUrl   *string                 `json:"challengeUrl,omitempty"`
			DeclineCode    *string                 `json:"declineCode,omitempty"`
			DeclineMessage *string                 `json:"declineMessage,omitempty"`
			Double         *bool                   `json:"double,omitempty"`
			Id             gen.Uuid                `json:"id"`
			Last4          *string                 `json:"last4,omitempty"`
			Status         gen.OrderPaymentsStatus `json:"status"`
		}{
			Id: p.ID, Status: gen.OrderPaymentsStatus(p.Status), Amount: int64(p.Amount), At: p.At.UTC(),
			Brand: optional.Text(p.Brand), Last4: optional.Text(p.Last4), DeclineCode: optional.Text(p.DeclineCode),
		}
		if p.Status == contract.PaymentChallenge { // a page cannot be opened again after leaving it
			shown.ChallengeUrl = optional.Text(p.ChallengeURL)
		}
		if p.Status == contract.PaymentDeclined {
			shown.DeclineMessage = optional.Text(v.decline(p.DeclineCode))
		}
		if p.Double {
			shown.Double = &p.Double
		}
		view.Payments = append(view.Payments, shown)
	}
}

// decline words the provider's code; an unknown code becomes a failed payment.
func (v Presenter) decline(code string) string {
	key := "decline." + code
	if !texts.Has(key) {
		key = "decline.other"
	}
	return texts.Text(v.language, key, nil)
}
