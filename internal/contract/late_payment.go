package contract

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
