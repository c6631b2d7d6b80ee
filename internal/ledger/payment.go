package ledger

import "selfcare/internal/contract"

// ChargePosting books money that the provider took for an order or a purchase.
func ChargePosting(subject string, p contract.Payment) Posting {
	return Posting{Key: "charge:" + p.ID, Subject: subject, Kind: "charge", Entries: debitCredit(Provider, Customer, p.Amount)}
}

// RefundPosting books money that went back by the provider. A payment goes back once, whether the provider or a person gives it.
func RefundPosting(subject, paymentID string, amount contract.Halalas) Posting {
	return Posting{Key: "refund:" + paymentID, Subject: subject, Kind: "refund", Entries: debitCredit(Customer, Provider, amount)}
}

// HandRefundPosting books money that a person gave back where the provider would not. It has the key of RefundPosting.
func HandRefundPosting(subject, paymentID string, amount contract.Halalas) Posting {
	p := RefundPosting(subject, paymentID, amount)
	p.Kind = "refund-by-hand"
	return p
}
