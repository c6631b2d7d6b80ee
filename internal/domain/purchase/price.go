package purchase

import (
	"slices"

	"selfcare/internal/contract"
)

// Figures are the business settings of purchases.
type Figures struct {
	VATPercent int
	Minimum    contract.Halalas // of a recharge
	Maximum    contract.Halalas
	CardCheck  contract.Halalas // charged to prove that a card works, and refunded
}

// Priced sets the price of a purchase. VAT is paid when balance is bought, not when it is spent: a recharge costs its amount plus
// VAT, but a data pack from the balance costs no VAT again. The VAT of a voucher was paid when it was bought.
func Priced(p contract.Purchase, net contract.Halalas, f Figures) contract.Purchase {
	switch {
	case p.Way == contract.PayVoucher || p.Way == contract.PayWallet:
		p.Total, p.VAT = 0, 0
	case p.Way == contract.PayBalance:
		p.Total, p.VAT = net, 0
	case Definitions[p.Kind].Returns:
		p.Total, p.VAT = f.CardCheck, 0
	case Definitions[p.Kind].Delivers == Bill: // its VAT is on the invoice
		p.Total, p.VAT = net, 0
	default:
		p.VAT = vatOn(net, f.VATPercent)
		p.Total = net + p.VAT
	}
	return p
}

// vatOn returns the VAT on a net amount, rounded half up to the halala.
func vatOn(net contract.Halalas, percent int) contract.Halalas {
	return (net*contract.Halalas(percent)*2 + 100) / 200
}

// WithVAT returns the price of a net amount by card.
func WithVAT(net contract.Halalas, percent int) contract.Halalas { return net + vatOn(net, percent) }

// ValidateAmount refuses a recharge that is too small, too large, or not in whole riyals.
func ValidateAmount(amount contract.Halalas, f Figures) error {
	if amount < f.Minimum || amount > f.Maximum || amount%100 != 0 {
		return &contract.Refusal{
			Code:   contract.FailRechargeAmount,
			Fields: map[string]contract.Code{"amount": contract.FailRechargeAmount},
			Params: map[string]string{"min": whole(f.Minimum), "max": whole(f.Maximum)},
		}
	}
	return nil
}

// Line holds the facts about a line that decide on a purchase for it.
type Line struct {
	ID           string
	Subscription string // prepaid or postpaid
	Active       bool
}

// ValidateLine refuses a recharge of a line without a balance, or out of service.
func ValidateLine(kind contract.PurchaseKind, l Line, friend bool) error {
	switch {
	case Definitions[kind].Delivers == Keep, Definitions[kind].Delivers == Bill: // a bill can be paid for a line that is off or has ended
		return nil
	case !l.Active && Definitions[kind].Transfer:
		return contract.Refuse(contract.FailTransferRecipient)
	case !l.Active:
		return contract.Refuse(contract.FailLineBlocked)
	case l.Subscription == "prepaid":
		return nil
	case kind == contract.PurchaseGift: // each bundle says which lines may have it
		return nil
	case Definitions[kind].Transfer:
		return contract.Refuse(contract.FailTransferPostpaid)
	case friend:
		return contract.RefuseField("friend", contract.FailFriendPostpaid)
	case Definitions[kind].Delivers == Credit || Definitions[kind].Delivers == TopUp:
		return contract.Refuse(contract.FailRechargePostpaid)
	default:
		return nil
	}
}

// Kinds lists the kinds of purchase for a line, in the order of the page.
func Kinds(subscription string) []contract.PurchaseKind {
	var kinds []contract.PurchaseKind
	for _, kind := range []contract.PurchaseKind{contract.PurchaseRecharge, contract.PurchaseData, contract.PurchaseVoucher} {
		if ValidateLine(kind, Line{Subscription: subscription, Active: true}, false) == nil {
			kinds = append(kinds, kind)
		}
	}
	return slices.Clip(kinds)
}
