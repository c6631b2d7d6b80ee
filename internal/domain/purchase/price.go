package purchase

import (
	"slices"

	"selfcare/internal/contract"
)

// Figures are the business figures of purchases.
type Figures struct {
	VATPercent int
	Minimum    contract.Halalas // of a recharge
	Maximum    contract.Halalas
	CardCheck  contract.Halalas // charged to see that a card pays, and given back
}

// Priced sets what a purchase costs. VAT is paid when balance is bought, not when it is spent: a recharge costs its amount and
// the VAT on it, a data pack from the balance costs no VAT again. That of a voucher was paid where it was bought.
func Priced(p contract.Purchase, net contract.Halalas, f Figures) contract.Purchase {
	switch {
	case p.Way == contract.PayVoucher || p.Way == contract.PayWallet:
		p.Total, p.VAT = 0, 0
	case p.Way == contract.PayBalance:
		p.Total, p.VAT = net, 0
	case Definitions[p.Kind].Returns:
		p.Total, p.VAT = f.CardCheck, 0
	case Definitions[p.Kind].Delivers == Bill: // its VAT stands on the invoice
		p.Total, p.VAT = net, 0
	default:
		p.VAT = vatOn(net, f.VATPercent)
		p.Total = net + p.VAT
	}
	return p
}

// vatOn is the VAT on top of a net amount, rounded half up to the halala.
func vatOn(net contract.Halalas, percent int) contract.Halalas {
	return (net*contract.Halalas(percent)*2 + 100) / 200
}

// WithVAT is what a net amount costs by card.
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

// Line is what counts of a line that is to get something.
type Line struct {
	ID           string
	Subscription string // prepaid or postpaid
	Active       bool
}

// ValidateLine refuses to recharge what has no balance, or is out of service.
func ValidateLine(kind contract.PurchaseKind, l Line, friend bool) error {
	switch {
	case Definitions[kind].Delivers == Keep, Definitions[kind].Delivers == Bill: // a bill is paid also of a line that is off, or has ended
		return nil
	case !l.Active && Definitions[kind].Transfer:
		return contract.Refuse(contract.FailTransferRecipient)
	case !l.Active:
		return contract.Refuse(contract.FailLineBlocked)
	case l.Subscription == "prepaid":
		return nil
	case kind == contract.PurchaseGift: // each bundle says for whom it is
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

// Kinds are those that a line can have, in the order they are offered.
func Kinds(subscription string) []contract.PurchaseKind {
	var kinds []contract.PurchaseKind
	for _, kind := range []contract.PurchaseKind{contract.PurchaseRecharge, contract.PurchaseData, contract.PurchaseVoucher} {
		if ValidateLine(kind, Line{Subscription: subscription, Active: true}, false) == nil {
			kinds = append(kinds, kind)
		}
	}
	return slices.Clip(kinds)
}
