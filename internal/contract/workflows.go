package contract

import (
	"strconv"
	"time"
)

// Task queues. Messages have their own, so that a sender that hangs takes nothing from orders, nor an order from one-time codes.
const (
	TaskQueue         = "selfcare"
	TaskQueueMessages = "selfcare-messages"
)

// MessageDeliveryWorkflowID names the one workflow that empties the outbox.
const MessageDeliveryWorkflowID = "messages/outbox"

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

// OrderWorkflowID is made of the order's number, which a customer reads out on the phone. No personal data in ids:
// Temporal stores them in clear.
func OrderWorkflowID(orderNumber string) string { return "order/" + orderNumber }

// PortInWorkflowID names the workflow that brings an order's number over.
func PortInWorkflowID(orderNumber string) string { return "port-in/" + orderNumber }

// DayReconciliationWorkflowID names the comparison of our books with the payment provider's file of a day.
func DayReconciliationWorkflowID(day string) string { return "reconciliation/" + day }

// LineChangeWorkflowID names the change that is under way on a line; lineID is opaque.
func LineChangeWorkflowID(lineID string) string { return "line-change/" + lineID }

// NoticeWorkflowID names the sending of one message that belongs to no order.
func NoticeWorkflowID(noticeID string) string { return "notice/" + noticeID }

// Updates of Order: a person waits for the answer. Every one answers with Order.
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

// ErrorSavedAhead is the type of an activity's error that carries the state a process has to go on from: our database has a
// later one than the workflow, because the task that made it got lost with Temporal after it was saved.
const ErrorSavedAhead = "saved_ahead"

// Signals: something happened elsewhere. Each carries the event id of the outside system, so doubles are dropped.
const (
	SignalIdentityAnswered = "identity-answered" // to Order: IdentityAnswered
	SignalPaymentReported  = "payment-reported"  // to Order: PaymentReported
	SignalParcelScanned    = "parcel-scanned"    // to Order: ParcelScanned
	SignalOrderLate        = "order-late"        // to Order: OrderLate
)

// QueryStatus answers an operator with the Order as the workflow sees it.
const QueryStatus = "status"

// Search attributes. Stored in clear: no personal data.
const (
	AttrOrderKind      = "OrderKind"      // keyword, such as esim-port-in
	AttrStage          = "Stage"          // keyword
	AttrNeedsAttention = "NeedsAttention" // bool
	AttrFailureCode    = "FailureCode"    // keyword
	AttrDueAt          = "DueAt"          // datetime
	AttrLate           = "Late"           // bool: it waits for longer than is usual
	AttrWaitsFor       = "WaitsFor"       // keyword: us, customer, donor, courier, partner, support, nobody
	AttrLineRef        = "LineRef"        // keyword, opaque line id
	AttrPartnerRef     = "PartnerRef"     // keyword: airway bill, transaction id
	AttrPlanID         = "PlanId"         // keyword
	AttrNextCycle      = "NextCycle"      // datetime: when the cycle of a line's plan ends
)

// Work is a piece of work of an order that can end in Held. Recorded in history.
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
	WorkRecord          Work = "record" // a write of any process that is no other piece of work
)

// OrderInput starts an Order.
type OrderInput struct {
	Unknown
	Order    Order    `json:"order"` // id, number, kind, source, language, package, createdAt
	Settings Settings `json:"settings"`
	Session  []byte   `json:"session"` // SHA-256 of the order session token
	Subject  string   `json:"subject"` // user id, empty for guests
}

// Settings are the business figures an order runs with; read once at the start so that replay never sees another value.
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
	GuardFor         time.Duration `json:"guardFor,omitzero"` // after a SIM changed hands
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
	// BirthDate is YYYY-MM-DD as it was typed, in BirthDateCalendar; without one it is Gregorian.
	BirthDate         string   `json:"birthDate"`
	BirthDateCalendar Calendar `json:"birthDateCalendar,omitempty"`
}

// Calendar is the calendar of a typed date.
type Calendar string

// Calendars: ours, and the one of the Kingdom (Umm al-Qura).
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

// Confirmation is the input of confirm-order. Total is what the customer saw; another price is refused.
type Confirmation struct {
	AcceptTerms bool    `json:"acceptTerms"`
	Total       Halalas `json:"total"`
}

// PayRequest is the input of pay. CardToken is the provider's single-use token, where a card was typed.
type PayRequest struct {
	PaymentID string    `json:"paymentId"`
	CardToken string    `json:"cardToken"`
	Wallet    string    `json:"wallet,omitempty"` // mobile number of an STC Pay wallet, in place of a card
	ReturnURL string    `json:"returnUrl"`        // where 3-D Secure sends the browser back to
	Kept      *KeptCard `json:"kept,omitempty"`
}

// KeptCard says which card of a user pays, or that the one that was typed is to be kept for later. What the provider calls it
// stays in our database.
type KeptCard struct {
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

// Resolution is what a support person decided about a held order.
type Resolution struct {
	Action     string      `json:"action"`
	Amendments *Amendments `json:"amendments,omitempty"` // only with amend
	Note       string      `json:"note"`
	Actor      string      `json:"actor"` // user id, for the audit log
}

// ActorCustomer is the actor of a correction that the customer made: the audit log is about support.
const ActorCustomer = "customer"

// DeliveryCorrection is another address from the customer, for a parcel whose address the courier refused.
type DeliveryCorrection struct {
	Address Address `json:"address"`
}

// Amendments are the corrections support may make.
type Amendments struct {
	Address *Address `json:"address,omitempty"`
	Contact *Contact `json:"contact,omitempty"`
	Device  *Device  `json:"device,omitempty"`
}

// IdentityAnswered reports the customer's answer in the identity app.
type IdentityAnswered struct {
	EventID       string         `json:"eventId"`
	TransactionID string         `json:"transactionId"`
	Status        IdentityStatus `json:"status"`
}

// PaymentReported says that the provider has news of a payment; the workflow asks for the truth by inquiry.
type PaymentReported struct {
	EventID   string `json:"eventId"`
	PaymentID string `json:"paymentId"`
}

// ParcelScanned is one scan of the courier.
type ParcelScanned struct {
	EventID    string         `json:"eventId"`
	AirwayBill string         `json:"airwayBill"`
	Status     ShipmentStatus `json:"status"`
	At         time.Time      `json:"at"`
}

// PaymentInput is one attempt to pay for an order or a purchase.
type PaymentInput struct {
	OrderID   string        `json:"orderId,omitempty"`
	PaymentID string        `json:"paymentId"`
	CardToken string        `json:"cardToken"`
	Wallet    string        `json:"wallet,omitempty"` // mobile number of an STC Pay wallet, in place of a card
	ReturnURL string        `json:"returnUrl"`
	Amount    Halalas       `json:"amount"`
	TTL       time.Duration `json:"ttl"`
	Kept      *KeptCard     `json:"kept,omitempty"`
	// Unattended says that nobody sits in front of it: the kept card is charged as its customer agreed to.
	Unattended bool `json:"unattended,omitempty"`
}

// ShipmentInput is the input of BookParcel.
type ShipmentInput struct {
	OrderID     string   `json:"orderId"`
	OrderNumber string   `json:"orderNumber"`
	Delivery    Delivery `json:"delivery"`
	Contact     Contact  `json:"contact"`
	Attempt     int      `json:"attempt"` // grows when support corrected the data of a booked parcel: part of the courier's idempotency key
}

// Reference is the courier's idempotency key of this attempt; the first one is the order's id.
func (in ShipmentInput) Reference() string {
	if in.Attempt == 0 {
		return in.OrderID
	}
	return in.OrderID + "-" + strconv.Itoa(in.Attempt)
}

// WorkflowAuditSealing keeps the audit log sealed.
const WorkflowAuditSealing = "AuditSealing"

// AuditSealingWorkflowID names the one workflow that does so.
const AuditSealingWorkflowID = "audit/seals"

// WorkflowAuditVerification looks the audit log through.
const WorkflowAuditVerification = "AuditVerification"

// AuditVerified is what an AuditVerification answers with, and what the next one is told of it.
type AuditVerified struct {
	Head    string `json:"head,omitempty"` // of the newest seal; empty where there is none
	Seals   int64  `json:"seals"`
	Entries int64  `json:"entries"` // in seals
	Faults  int    `json:"faults"`
}

// WorkflowServiceEnds keeps ending the value-added services that are over.
const WorkflowServiceEnds = "ServiceEnds"

// ServiceEndsWorkflowID names the one workflow that does so.
const ServiceEndsWorkflowID = "services/ends"

// WorkflowLateOrders keeps looking for orders that wait for longer than is usual.
const WorkflowLateOrders = "LateOrders"

// LateOrdersWorkflowID names the one workflow that does so.
const LateOrdersWorkflowID = "orders/late"

// WorkflowExpectations works out how long orders usually wait.
const WorkflowExpectations = "Expectations"

// WorkflowRowSweep finds rows whose workflow is gone or late, and workflows without a row.
const WorkflowRowSweep = "RowSweep"

// Swept is what WorkflowRowSweep answers.
type Swept struct {
	Unknown
	Rows      int `json:"rows"`      // that were looked at
	Workflows int `json:"workflows"` // that were looked at
	Findings  int `json:"findings"`  // that stand, with those of earlier sweeps
	Called    int `json:"called"`    // plans whose workflow was called
}

// WorkflowEInvoiceDelivery keeps electronic invoices being stamped and handed over.
const WorkflowEInvoiceDelivery = "EInvoiceDelivery"

// EInvoiceDeliveryWorkflowID names the one workflow that does so.
const EInvoiceDeliveryWorkflowID = "einvoices/outbox"
