package contract

import "time"

// WorkflowPurchase runs one purchase outside an order.
const WorkflowPurchase = "Purchase"

// PurchaseWorkflowID is derived from the purchase's number, which customers read out on the telephone.
func PurchaseWorkflowID(number string) string { return "purchase/" + number }

// UpdateOpenPurchase arrives with the start of a Purchase and returns its current state.
const UpdateOpenPurchase = "open-purchase"

// Updates of a Purchase that waits for its day. Each returns the Purchase.
const (
	UpdateMoveActivation   = "move-activation"
	UpdateCancelActivation = "cancel-activation"
)

// WorkDeliver can be held, like WorkRefund.
const WorkDeliver Work = "deliver"

// PurchaseKind is the kind of a purchase.
type PurchaseKind string

// Kinds of purchase. A table in internal/domain/purchase defines the payment methods and the delivery of each.
const (
	PurchaseRecharge PurchaseKind = "recharge"
	PurchaseData     PurchaseKind = "data-recharge"
	PurchaseVoucher  PurchaseKind = "voucher"
	PurchaseCard     PurchaseKind = "card"        // a card is saved, once a charge has proved that it works
	PurchaseSwitch   PurchaseKind = "plan-switch" // another plan starts at once
	PurchaseInvoice  PurchaseKind = "invoice"     // a bill is paid in full or in part
	PurchaseService  PurchaseKind = "service"     // one cycle of a partner's service
	PurchaseGame     PurchaseKind = "game"        // a code of a game
	PurchaseBundle   PurchaseKind = "bundle"      // bundles for the paying line
	PurchaseGift     PurchaseKind = "gift"        // bundles for another of our lines

	TransferCredit        PurchaseKind = "credit-transfer"        // from one balance to another
	TransferData          PurchaseKind = "data-transfer"          // from one bucket to another line
	TransferInternational PurchaseKind = "international-transfer" // top-up of a number of another country
)

// PaymentMethod is a payment method.
type PaymentMethod string

// Payment methods. The card payment provider handles the first four.
const (
	PayCard      PaymentMethod = "card"
	PaySavedCard PaymentMethod = "saved-card"
	PayApplePay  PaymentMethod = "apple-pay"
	PaySTCPay    PaymentMethod = "stc-pay"
	PayBalance   PaymentMethod = "balance"
	PayVoucher   PaymentMethod = "voucher"
	PayInvoice   PaymentMethod = "invoice" // nothing is paid now: it goes onto the bill
	PayWallet    PaymentMethod = "data-wallet"
)

// PurchaseStage is the stage of a purchase.
type PurchaseStage string

// Stages of a purchase.
const (
	PurchasePaying     PurchaseStage = "paying"
	PurchaseScheduled  PurchaseStage = "scheduled"  // paid; delivered on the chosen day
	PurchaseDelivering PurchaseStage = "delivering" // paid
	PurchaseHeld       PurchaseStage = "held"       // support decides
	PurchaseRefunding  PurchaseStage = "refunding"  // it cannot be delivered, or was only a card check
	PurchaseCompleted  PurchaseStage = "completed"
	PurchaseFailed     PurchaseStage = "failed" // nothing was bought, and no money is kept
)

// Closed tells whether a purchase in this stage has ended.
func (s PurchaseStage) Closed() bool { return s == PurchaseCompleted || s == PurchaseFailed }

// Purchase is the whole state of a purchase. The workflow owns it, the row mirrors it, screens read it.
type Purchase struct {
	Unknown
	ID          string        `json:"id"`
	Number      string        `json:"number"` // shown to the customer, of the form typed.PurchaseNumber
	Kind        PurchaseKind  `json:"kind"`
	Way         PaymentMethod `json:"way"`
	Stage       PurchaseStage `json:"stage"`
	Language    string        `json:"language"`
	UserID      string        `json:"userId"`      // buyer
	PayerLineID string        `json:"payerLineId"` // the chosen line, whose balance may pay
	LineID      string        `json:"lineId"`      // recipient: the payer's own line or a friend's
	Amount      Halalas       `json:"amount"`      // added to the balance
	Total       Halalas       `json:"total"`       // price with VAT
	VAT         Halalas       `json:"vat"`
	Bonus       Halalas       `json:"bonus,omitempty"` // bonus added to the balance
	Promo       *PromoUsed    `json:"promo,omitempty"`
	Data        *DataBought   `json:"data,omitempty"`
	Voucher     []byte        `json:"voucher,omitempty"` // keyed hash of its code
	Switch      *PlanSwitch   `json:"switch,omitempty"`
	Bill        *BillPaid     `json:"bill,omitempty"`

	Bundles     []BundleBought `json:"bundles,omitempty"`
	EffectiveAt time.Time      `json:"effectiveAt,omitzero"` // day of the delivery, if not at once

	International *TopUpTransfer `json:"international,omitempty"`
	Service       *ServiceBought `json:"service,omitempty"`
	Game          *GameBought    `json:"game,omitempty"`

	Payment     *Payment      `json:"payment,omitempty"`
	Auto        *AutoCharge   `json:"auto,omitempty"`        // set for an automatic purchase by an earlier order
	FailureCode Code          `json:"failureCode,omitempty"` // why it failed, or is refunded
	Held        *HeldPurchase `json:"held,omitempty"`
	Seq         int64         `json:"seq"`
	CreatedAt   time.Time     `json:"createdAt"`
	CompletedAt time.Time     `json:"completedAt,omitzero"`
	RefundedAt  time.Time     `json:"refundedAt,omitzero"`
}

// Friend tells whether it is for another customer's line.
func (p Purchase) Friend() bool { return p.LineID != p.PayerLineID }

// PromoUsed is a promo code that reduced the price.
type PromoUsed struct {
	Unknown
	Code     string  `json:"code"`
	Discount Halalas `json:"discount"` // with VAT
	Cost     Halalas `json:"cost"`     // the cost to us, without VAT
}

// DataBought is a bucket of data.
type DataBought struct {
	Unknown
	PackID       string    `json:"packId,omitempty"`
	WalletID     string    `json:"walletId,omitempty"` // the sender's bucket of a transfer
	Megabytes    int64     `json:"megabytes"`
	ValidityDays int       `json:"validityDays"`
	ValidUntil   time.Time `json:"validUntil,omitzero"` // set at the delivery
	Free         *FreeData `json:"free,omitempty"`
}

// FreeData is free data in addition, with its own validity.
type FreeData struct {
	Megabytes    int64     `json:"megabytes"`
	ValidityDays int       `json:"validityDays"`
	ValidUntil   time.Time `json:"validUntil,omitzero"` // set at the delivery
}

// BundleBought is a bundle at the time of its purchase.
type BundleBought struct {
	Unknown
	BundleID     string       `json:"bundleId"`
	NameEn       string       `json:"nameEn"`
	NameAr       string       `json:"nameAr"`
	Items        []BundleItem `json:"items"`
	ValidityDays int          `json:"validityDays"`
	Price        Halalas      `json:"price"`               // without VAT
	ValidUntil   time.Time    `json:"validUntil,omitzero"` // set at the delivery
	Renews       bool         `json:"renews,omitempty"`    // from the balance, as its customer agreed
}

// BundleItem is the amount of one type in a bundle.
type BundleItem struct {
	Type   string `json:"type"` // local_min, data, …
	Unit   string `json:"unit"`
	Amount int64  `json:"amount"`
}

// HeldPurchase says why a purchase waits for support.
type HeldPurchase struct {
	Unknown
	FailureCode Code          `json:"failureCode"`
	Work        Work          `json:"work"`
	From        PurchaseStage `json:"from"`
	Since       time.Time     `json:"since"`
}

// PurchaseInput starts a Purchase; a stored purchase continues from its state.
type PurchaseInput struct {
	Unknown
	Purchase   Purchase      `json:"purchase"`
	PaymentTTL time.Duration `json:"paymentTtl"` // 3-D Secure session
}

// OpenPurchase is the input of UpdateOpenPurchase: the payment method, if the provider charges it.
type OpenPurchase struct {
	CardToken string     `json:"cardToken,omitempty"`
	Wallet    string     `json:"wallet,omitempty"` // mobile number of the STC Pay wallet
	ReturnURL string     `json:"returnUrl,omitempty"`
	Kept      *SavedCard `json:"kept,omitempty"`
}

// PurchaseOpening is the input of OpenPurchase.
type PurchaseOpening struct {
	At
	Kept *SavedCard `json:"kept,omitempty"`
	// Ahead says that the purchase's own workflow starts later: the row records that the start is owed.
	Ahead bool `json:"ahead,omitempty"`
}

// PurchasePaid is the input of RecordPurchasePayment.
type PurchasePaid struct {
	At
	Payment Payment `json:"payment"`
}

// ActivationMove is the input of UpdateMoveActivation.
type ActivationMove struct {
	EffectiveAt time.Time `json:"effectiveAt"`
}

// PurchaseMoved is the input of MoveActivation.
type PurchaseMoved struct {
	At
	EffectiveAt time.Time `json:"effectiveAt"`
}

// PurchaseHandedOver is the input of DeliverPurchase, with the partner's report of its delivery.
type PurchaseHandedOver struct {
	At
	Sent  *TopUpSent    `json:"sent,omitempty"`
	Begun *ContentBegun `json:"begun,omitempty"`
	Sold  *GameSold     `json:"sold,omitempty"`
}

// PurchaseEnding is the input of BeginPurchaseRefund.
type PurchaseEnding struct {
	At
	Reason Code `json:"reason,omitempty"`
}

// PurchaseHeldUp is the input of HoldPurchase.
type PurchaseHeldUp struct {
	At
	FailureCode Code `json:"failureCode"`
	Work        Work `json:"work"`
}

// PurchaseResumed is the input of ResumePurchase.
type PurchaseResumed struct {
	At
	Resolution Resolution `json:"resolution"`
}

// PurchaseRefunded is the input of RecordPurchaseRefund. ByHand says that a person made the refund at the provider.
type PurchaseRefunded struct {
	At
	ByHand bool `json:"byHand,omitempty"`
}

// WorkflowAutoRecharge handles one date of an auto-recharge.
const WorkflowAutoRecharge = "AutoRecharge"

// AutoRechargePrefix begins the id of each AutoRecharge.
const AutoRechargePrefix = "auto-recharge/"

// AutoRechargeID is the id of the workflow of a line's date (YYYY-MM-DD). It contains the line's opaque id.
func AutoRechargeID(lineID, date string) string { return AutoRechargePrefix + lineID + "/" + date }

// WorkflowAutoRechargeDates follows the auto-recharges that are due, again and again.
const WorkflowAutoRechargeDates = "AutoRechargeDates"

// AutoRechargeDatesID is the id of the only AutoRechargeDates workflow.
const AutoRechargeDatesID = "auto-recharge-dates"

// AutoFrequency is the frequency of automatic recharges.
type AutoFrequency string

// Frequencies of an auto-recharge.
const (
	AutoWeekly  AutoFrequency = "weekly"
	AutoMonthly AutoFrequency = "monthly"
)

// AutoState is the state of an auto-recharge.
type AutoState string

// States of an auto-recharge. A line has at most one that is active or paused.
const (
	AutoActive AutoState = "active"
	AutoPaused AutoState = "paused" // until the customer names another card
	AutoEnded  AutoState = "ended"
)

// AutoRecharge is a customer's order for automatic recharges. Its row is the truth.
type AutoRecharge struct {
	ID        string        `json:"id"`
	LineID    string        `json:"lineId"`
	UserID    string        `json:"userId"` // owner of the paying card
	CardID    string        `json:"cardId,omitempty"`
	Language  string        `json:"language"`
	Frequency AutoFrequency `json:"frequency"`
	Weekday   time.Weekday  `json:"weekday"` // if weekly
	Day       int           `json:"day"`     // if monthly, 1 to 31; a shorter month uses its last day
	Hour      int           `json:"hour"`    // in Riyadh
	Amount    Halalas       `json:"amount"`  // added to the balance
	State     AutoState     `json:"state"`
	Reason    Code          `json:"reason,omitempty"` // why it is paused or has ended
	Since     time.Time     `json:"since"`            // no date before it is due
}

// AutoStage is the stage of one date of an auto-recharge.
type AutoStage string

// Stages of a date.
const (
	AutoIdle      AutoStage = ""          // nothing was due
	AutoTrying    AutoStage = "trying"    // a purchase runs
	AutoWaiting   AutoStage = "waiting"   // the card was declined; it is tried again
	AutoRecharged AutoStage = "recharged" // the balance has grown
	AutoFailed    AutoStage = "failed"    // for good; the auto-recharge is paused
	AutoMissed    AutoStage = "missed"    // not run in time, and too late now
	AutoStopped   AutoStage = "stopped"   // the customer ended or paused it meanwhile
)

// Closed tells whether a date in this stage has ended.
func (s AutoStage) Closed() bool { return s != AutoTrying && s != AutoWaiting }

// AutoRun is one date of an auto-recharge. Its row is the truth; the workflow carries a copy.
type AutoRun struct {
	Unknown
	RuleID   string    `json:"ruleId"`
	LineID   string    `json:"lineId"`
	Date     string    `json:"date"` // in Riyadh, YYYY-MM-DD
	Due      time.Time `json:"due"`  // on that date
	Stage    AutoStage `json:"stage"`
	Try      int       `json:"try"` // the last one that began, from 1
	NextTry  time.Time `json:"nextTry,omitzero"`
	Code     Code      `json:"code,omitempty"` // why the last try failed
	Purchase *Purchase `json:"purchase,omitempty"`
}

// AutoRechargeInput starts an AutoRecharge.
type AutoRechargeInput struct {
	Unknown
	LineID string    `json:"lineId"`
	Due    time.Time `json:"due,omitzero"` // moment of the date; a run that a person starts without it is about today
}

// AutoDue is the input of BeginAutoRun.
type AutoDue struct {
	At
	Due time.Time `json:"due"` // moment of the date, or any on its day
}

// AutoTried is the input of RecordAutoTry. Refused is why the purchase was not opened; empty for an opened one.
type AutoTried struct {
	At
	Refused Code `json:"refused,omitempty"`
}

// AutoCharge is the charge of an automatic purchase, without the customer present.
type AutoCharge struct {
	Unknown
	Date      string        `json:"date"` // of the auto-recharge, YYYY-MM-DD
	ReturnURL string        `json:"returnUrl"`
	Within    time.Duration `json:"within"` // time for the bank's check, if the bank demands it
}
