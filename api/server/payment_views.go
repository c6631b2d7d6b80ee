package server

import (
	"time"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

func (v presenter) payments(view *gen.Order, o contract.Order) {
	view.Payments = emptied(view.Payments)
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
			Brand: filled(p.Brand), Last4: filled(p.Last4), DeclineCode: filled(p.DeclineCode),
		}
		if p.Status == contract.PaymentChallenge { // a page that was left cannot be opened again
			shown.ChallengeUrl = filled(p.ChallengeURL)
		}
		if p.Status == contract.PaymentDeclined {
			shown.DeclineMessage = filled(v.decline(p.DeclineCode))
		}
		if p.Double {
			shown.Double = &p.Double
		}
		view.Payments = append(view.Payments, shown)
	}
}

// decline words the provider's code; one that we have no words for is told as a failed payment.
func (v presenter) decline(code string) string {
	key := "decline." + code
	if !texts.Has(key) {
		key = "decline.other"
	}
	return texts.Text(v.language, key, nil)
}

// emptied makes a list that is written as [] and not as null.
func emptied[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
