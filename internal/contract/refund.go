package contract

import "time"

// WorkflowRefund refunds a completed order.
const WorkflowRefund = "Refund"

// RefundWorkflowID names the only refund of a completed order; repeated requests find the same one.
func RefundWorkflowID(orderNumber string) string { return "refund/" + orderNumber }

// UpdateDecideRefund tells Refund that support decided to refund: the first time, and again after a failure. It returns the
// Order.
const UpdateDecideRefund = "decide-refund"

// RefundInput starts a Refund.
type RefundInput struct {
	OrderID string `json:"orderId"`
}

// RefundDecision is the input of decide-refund.
type RefundDecision struct {
	Key   string `json:"key"` // identifies a repetition of the decision
	Actor string `json:"actor"`
	Note  string `json:"note"`
}

// RefundDecided is the input of BeginRefund.
type RefundDecided struct {
	At
	Decision RefundDecision `json:"decision"`
}

// RefundFlagged is the input of FlagRefund.
type RefundFlagged struct {
	At
	FailureCode Code `json:"failureCode"`
}

// Refund is the running or completed refund of a completed order. The order stays active, and its line stays in service.
type Refund struct {
	Unknown
	PaymentID   string    `json:"paymentId"`
	Amount      Halalas   `json:"amount"`
	Decision    string    `json:"decision"` // key of its decision
	RequestedAt time.Time `json:"requestedAt"`
	DoneAt      time.Time `json:"doneAt,omitzero"`
	FailureCode Code      `json:"failureCode,omitempty"` // support has to look at it
	Reward      Halalas   `json:"reward,omitempty"`      // reward of an invitation that each side loses
}

// Done tells whether the refund is complete.
func (r *Refund) Done() bool { return r != nil && !r.DoneAt.IsZero() }

// PayoutKind is a way in which support gives money to a customer.
type PayoutKind string

// Ways of giving money. Promo codes, bonuses and other settings always need two people (ADR 87).
const (
	PayoutRefund     PayoutKind = "refund" // of a completed order
	PayoutCreditNote PayoutKind = "credit-note"
	PayoutBankReturn PayoutKind = "bank-return"
	PayoutSettlement PayoutKind = "settlement"
)

// RefundRequestState is the state of a refund request that needs a second person.
type RefundRequestState string

// States of refund requests.
const (
	RefundPending  RefundRequestState = "pending"
	RefundApproved RefundRequestState = "approved"
	RefundDeclined RefundRequestState = "declined"
	RefundExpired  RefundRequestState = "expired"
)

// Refusals of refunds.
const (
	FailRefundWaits       Code = "refund_awaits_second_person"
	FailRefundSamePerson  Code = "refund_same_person"
	FailRefundDecided     Code = "refund_request_decided"
	FailRefundExpired     Code = "refund_request_expired"
	FailRefundUnknown     Code = "refund_request_not_found"
	FailOrderNotCompleted Code = "order_not_completed"
	FailNothingToRefund   Code = "nothing_to_refund"
	FailAlreadyRefunded   Code = "already_refunded"
	FailRefundUnderWay    Code = "refund_under_way"
	FailNotRefunded       Code = "not_refunded_yet"
)

// refundFailures are the failures of refunds.
var refundFailures = map[Code]Failure{
	FailRefundWaits:       {409, -1290, true, FixSupport},
	FailRefundSamePerson:  {403, -1291, false, FixSupport},
	FailRefundDecided:     {409, -1292, false, FixNone},
	FailRefundExpired:     {410, -1293, false, FixSupport},
	FailRefundUnknown:     {404, -1294, false, FixSupport},
	FailOrderNotCompleted: {409, -1250, true, FixSupport},
	FailNothingToRefund:   {409, -1251, false, FixSupport},
	FailAlreadyRefunded:   {409, -1252, false, FixNone},
	FailRefundUnderWay:    {409, -1253, true, FixSupport},
	FailNotRefunded:       {409, -1255, true, FixNone},
}

// WorkflowLatePayment refunds money that arrived after the end of its order or purchase.
const WorkflowLatePayment = "LatePayment"

// LatePaymentWorkflowID names the check of one late payment. Each report of the payment sends it a SignalPaymentReported, and
// starts it if necessary.
func LatePaymentWorkflowID(paymentID string) string { return "late-payment/" + paymentID }

// LatePaymentInput starts a LatePayment.
type LatePaymentInput struct {
	OrderID     string `json:"orderId,omitempty"`
	OrderNumber string `json:"orderNumber,omitempty"`
	PaymentID   string `json:"paymentId"`

	// Set instead of the order's, for a purchase.
	PurchaseID     string `json:"purchaseId,omitempty"`
	PurchaseNumber string `json:"purchaseNumber,omitempty"`
}

// LatePaymentMoved is the input of RecordLatePayment and RecordLateRefund.
type LatePaymentMoved struct {
	At
	OrderID    string  `json:"orderId,omitempty"`
	PurchaseID string  `json:"purchaseId,omitempty"` // instead of OrderID
	Payment    Payment `json:"payment"`              // as reported by the provider
}

// LateMoney is the amount to refund, or zero, and the number of its order or purchase.
type LateMoney struct {
	Number string  `json:"number"`
	Due    Halalas `json:"due"`
}

// Reconciled is the result of comparing our books with the payment provider's file of a day.
type Reconciled struct {
	Day     string `json:"day"`
	Lines   int    `json:"lines"`
	Agreed  int    `json:"agreed"`
	Held    int    `json:"held"`    // differences for a person
	Changed bool   `json:"changed"` // false when the file was read before
}
