// Package purchase holds the rules on payments outside an order as pure functions: payment methods, delivery, refund and price.
package purchase

import (
	"slices"

	"selfcare/internal/contract"
)

// Delivery is the result of a purchase for the customer.
type Delivery string

// Deliveries. Each is one transaction, or one call that may be repeated, so it happens fully or not at all.
const (
	Credit         Delivery = "credit"  // the line's balance grows
	Bucket         Delivery = "bucket"  // the line gets buckets: of data, minutes, messages
	Keep           Delivery = "keep"    // the paying card is saved
	Switch         Delivery = "switch"  // the line gets another plan; the plan's workflow does it, and tells the customer
	Bill           Delivery = "bill"    // the open amount of an invoice falls
	CreditTransfer Delivery = "gift"    // another line's balance grows by the amount taken from the payer's
	DataTransfer   Delivery = "share"   // another line gets a bucket with the data taken from the payer's
	TopUp          Delivery = "top-up"  // a partner adds balance to a number of another country
	Code           Delivery = "code"    // a partner sells a code, which the customer gets by message
	Begin          Delivery = "service" // a partner starts one cycle of its service on the line
)

// Recharge types of the specification (§3).
const (
	TypeEVC     = "EVC" // electronically, in this app
	TypeCash    = "cash"
	TypeVoucher = "voucher"
)

// Definition says how one kind of purchase runs.
type Definition struct {
	Ways     []contract.PaymentMethod
	Delivers Delivery
	Friend   bool   // may be for another customer's line
	Transfer bool   // only for another customer's line, with the limits of transfers
	Type     string // type in the history of recharges; empty for other kinds
	// Returns refunds the money after the delivery: the charge only proved that the card works.
	Returns bool
	// Title is the name in the Temporal UI.
	Title string
	// Unmet tells support what a missing delivery means to the customer.
	Unmet string
}

// Effects of a missing delivery on the customer.
const (
	unmetPaid    = "paid-nothing-delivered"
	unmetChecked = "money-not-back" // nothing was bought; a card was checked
	unmetPlan    = "service-differs"
)

// RefundDestination is the destination of a refund.
type RefundDestination string

// Destinations of a refund.
const (
	ToCard    RefundDestination = "card" // or the other source of the provider's charge
	ToBalance RefundDestination = "balance"
	ToVoucher RefundDestination = "voucher" // the voucher is valid again
	ToWallet  RefundDestination = "data-wallet"
	ToBank    RefundDestination = "bank"
	ToNone    RefundDestination = "none" // nothing was taken
)

// TakenBack maps each payment method to the destination of its refund.
var TakenBack = map[contract.PaymentMethod]RefundDestination{
	contract.PayCard: ToCard, contract.PaySavedCard: ToCard, contract.PayApplePay: ToCard, contract.PaySTCPay: ToCard,
	contract.PayBalance: ToBalance, contract.PayVoucher: ToVoucher, contract.PayWallet: ToWallet, contract.PayInvoice: ToNone,
}

// Definitions holds all kinds; the API, the workflow and support's pages read it.
var Definitions = map[contract.PurchaseKind]Definition{
	contract.PurchaseRecharge: {Ways: provider, Delivers: Credit, Friend: true, Type: TypeEVC, Title: "Recharge", Unmet: unmetPaid},
	contract.PurchaseData: {
		Ways: withBalance, Delivers: Bucket, Friend: true, Type: TypeEVC, Title: "Data recharge", Unmet: unmetPaid,
	},
	contract.PurchaseVoucher: {
		Ways: []contract.PaymentMethod{contract.PayVoucher}, Delivers: Credit, Friend: true, Type: TypeVoucher, Title: "Voucher", Unmet: unmetPaid,
	},
	contract.PurchaseCard: {Ways: []contract.PaymentMethod{contract.PayCard}, Delivers: Keep, Returns: true, Title: "Card check", Unmet: unmetChecked},
	contract.PurchaseSwitch: {
		Ways: append([]contract.PaymentMethod{contract.PayBalance, contract.PayInvoice}, provider...), Delivers: Switch, Title: "Plan switch", Unmet: unmetPlan,
	},
	contract.PurchaseGame:          {Ways: append([]contract.PaymentMethod{contract.PayBalance}, provider...), Delivers: Code, Title: "Game code", Unmet: unmetPaid},
	contract.PurchaseService:       {Ways: []contract.PaymentMethod{contract.PayBalance, contract.PayInvoice}, Delivers: Begin, Title: "Value-added service", Unmet: unmetPaid},
	contract.PurchaseBundle:        {Ways: withBalance, Delivers: Bucket, Title: "Bundle", Unmet: unmetPaid},
	contract.PurchaseGift:          {Ways: withBalance, Delivers: Bucket, Friend: true, Title: "Bundle as a gift", Unmet: unmetPaid},
	contract.PurchaseInvoice:       {Ways: provider, Delivers: Bill, Title: "Payment of a bill", Unmet: unmetPaid},
	contract.TransferCredit:        {Ways: []contract.PaymentMethod{contract.PayBalance}, Delivers: CreditTransfer, Transfer: true, Title: "Credit transfer", Unmet: unmetPaid},
	contract.TransferData:          {Ways: []contract.PaymentMethod{contract.PayWallet}, Delivers: DataTransfer, Transfer: true, Title: "Data transfer", Unmet: unmetPaid},
	contract.TransferInternational: {Ways: []contract.PaymentMethod{contract.PayBalance}, Delivers: TopUp, Title: "International transfer", Unmet: unmetPaid},
}

// provider lists the payment methods of the card payment provider.
var provider = []contract.PaymentMethod{contract.PayCard, contract.PaySavedCard, contract.PayApplePay, contract.PaySTCPay}

// withBalance adds the payment from the balance.
var withBalance = append([]contract.PaymentMethod{contract.PayBalance}, provider...)

// Ways lists the payment methods of the card payment provider.
func Ways() []contract.PaymentMethod { return slices.Clone(provider) }

// Charges tells whether the card payment provider charges a payment method. A purchase with any other method is paid when it is
// opened.
func Charges(way contract.PaymentMethod) bool { return slices.Contains(provider, way) }

// ValidateWay refuses a payment method that the kind does not accept.
func ValidateWay(kind contract.PurchaseKind, way contract.PaymentMethod) error {
	if !slices.Contains(Definitions[kind].Ways, way) {
		return contract.RefuseField("pay.way", contract.FailPurchaseWay)
	}
	return nil
}

// Billed tells whether a purchase goes onto the bill of a line.
func Billed(kind contract.PurchaseKind, subscription string) bool {
	delivers := Definitions[kind].Delivers
	return (delivers == Switch || delivers == Begin) && subscription != "prepaid"
}

// ValidateBilled refuses to bill a prepaid line, and to charge a billed item, such as a plan or a service, at once.
func ValidateBilled(kind contract.PurchaseKind, way contract.PaymentMethod, subscription string) error {
	billed := Billed(kind, subscription)
	if billed != (way == contract.PayInvoice) {
		return contract.RefuseField("pay.way", contract.FailPurchaseWay)
	}
	return nil
}

// Refused tells a refusal of the plan's workflow or a partner from a failure to get an answer. A refusal is final: the money is
// refunded. An empty prepaid account at the partner is no refusal: support tops it up.
func Refused(code contract.Code) bool {
	switch code {
	case contract.FailOutsideSystem, contract.FailUnavailable, contract.FailRecord, contract.FailInternal, contract.FailTopUpFunds, contract.FailGameFunds:
		return false
	default:
		return true
	}
}

// RefundsItself tells whether a refusal refunds the money automatically. For a brand that is not refundable, support decides.
func RefundsItself(p contract.Purchase, code contract.Code) bool {
	return Refused(code) && (p.Game == nil || p.Game.Refundable)
}

// TakesTime tells whether another system delivers, so that the customer gets an answer before the delivery.
func TakesTime(kind contract.PurchaseKind) bool {
	return Definitions[kind].Delivers == Switch || ByPartner(kind)
}

// ByPartner tells whether a partner delivers, and our books only record it.
func ByPartner(kind contract.PurchaseKind) bool {
	delivers := Definitions[kind].Delivers
	return delivers == TopUp || delivers == Begin || delivers == Code
}

// Undeliverable tells whether a failed delivery cannot succeed later: the money is refunded automatically.
func Undeliverable(code contract.Code) bool {
	switch code {
	case contract.FailPurchaseLineEnded, contract.FailRechargePostpaid, contract.FailTransferPostpaid, // the line cannot receive it
		contract.FailInvoicePaid, contract.FailInvoiceOverpaid, contract.FailInvoiceUnknown: // the invoice was paid meanwhile
		return true
	default:
		return false
	}
}
