// Package purchase holds the rules of what is paid for outside an order as pure functions: who pays how, what is delivered,
// what takes it back, what it costs.
package purchase

import (
	"slices"

	"selfcare/internal/contract"
)

// Delivery is what a customer gets.
type Delivery string

// Deliveries. Each is one transaction of ours or one call that may be repeated, so it is there or it is not.
const (
	Credit Delivery = "credit"  // the line's balance grows
	Bucket Delivery = "bucket"  // the line gets buckets: of data, minutes, messages
	Keep   Delivery = "keep"    // the card that paid is kept
	Switch Delivery = "switch"  // the line's plan is another one from now on; the process of that plan does it, and tells
	Bill   Delivery = "bill"    // less is left to pay of an invoice
	Gift   Delivery = "gift"    // another line's balance grows by what was taken from the payer's
	Share  Delivery = "share"   // another line gets a bucket of what was taken from the payer's
	TopUp  Delivery = "top-up"  // a partner adds air time to a number of another country
	Code   Delivery = "code"    // a partner sells a code, which goes to the customer by message
	Begin  Delivery = "service" // a partner begins one cycle of its service on the line
)

// Recharge types of the specification (§3).
const (
	TypeEVC     = "EVC" // electronically, here
	TypeCash    = "cash"
	TypeVoucher = "voucher"
)

// Definition says how one kind of purchase runs.
type Definition struct {
	Ways     []contract.PayWay
	Delivers Delivery
	Friend   bool   // may be for somebody else's line
	Transfer bool   // is for somebody else's line alone, and limited as transfers are
	Type     string // how the history of recharges calls it; empty where it is none
	// Returns says that the money goes back once it is delivered: it was only to show that the card pays.
	Returns bool
	// Title is what operators read in the Temporal UI.
	Title string
	// Unmet is what it means to the customer while it is not delivered, as support is shown it.
	Unmet string
}

// What a purchase that is not delivered means to its customer.
const (
	unmetPaid    = "paid-nothing-delivered"
	unmetChecked = "money-not-back" // nothing was bought, only a card looked at
	unmetPlan    = "service-differs"
)

// Back is where money goes back to.
type Back string

// Ways back.
const (
	ToCard    Back = "card" // or whatever the provider took it from
	ToBalance Back = "balance"
	ToVoucher Back = "voucher" // it is good again
	ToWallet  Back = "data-wallet"
	ToBank    Back = "bank"
	ToNobody  Back = "nobody" // nothing was taken
)

// TakenBack says what takes each way of paying back.
var TakenBack = map[contract.PayWay]Back{
	contract.PayCard: ToCard, contract.PaySavedCard: ToCard, contract.PayApplePay: ToCard, contract.PaySTCPay: ToCard,
	contract.PayBalance: ToBalance, contract.PayVoucher: ToVoucher, contract.PayWallet: ToWallet, contract.PayInvoice: ToNobody,
}

// Definitions is the table of all kinds; the API, the workflow and support's pages read it.
var Definitions = map[contract.PurchaseKind]Definition{
	contract.PurchaseRecharge: {Ways: provider, Delivers: Credit, Friend: true, Type: TypeEVC, Title: "Recharge", Unmet: unmetPaid},
	contract.PurchaseData: {
		Ways: withBalance, Delivers: Bucket, Friend: true, Type: TypeEVC, Title: "Data recharge", Unmet: unmetPaid,
	},
	contract.PurchaseVoucher: {
		Ways: []contract.PayWay{contract.PayVoucher}, Delivers: Credit, Friend: true, Type: TypeVoucher, Title: "Voucher", Unmet: unmetPaid,
	},
	contract.PurchaseCard: {Ways: []contract.PayWay{contract.PayCard}, Delivers: Keep, Returns: true, Title: "Card check", Unmet: unmetChecked},
	contract.PurchaseSwitch: {
		Ways: append([]contract.PayWay{contract.PayBalance, contract.PayInvoice}, provider...), Delivers: Switch, Title: "Plan switch", Unmet: unmetPlan,
	},
	contract.PurchaseGame:          {Ways: append([]contract.PayWay{contract.PayBalance}, provider...), Delivers: Code, Title: "Game code", Unmet: unmetPaid},
	contract.PurchaseService:       {Ways: []contract.PayWay{contract.PayBalance, contract.PayInvoice}, Delivers: Begin, Title: "Value-added service", Unmet: unmetPaid},
	contract.PurchaseBundle:        {Ways: withBalance, Delivers: Bucket, Title: "Bundle", Unmet: unmetPaid},
	contract.PurchaseGift:          {Ways: withBalance, Delivers: Bucket, Friend: true, Title: "Bundle as a gift", Unmet: unmetPaid},
	contract.PurchaseInvoice:       {Ways: provider, Delivers: Bill, Title: "Payment of a bill", Unmet: unmetPaid},
	contract.TransferCredit:        {Ways: []contract.PayWay{contract.PayBalance}, Delivers: Gift, Transfer: true, Title: "Credit transfer", Unmet: unmetPaid},
	contract.TransferData:          {Ways: []contract.PayWay{contract.PayWallet}, Delivers: Share, Transfer: true, Title: "Data transfer", Unmet: unmetPaid},
	contract.TransferInternational: {Ways: []contract.PayWay{contract.PayBalance}, Delivers: TopUp, Title: "International transfer", Unmet: unmetPaid},
}

// provider are the ways that go through the card payment provider.
var provider = []contract.PayWay{contract.PayCard, contract.PaySavedCard, contract.PayApplePay, contract.PaySTCPay}

// withBalance are all that pay for what a balance buys, too.
var withBalance = append([]contract.PayWay{contract.PayBalance}, provider...)

// Ways are those that go through the card payment provider.
func Ways() []contract.PayWay { return slices.Clone(provider) }

// Charges tells whether a way to pay goes through the card payment provider. With any other it is paid when it is opened.
func Charges(way contract.PayWay) bool { return slices.Contains(provider, way) }

// ValidateWay refuses a way that the kind is not paid with.
func ValidateWay(kind contract.PurchaseKind, way contract.PayWay) error {
	if !slices.Contains(Definitions[kind].Ways, way) {
		return contract.RefuseField("pay.way", contract.FailPurchaseWay)
	}
	return nil
}

// Billed tells whether what is bought goes onto the bill of a line.
func Billed(kind contract.PurchaseKind, subscription string) bool {
	delivers := Definitions[kind].Delivers
	return (delivers == Switch || delivers == Begin) && subscription != "prepaid"
}

// ValidateBilled refuses to bill a line that pays beforehand, and to take money now for what is billed: a plan, or a service.
func ValidateBilled(kind contract.PurchaseKind, way contract.PayWay, subscription string) error {
	billed := Billed(kind, subscription)
	if billed != (way == contract.PayInvoice) {
		return contract.RefuseField("pay.way", contract.FailPurchaseWay)
	}
	return nil
}

// Refused tells what the process of a plan, or a partner, said from what kept it from saying anything. A no of its is final: the money
// goes back. That our account at the partner is empty is for support to mend.
func Refused(code contract.Code) bool {
	switch code {
	case contract.FailOutsideSystem, contract.FailUnavailable, contract.FailRecord, contract.FailInternal, contract.FailTopUpFunds, contract.FailGameFunds:
		return false
	default:
		return true
	}
}

// GoesBack tells whether a no of whoever delivers gives the money back by itself. Of a brand that is not refundable support decides.
func GoesBack(p contract.Purchase, code contract.Code) bool {
	return Refused(code) && (p.Game == nil || p.Game.Refundable)
}

// TakesTime tells whether somebody else than our own books delivers, so that its customer is answered before.
func TakesTime(kind contract.PurchaseKind) bool {
	return Definitions[kind].Delivers == Switch || ByPartner(kind)
}

// ByPartner tells whether a partner delivers, and our books only write it down.
func ByPartner(kind contract.PurchaseKind) bool {
	delivers := Definitions[kind].Delivers
	return delivers == TopUp || delivers == Begin || delivers == Code
}

// Undeliverable tells whether a failed delivery cannot be mended by trying again: the money goes back by itself.
func Undeliverable(code contract.Code) bool {
	switch code {
	case contract.FailPurchaseLineEnded, contract.FailRechargePostpaid, contract.FailTransferPostpaid, // nobody gets it
		contract.FailInvoicePaid, contract.FailInvoiceOverpaid, contract.FailInvoiceUnknown: // somebody paid meanwhile
		return true
	default:
		return false
	}
}
