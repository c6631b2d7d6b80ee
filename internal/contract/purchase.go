package contract

import "time"

// WorkflowPurchase is what a customer pays for outside an order.
const WorkflowPurchase = "Purchase"

// PurchaseWorkflowID is made of the purchase's number, which a customer reads out on the phone.
func PurchaseWorkflowID(number string) string { return "purchase/" + number }

// UpdateOpenPurchase comes with the start of a Purchase, and answers with it as far as it has come.
const UpdateOpenPurchase = "open-purchase"

// Updates of a Purchase that waits for its date. Each answers with it.
const (
	UpdateMoveActivation   = "move-activation"
	UpdateCancelActivation = "cancel-activation"
)

// WorkDeliver is what can end in Held, beside WorkRefund.
const WorkDeliver Work = "deliver"

// PurchaseKind says what is bought.
type PurchaseKind string

// Kinds of purchase. What each is paid with and delivers is a row of the table in internal/domain/purchase.
const (
	PurchaseRecharge PurchaseKind = "recharge"
	PurchaseData     PurchaseKind = "data-recharge"
	PurchaseVoucher  PurchaseKind = "voucher"
	PurchaseCard     PurchaseKind = "card"        // a card is kept, once it has shown that it pays
	PurchaseSwitch   PurchaseKind = "plan-switch" // another plan comes into force at once
	PurchaseInvoice  PurchaseKind = "invoice"     // a bill is paid, or a part of it
	PurchaseService  PurchaseKind = "service"     // one cycle of a partner's service
	PurchaseGame     PurchaseKind = "game"        // a code of a game
	PurchaseBundle   PurchaseKind = "bundle"      // bundles for the line that pays
	PurchaseGift     PurchaseKind = "gift"        // bundles for another line of ours

	TransferCredit        PurchaseKind = "credit-transfer"        // from one balance to another
	TransferData          PurchaseKind = "data-transfer"          // from one bucket to another line
	TransferInternational PurchaseKind = "international-transfer" // air time for a number of another country
)

// PayWay says what pays.
type PayWay string

// Ways to pay. The first four go through the card payment provider.
const (
	PayCard      PayWay = "card"
	PaySavedCard PayWay = "saved-card"
	PayApplePay  PayWay = "apple-pay"
	PaySTCPay    PayWay = "stc-pay"
	PayBalance   PayWay = "balance"
	PayVoucher   PayWay = "voucher"
	PayInvoice   PayWay = "invoice" // nothing is taken now: it goes onto the bill
	PayWallet    PayWay = "data-wallet"
)

// PurchaseStage is where a purchase stands.
type PurchaseStage string

// Stages of a purchase.
const (
	PurchasePaying     PurchaseStage = "paying"
	PurchaseScheduled  PurchaseStage = "scheduled"  // paid; delivered on the day its customer chose
	PurchaseDelivering PurchaseStage = "delivering" // paid
	PurchaseHeld       PurchaseStage = "held"       // support decides
	PurchaseRefunding  PurchaseStage = "refunding"  // it cannot be delivered, or was only to show that the card pays
	PurchaseCompleted  PurchaseStage = "completed"
	PurchaseFailed     PurchaseStage = "failed" // nothing was bought, and no money is kept
)

// Closed tells whether nothing more will happen to a purchase in this stage.
func (s PurchaseStage) Closed() bool { return s == PurchaseCompleted || s == PurchaseFailed }

// Purchase is the whole state of a purchase. The workflow owns it, the row mirrors it, screens read it.
type Purchase struct {
	Unknown
	ID          string        `json:"id"`
	Number      string        `json:"number"` // shown to the customer: "PU" + 8 digits
	Kind        PurchaseKind  `json:"kind"`
	Way         PayWay        `json:"way"`
	Stage       PurchaseStage `json:"stage"`
	Language    string        `json:"language"`
	UserID      string        `json:"userId"`      // who buys
	PayerLineID string        `json:"payerLineId"` // the line chosen, whose balance may pay
	LineID      string        `json:"lineId"`      // who gets it; the payer's own or a friend's
	Amount      Halalas       `json:"amount"`      // what the balance grows by
	Total       Halalas       `json:"total"`       // what is paid, with VAT
	VAT         Halalas       `json:"vat"`
	Bonus       Halalas       `json:"bonus,omitempty"` // what the balance grew by on top
	Promo       *PromoUsed    `json:"promo,omitempty"`
	Data        *DataBought   `json:"data,omitempty"`
	Voucher     []byte        `json:"voucher,omitempty"` // keyed hash of its code
	Switch      *PlanSwitch   `json:"switch,omitempty"`
	Bill        *BillPaid     `json:"bill,omitempty"`

	Bundles     []BundleBought `json:"bundles,omitempty"`
	EffectiveAt time.Time      `json:"effectiveAt,omitzero"` // when it is delivered, where not at once

	International *InternationalTransfer `json:"international,omitempty"`
	Service       *ServiceBought         `json:"service,omitempty"`
	Game          *GameBought            `json:"game,omitempty"`

	Payment     *Payment      `json:"payment,omitempty"`
	Auto        *AutoCharge   `json:"auto,omitempty"`        // it is bought by itself, as ordered before
	FailureCode Code          `json:"failureCode,omitempty"` // why it failed, or its money goes back
	Held        *HeldPurchase `json:"held,omitempty"`
	Seq         int64         `json:"seq"`
	CreatedAt   time.Time     `json:"createdAt"`
	CompletedAt time.Time     `json:"completedAt,omitzero"`
	RefundedAt  time.Time     `json:"refundedAt,omitzero"`
}

// Friend tells whether it is for somebody else's line.
func (p Purchase) Friend() bool { return p.LineID != p.PayerLineID }

// PromoUsed is a promo code that took something off the price.
type PromoUsed struct {
	Unknown
	Code     string  `json:"code"`
	Discount Halalas `json:"discount"` // with VAT
	Cost     Halalas `json:"cost"`     // what that costs us, without VAT
}

// DataBought is a bucket of data.
type DataBought struct {
	Unknown
	PackID       string    `json:"packId,omitempty"`
	WalletID     string    `json:"walletId,omitempty"` // what it was taken from, where another line gave it
	Megabytes    int64     `json:"megabytes"`
	ValidityDays int       `json:"validityDays"`
	ValidUntil   time.Time `json:"validUntil,omitzero"` // once it is there
	Free         *FreeData `json:"free,omitempty"`
}

// FreeData is what comes on top at no price, and lasts as long as free data does.
type FreeData struct {
	Megabytes    int64     `json:"megabytes"`
	ValidityDays int       `json:"validityDays"`
	ValidUntil   time.Time `json:"validUntil,omitzero"` // once it is there
}

// BundleBought is a bundle as it was when it was bought.
type BundleBought struct {
	Unknown
	BundleID     string       `json:"bundleId"`
	NameEn       string       `json:"nameEn"`
	NameAr       string       `json:"nameAr"`
	Items        []BundleItem `json:"items"`
	ValidityDays int          `json:"validityDays"`
	Price        Halalas      `json:"price"`               // without VAT
	ValidUntil   time.Time    `json:"validUntil,omitzero"` // once it is there
	Renews       bool         `json:"renews,omitempty"`    // from the balance, as its customer agreed
}

// BundleItem is what a bundle gives of one type.
type BundleItem struct {
	Type   string `json:"type"` // local_min, data, …
	Unit   string `json:"unit"`
	Amount int64  `json:"amount"`
}

// HeldPurchase is why a purchase waits for support.
type HeldPurchase struct {
	Unknown
	FailureCode Code          `json:"failureCode"`
	Work        Work          `json:"work"`
	From        PurchaseStage `json:"from"`
	Since       time.Time     `json:"since"`
}

// PurchaseInput starts a Purchase; one that is written already goes on from there.
type PurchaseInput struct {
	Unknown
	Purchase   Purchase      `json:"purchase"`
	PaymentTTL time.Duration `json:"paymentTtl"` // 3-D Secure session
}

// OpenPurchase is the input of UpdateOpenPurchase: what pays, where that goes through the provider.
type OpenPurchase struct {
	CardToken string    `json:"cardToken,omitempty"`
	Wallet    string    `json:"wallet,omitempty"` // mobile number of the STC Pay wallet
	ReturnURL string    `json:"returnUrl,omitempty"`
	Kept      *KeptCard `json:"kept,omitempty"`
}

// PurchaseOpening is the input of OpenPurchase.
type PurchaseOpening struct {
	At
	Kept *KeptCard `json:"kept,omitempty"`
	// Ahead says that its own workflow is started later: that this is owed is written with it.
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

// PurchaseHandedOver is the input of DeliverPurchase: what the partner said of what it has delivered.
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

// WorkflowAutoRecharge sees to one date of an auto-recharge: the notice of the day before, or the recharge itself.
const WorkflowAutoRecharge = "AutoRecharge"

// AutoRechargeID names the schedule of a line, and begins the ids of what it starts. It is made of the line's opaque id.
func AutoRechargeID(lineID string) string { return "auto-recharge/" + lineID }

// AutoFrequency says how often a line is recharged by itself.
type AutoFrequency string

// Frequencies of an auto-recharge.
const (
	AutoWeekly  AutoFrequency = "weekly"
	AutoMonthly AutoFrequency = "monthly"
)

// AutoState is where an auto-recharge stands.
type AutoState string

// States of an auto-recharge. One that is active or paused is the only one of its line.
const (
	AutoActive AutoState = "active"
	AutoPaused AutoState = "paused" // until its customer names another card
	AutoEnded  AutoState = "ended"
)

// AutoRecharge is what a customer has ordered to be recharged by itself. Its row is the truth; the schedule follows it.
type AutoRecharge struct {
	ID        string        `json:"id"`
	LineID    string        `json:"lineId"`
	UserID    string        `json:"userId"` // whose card pays
	CardID    string        `json:"cardId,omitempty"`
	Language  string        `json:"language"`
	Frequency AutoFrequency `json:"frequency"`
	Weekday   time.Weekday  `json:"weekday"` // of a weekly one
	Day       int           `json:"day"`     // of a monthly one, 1 to 31; a short month's last day stands for what it lacks
	Hour      int           `json:"hour"`    // in Riyadh
	Amount    Halalas       `json:"amount"`  // what the balance grows by
	State     AutoState     `json:"state"`
	Reason    Code          `json:"reason,omitempty"` // why it is paused or has ended
	Since     time.Time     `json:"since"`            // nothing before it is due
}

// AutoStage is where one date of an auto-recharge stands.
type AutoStage string

// Stages of a date.
const (
	AutoIdle      AutoStage = ""          // nothing was due
	AutoTold      AutoStage = "told"      // the customer knows that it is tomorrow
	AutoTrying    AutoStage = "trying"    // a purchase is under way
	AutoWaiting   AutoStage = "waiting"   // the card failed; it is tried again
	AutoRecharged AutoStage = "recharged" // the balance has grown
	AutoFailed    AutoStage = "failed"    // for good; the auto-recharge is paused
	AutoMissed    AutoStage = "missed"    // nobody was there when it was due, and it is too late now
	AutoStopped   AutoStage = "stopped"   // its customer ended or paused it meanwhile
)

// Closed tells whether nothing more happens to a date in this stage.
func (s AutoStage) Closed() bool { return s != AutoTrying && s != AutoWaiting }

// AutoRun is one date of an auto-recharge. The row of it is the truth; the workflow carries a copy.
type AutoRun struct {
	Unknown
	RuleID   string    `json:"ruleId"`
	LineID   string    `json:"lineId"`
	Date     string    `json:"date"` // in Riyadh, YYYY-MM-DD
	Due      time.Time `json:"due"`  // on that date
	Stage    AutoStage `json:"stage"`
	Try      int       `json:"try"` // the last one that has begun, from 1
	NextTry  time.Time `json:"nextTry,omitzero"`
	Code     Code      `json:"code,omitempty"` // why the last try failed
	Purchase *Purchase `json:"purchase,omitempty"`
}

// AutoRechargeInput starts an AutoRecharge. At is left out by the schedule, which stamps what it starts itself.
type AutoRechargeInput struct {
	Unknown
	LineID string `json:"lineId"`
}

// AutoDue is the input of BeginAutoRun.
type AutoDue struct {
	At
	Due time.Time `json:"due"` // when the schedule meant it to run
}

// AutoTried is the input of RecordAutoTry. Refused is why the purchase was not opened; empty where it was.
type AutoTried struct {
	At
	Refused Code `json:"refused,omitempty"`
}

// AutoCharge is how a purchase is charged that nobody sits in front of.
type AutoCharge struct {
	Unknown
	Date      string        `json:"date"` // of the auto-recharge, YYYY-MM-DD
	ReturnURL string        `json:"returnUrl"`
	Within    time.Duration `json:"within"` // the time to pass the bank's check, where it asks for one after all
}
