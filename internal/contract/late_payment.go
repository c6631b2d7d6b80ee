package contract

// WorkflowLatePayment gives back money that came for an order after the order was over.
const WorkflowLatePayment = "LatePayment"

// LatePaymentWorkflowID names the look after one payment of an order that is over. Each report of the payment is a
// SignalPaymentReported to it, which starts it where it does not run.
func LatePaymentWorkflowID(paymentID string) string { return "late-payment/" + paymentID }

// LatePaymentInput starts a LatePayment.
type LatePaymentInput struct {
	OrderID     string `json:"orderId"`
	OrderNumber string `json:"orderNumber"`
	PaymentID   string `json:"paymentId"`
}

// LatePaymentMoved is the input of RecordLatePayment and RecordLateRefund.
type LatePaymentMoved struct {
	At
	OrderID string  `json:"orderId"`
	Payment Payment `json:"payment"` // as the provider knows it
}

// LateMoney is the order as it stands and what has to go back; zero where nothing has.
type LateMoney struct {
	Order Order   `json:"order"`
	Due   Halalas `json:"due"`
}
