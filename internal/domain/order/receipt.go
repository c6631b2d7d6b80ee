package order

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Receipted returns the payment of a receipt: the one in force, refunded or not. It is nil for an order that was never paid.
func Receipted(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool {
		return !p.Double && (p.Status == contract.PaymentPaid || p.Status == contract.PaymentRefunded)
	})
}

// Credit is the credited part of an invoice.
type Credit struct {
	Lines  []contract.PriceLine
	Total  contract.Halalas // with VAT
	VAT    contract.Halalas
	At     time.Time
	Reason contract.Code // empty for a completed order that support refunded
}

// Credited returns the content of the credit note, or nil without a refund. The delivery fee may be kept.
func Credited(o contract.Order, vatPercent int) *Credit {
	var credit Credit
	switch {
	case o.Refund.Done():
		credit = Credit{Total: o.Refund.Amount, At: o.Refund.DoneAt}
	case o.Stage == contract.StageCancelled && o.Ended != nil && o.Ended.Refunded > 0:
		credit = Credit{Total: o.Ended.Refunded, At: o.Ended.At, Reason: o.Ended.Reason}
	default:
		return nil
	}
	whole := credit.Total == o.Price.Total
	credit.VAT = o.Price.VAT
	if !whole {
		credit.VAT = money.VATWithin(credit.Total, vatPercent)
	}
	for _, line := range o.Price.Lines {
		if line.Amount != 0 && (whole || line.Key != contract.LineDelivery) {
			credit.Lines = append(credit.Lines, line)
		}
	}
	return &credit
}

// KeptVAT returns the VAT in the amount that we keep of an ended order: the VAT of its invoice, less that of its credit note.
func KeptVAT(o contract.Order, vatPercent int) contract.Halalas {
	if o.Price == nil {
		return 0
	}
	credit := Credited(o, vatPercent)
	if credit == nil {
		return o.Price.VAT
	}
	return max(o.Price.VAT-credit.VAT, 0)
}
