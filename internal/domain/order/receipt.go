package order

import "selfcare/internal/contract"

// Receipted is the payment a receipt is for: the one the order stood on, refunded or not. Nil where nothing was ever paid.
func Receipted(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool {
		return !p.Double && (p.Status == contract.PaymentPaid || p.Status == contract.PaymentRefunded)
	})
}
