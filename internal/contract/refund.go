package contract

import "time"

// WorkflowRefund gives back the money of a completed order.
const WorkflowRefund = "Refund"

// RefundWorkflowID names the refund of a completed order: there is one, however often it is asked for.
func RefundWorkflowID(orderNumber string) string { return "refund/" + orderNumber }

// UpdateDecideRefund tells Refund that support wants the money to go back: the first time, and again where it got stuck. It
// answers with Order.
const UpdateDecideRefund = "decide-refund"

// RefundInput starts a Refund.
type RefundInput struct {
	OrderID string `json:"orderId"`
}

// RefundDecision is the input of decide-refund.
type RefundDecision struct {
	Key   string `json:"key"` // tells a repeat from another decision
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

// Refund is the money of a completed order on its way back, or back. The order stays active: its line goes on.
type Refund struct {
	Unknown
	PaymentID   string    `json:"paymentId"`
	Amount      Halalas   `json:"amount"`
	Decision    string    `json:"decision"` // key of the decision it goes back by
	RequestedAt time.Time `json:"requestedAt"`
	DoneAt      time.Time `json:"doneAt,omitzero"`
	FailureCode Code      `json:"failureCode,omitempty"` // support has to look at it
	Reward      Halalas   `json:"reward,omitempty"`      // of an invitation, taken back from each side
}

// Done tells whether the money is back.
func (r *Refund) Done() bool { return r != nil && !r.DoneAt.IsZero() }

// GivingWay is a way in which people of support give money to a customer.
type GivingWay string

// Ways of giving money. Promo codes, bonuses and other settings are changed by two people at any amount (ADR 87).
const (
	GivesRefund     GivingWay = "refund" // of a completed order
	GivesCreditNote GivingWay = "credit-note"
	GivesBankReturn GivingWay = "bank-return"
	GivesSettlement GivingWay = "settlement"
)

// RefundRequestState is what became of a refund that needs a second person.
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

// refundFailures are those of refunds.
var refundFailures = map[Code]Failure{
	FailRefundWaits:       {409, -1290, true, FixSupport},
	FailRefundSamePerson:  {403, -1291, false, FixSupport},
	FailRefundDecided:     {409, -1292, false, FixNobody},
	FailRefundExpired:     {410, -1293, false, FixSupport},
	FailRefundUnknown:     {404, -1294, false, FixSupport},
	FailOrderNotCompleted: {409, -1250, true, FixSupport},
	FailNothingToRefund:   {409, -1251, false, FixSupport},
	FailAlreadyRefunded:   {409, -1252, false, FixNobody},
	FailRefundUnderWay:    {409, -1253, true, FixSupport},
	FailNotRefunded:       {409, -1255, true, FixNobody},
}

// WorkflowLatePayment gives back money that came for an order or a purchase after that was over.
const WorkflowLatePayment = "LatePayment"

// LatePaymentWorkflowID names the look after one payment of what is over. Each report of the payment is a
// SignalPaymentReported to it, which starts it where it does not run.
func LatePaymentWorkflowID(paymentID string) string { return "late-payment/" + paymentID }

// LatePaymentInput starts a LatePayment.
type LatePaymentInput struct {
	OrderID     string `json:"orderId,omitempty"`
	OrderNumber string `json:"orderNumber,omitempty"`
	PaymentID   string `json:"paymentId"`

	// In place of the order's, where it is for a purchase.
	PurchaseID     string `json:"purchaseId,omitempty"`
	PurchaseNumber string `json:"purchaseNumber,omitempty"`
}

// LatePaymentMoved is the input of RecordLatePayment and RecordLateRefund.
type LatePaymentMoved struct {
	At
	OrderID    string  `json:"orderId,omitempty"`
	PurchaseID string  `json:"purchaseId,omitempty"` // in place of OrderID
	Payment    Payment `json:"payment"`              // as the provider knows it
}

// LateMoney is what has to go back, zero where nothing has, and the number of what it was for.
type LateMoney struct {
	Number string  `json:"number"`
	Due    Halalas `json:"due"`
}

// Reconciled is what the comparison of our books with the payment provider's file of a day came to.
type Reconciled struct {
	Day     string `json:"day"`
	Lines   int    `json:"lines"`
	Agreed  int    `json:"agreed"`
	Held    int    `json:"held"`    // differences that a person has to look at
	Changed bool   `json:"changed"` // false where the file had been read before
}
