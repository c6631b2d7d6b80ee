package contract

import (
	"fmt"
	"strconv"
	"time"
)

// OutboxShards is how many senders divide the outbox, by a hash of the subject of each message. The messages of a subject have one
// sender, which keeps their order. An index of the database has the same number.
const OutboxShards = 8

// MessageDeliveryWorkflowID is the id of the only workflow that empties a shard of the outbox. The first shard is 1.
func MessageDeliveryWorkflowID(shard int) string { return fmt.Sprintf("messages/outbox/%d", shard) }

// Workflow type names, recorded in history.
const (
	WorkflowOrder      = "Order"
	WorkflowBranchSync = "BranchSync"
	WorkflowCleanUp    = "CleanUp"
	WorkflowNotice     = "Notice"

	WorkflowMessageDelivery = "MessageDelivery"

	WorkflowReconciliation    = "Reconciliation"
	WorkflowDayReconciliation = "DayReconciliation"

	WorkflowPortIn     = "PortIn"
	WorkflowLineChange = "LineChange"
)

// OrderWorkflowID contains the order's number, which customers read out on the telephone. Ids contain no personal data, because
// Temporal stores them in clear text.
func OrderWorkflowID(orderNumber string) string { return "order/" + orderNumber }

// PortInWorkflowID names the workflow that ports an order's number in.
func PortInWorkflowID(orderNumber string) string { return "port-in/" + orderNumber }

// DayReconciliationWorkflowID names the comparison of our books with the payment provider's file of a day.
func DayReconciliationWorkflowID(day string) string { return "reconciliation/" + day }

// LineChangeWorkflowID names the running change of a line; lineID is opaque.
func LineChangeWorkflowID(lineID string) string { return "line-change/" + lineID }

// NoticeWorkflowID names the delivery of one message without an order.
func NoticeWorkflowID(noticeID string) string { return "notice/" + noticeID }

// Updates of Order, for which a person waits. Each returns the Order.
const (
	UpdateOpen             = "open-order"
	UpdateSelectNumber     = "select-number"
	UpdateExtendHold       = "extend-hold"
	UpdateGiveNumberBack   = "give-number-back"
	UpdateSelectPlan       = "select-plan"
	UpdateCheckEligibility = "check-eligibility"
	UpdateRequestIdentity  = "request-identity"
	UpdateProvideContact   = "provide-personal-information"
	UpdateChooseDelivery   = "choose-delivery"
	UpdateConfirm          = "confirm-order"
	UpdatePay              = "pay"
	UpdateEnterWalletCode  = "enter-wallet-code" // also of a purchase
	UpdateCancel           = "cancel-order"
	UpdateActivate         = "activate-sim"
	UpdateResolve          = "resolve"

	UpdateChooseDevice       = "choose-device"
	UpdateRequestPort        = "request-port"
	UpdateCorrectPort        = "correct-port"
	UpdateCorrectDelivery    = "correct-delivery"
	UpdateChoosePortWindow   = "choose-port-window" // to PortIn
	UpdateRequestReplacement = "request-replacement"
	UpdateApplyPromo         = "apply-promo-code"
	UpdateRemovePromo        = "remove-promo-code"
	UpdateReissueProfile     = "reissue-profile"
	UpdateDispute            = "not-me"
)

// ErrorSavedAhead is the type of an activity's error with the state from which a process has to continue. Our database has a
// later state than the workflow when Temporal lost the workflow task after its state was saved.
const ErrorSavedAhead = "saved_ahead"

// Signals report outside events. Each carries the event id of the outside system, so that duplicates are dropped.
const (
	SignalIdentityAnswered = "identity-answered" // to Order: IdentityAnswered
	SignalPaymentReported  = "payment-reported"  // to Order: PaymentReported
	SignalParcelScanned    = "parcel-scanned"    // to Order: ParcelScanned
	SignalOrderLate        = "order-late"        // to Order: OrderLate
)

// QueryStatus returns the Order as the workflow has it.
const QueryStatus = "status"

// Search attributes. Temporal stores them in clear text: no personal data.
const (
	AttrOrderKind      = "OrderKind"      // keyword, such as esim-port-in
	AttrStage          = "Stage"          // keyword
	AttrNeedsAttention = "NeedsAttention" // bool
	AttrFailureCode    = "FailureCode"    // keyword
	AttrDueAt          = "DueAt"          // datetime
	AttrLate           = "Late"           // bool: it waits longer than usual
	AttrWaitsFor       = "WaitsFor"       // keyword: the actor of the next milestone
	AttrLineRef        = "LineRef"        // keyword, opaque line id
	AttrPartnerRef     = "PartnerRef"     // keyword: airway bill, transaction id
	AttrPlanID         = "PlanId"         // keyword
	AttrNextCycle      = "NextCycle"      // datetime: when the cycle of a line's plan ends
)

// Work is a piece of an order's work that can end in Held. Recorded in history.
type Work string

// Works of an order.
const (
	WorkSellNumber    Work = "sell-number"
	WorkAllocateSIM   Work = "allocate-sim"
	WorkShip          Work = "ship"
	WorkActivate      Work = "activate-line"
	WorkComplete      Work = "complete-order"
	WorkRefund        Work = "refund"
	WorkReleaseNumber Work = "release-number"
	WorkReturnSIM     Work = "return-sim"
	WorkCancelParcel  Work = "cancel-parcel"
	WorkDeactivate    Work = "deactivate-line"

	WorkSubmitPort     Work = "submit-port"
	WorkWithdrawPort   Work = "withdraw-port"
	WorkCutOver        Work = "cut-over"
	WorkSuspendSIM     Work = "suspend-old-sim"
	WorkRestoreSIM     Work = "restore-old-sim"
	WorkTakeOver       Work = "take-over-line"
	WorkOrderProfile   Work = "order-profile"
	WorkFollowProfile  Work = "follow-profile"
	WorkCancelProfile  Work = "cancel-profile"
	WorkAddExtraSIM    Work = "add-extra-sim"
	WorkRemoveExtraSIM Work = "remove-extra-sim"
	WorkAnswerDispute  Work = "answer-dispute"

	WorkAwaitActivation Work = "await-activation"
	WorkRecord          Work = "record" // a database write outside the other works
)

// OrderInput starts an Order.
type OrderInput struct {
	Unknown
	Order    Order    `json:"order"` // id, number, kind, source, language, package, createdAt
	Settings Settings `json:"settings"`
	Session  []byte   `json:"session"` // SHA-256 of the order session token
	Subject  string   `json:"subject"` // user id, empty for guests
}

// Settings are the business settings of an order; they are read once at the start, so that a replay sees the same values.
type Settings struct {
	Unknown
	HoldFor          time.Duration `json:"holdFor"`
	HoldCap          time.Duration `json:"holdCap"`
	MaxExtensions    int           `json:"maxExtensions"`
	DraftTTL         time.Duration `json:"draftTtl"`
	IdentityTTL      time.Duration `json:"identityTtl"`
	IdentityTries    int           `json:"identityTries"`
	PaymentTTL       time.Duration `json:"paymentTtl"`    // 3-D Secure session
	NumberLostTTL    time.Duration `json:"numberLostTtl"` // to pick another number after payment
	ShipmentTTL      time.Duration `json:"shipmentTtl"`   // without a final scan: to support
	DeliveryAttempts int           `json:"deliveryAttempts"`
	ActivationTTL    time.Duration `json:"activationTtl"` // reminder when not activated
	ESIM             ESIMSettings  `json:"esim,omitzero"`
	Port             PortSettings  `json:"port,omitzero"`
	GuardFor         time.Duration `json:"guardFor,omitzero"` // after a SIM replacement
}

// NumberChoice is the input of select-number.
type NumberChoice struct {
	MSISDN string `json:"msisdn"`
}

// PlanChoice is the input of select-plan.
type PlanChoice struct {
	PlanID string `json:"planId"`
}

// EligibilityClaim is the input of check-eligibility.
type EligibilityClaim struct {
	IDNumber    string `json:"idNumber"`
	Nationality string `json:"nationality"`
	// BirthDate is YYYY-MM-DD as typed, in BirthDateCalendar, or Gregorian without a calendar.
	BirthDate         string   `json:"birthDate"`
	BirthDateCalendar Calendar `json:"birthDateCalendar,omitempty"`
}

// Calendar is the calendar of a typed date.
type Calendar string

// Calendars: the Gregorian one, and the Umm al-Qura calendar of the Kingdom.
const (
	CalendarGregorian Calendar = "gregorian"
	CalendarHijri     Calendar = "hijri"
)

// DeliveryChoice is the input of choose-delivery.
type DeliveryChoice struct {
	Method   string   `json:"method"`
	Address  *Address `json:"address,omitempty"`
	BranchID string   `json:"branchId,omitempty"`
}

// Confirmation is the input of confirm-order. Total is the price that the customer saw; another price is refused.
type Confirmation struct {
	AcceptTerms bool    `json:"acceptTerms"`
	Total       Halalas `json:"total"`
}

// WalletCode is the input of enter-wallet-code: the code that a wallet sent to its customer.
type WalletCode struct {
	PaymentID string `json:"paymentId"`
	Code      string `json:"code"` // Western digits
}

// PayRequest is the input of pay. CardToken is the provider's single-use token of a typed card.
type PayRequest struct {
	PaymentID string     `json:"paymentId"`
	CardToken string     `json:"cardToken"`
	Wallet    string     `json:"wallet,omitempty"` // mobile number of an STC Pay wallet, instead of a card
	ReturnURL string     `json:"returnUrl"`        // page to which 3-D Secure returns the browser
	Kept      *SavedCard `json:"kept,omitempty"`
}

// SavedCard names the saved card that pays, or asks to save the typed card. The provider's token stays in our database.
type SavedCard struct {
	UserID string `json:"userId"`
	CardID string `json:"cardId,omitempty"`
	Keep   bool   `json:"keep,omitempty"`
}

// CancelRequest is the input of cancel-order.
type CancelRequest struct {
	Reason string `json:"reason"`
}

// ActivationRequest is the input of activate-sim.
type ActivationRequest struct {
	ICCID string `json:"iccid"`
	PUK1  string `json:"puk1,omitempty"`
}

// Resolution actions.
const (
	ResolveRetry  = "retry"
	ResolveAmend  = "amend"
	ResolveSkip   = "skip"
	ResolveCancel = "cancel"
)

// Resolution is the decision of support about a held order.
type Resolution struct {
	Action     string      `json:"action"`
	Amendments *Amendments `json:"amendments,omitempty"` // only with amend
	Note       string      `json:"note"`
	Actor      string      `json:"actor"` // user id, for the audit log
}

// ActorCustomer is the actor of a correction by the customer; the audit log does not record it.
const ActorCustomer = "customer"

// DeliveryCorrection is another address from the customer, for a parcel that has not left us.
type DeliveryCorrection struct {
	Address Address `json:"address"`
}

// Amendments are the corrections of support.
type Amendments struct {
	Address *Address `json:"address,omitempty"`
	Contact *Contact `json:"contact,omitempty"`
	Device  *Device  `json:"device,omitempty"`
}

// IdentityAsk is the input of UpdateRequestIdentity.
type IdentityAsk struct {
	ClientAddress string `json:"clientAddress,omitempty"` // the customer's full address, which the identity app requires
}

// IdentityAnswered reports the customer's answer in the identity app.
type IdentityAnswered struct {
	EventID       string         `json:"eventId"`
	TransactionID string         `json:"transactionId"`
	Status        IdentityStatus `json:"status"`
}

// PaymentReported says that the provider has news of a payment; the workflow then asks for its state.
type PaymentReported struct {
	EventID   string `json:"eventId"`
	PaymentID string `json:"paymentId"`
}

// ParcelScanned is one scan of the courier.
type ParcelScanned struct {
	EventID    string         `json:"eventId"`
	AirwayBill string         `json:"airwayBill"`
	Status     ShipmentStatus `json:"status"`         // empty for a scan that changes nothing
	Text       string         `json:"text,omitempty"` // the courier's own words about such a scan
	At         time.Time      `json:"at"`
}

// PaymentInput is one payment of an order or a purchase.
type PaymentInput struct {
	OrderID   string        `json:"orderId,omitempty"`
	PaymentID string        `json:"paymentId"`
	CardToken string        `json:"cardToken"`
	Wallet    string        `json:"wallet,omitempty"` // mobile number of an STC Pay wallet, instead of a card
	ReturnURL string        `json:"returnUrl"`
	Amount    Halalas       `json:"amount"`
	TTL       time.Duration `json:"ttl"`
	Kept      *SavedCard    `json:"kept,omitempty"`
	// Unattended says that the customer is not present: the saved card is charged as agreed.
	Unattended bool `json:"unattended,omitempty"`
}

// ShipmentInput is the input of BookParcel.
type ShipmentInput struct {
	OrderID     string   `json:"orderId"`
	OrderNumber string   `json:"orderNumber"`
	Delivery    Delivery `json:"delivery"`
	Contact     Contact  `json:"contact"`
	Attempt     int      `json:"attempt"` // grows when support corrects the data of a booked parcel; a part of the courier's idempotency key
}

// Reference is the courier's idempotency key for this attempt; the first one is the order's id.
func (in ShipmentInput) Reference() string {
	if in.Attempt == 0 {
		return in.OrderID
	}
	return in.OrderID + "-" + strconv.Itoa(in.Attempt)
}

// WorkflowAuditSealing seals the audit log continuously.
const WorkflowAuditSealing = "AuditSealing"

// AuditSealingWorkflowID is the id of the only AuditSealing workflow.
const AuditSealingWorkflowID = "audit/seals"

// WorkflowAuditVerification verifies the audit log.
const WorkflowAuditVerification = "AuditVerification"

// AuditVerified is the result of an AuditVerification, and the input of the next one.
type AuditVerified struct {
	Head    string    `json:"head,omitempty"` // of the newest seal; empty without a seal
	Seals   int64     `json:"seals"`
	Entries int64     `json:"entries"` // in seals
	Faults  int       `json:"faults"`
	WholeAt time.Time `json:"wholeAt,omitzero"` // the last verification from the first entry on
}

// WorkflowServiceEnds ends expired value-added services continuously.
const WorkflowServiceEnds = "ServiceEnds"

// ServiceEndsWorkflowID is the id of the only ServiceEnds workflow.
const ServiceEndsWorkflowID = "services/ends"

// WorkflowCardRemovals deletes removed cards at the payment provider continuously.
const WorkflowCardRemovals = "CardRemovals"

// CardRemovalsWorkflowID is the id of the only CardRemovals workflow.
const CardRemovalsWorkflowID = "cards/removals"

// WorkflowLateOrders looks for orders that wait longer than usual.
const WorkflowLateOrders = "LateOrders"

// LateOrdersWorkflowID is the id of the only LateOrders workflow.
const LateOrdersWorkflowID = "orders/late"

// WorkflowExpectations computes how long orders usually wait.
const WorkflowExpectations = "Expectations"

// WorkflowRowSweep finds rows whose workflow is missing or late, and workflows without a row.
const WorkflowRowSweep = "RowSweep"

// Swept is the result of WorkflowRowSweep.
type Swept struct {
	Unknown
	Rows      int `json:"rows"`      // checked
	Workflows int `json:"workflows"` // checked
	Findings  int `json:"findings"`  // open ones, those of earlier sweeps included
	Called    int `json:"called"`    // plans whose workflow was signalled
}

// WorkflowEInvoiceDelivery stamps and submits electronic invoices continuously.
const WorkflowEInvoiceDelivery = "EInvoiceDelivery"

// EInvoiceDeliveryWorkflowID is the id of the only EInvoiceDelivery workflow of a device; the first device is 0.
func EInvoiceDeliveryWorkflowID(device int) string {
	if device == 0 {
		return "einvoices/outbox"
	}
	return fmt.Sprintf("einvoices/outbox/%d", device+1)
}
