package refund

import (
	"go.temporal.io/sdk/workflow"

	purchaseacts "selfcare/activities/purchase"
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/workflows/internal/cardpayment"
	"selfcare/workflows/internal/process"
)

var purchases *purchaseacts.Activities // only the method names are used; the workflow never calls these

// LatePayment handles money that was reported for an order or a purchase that is over. A report only triggers an inquiry: if
// the provider confirms the money, it is recorded and refunded, and the customer is told. Nothing cancels this workflow,
// because money has moved.
func LatePayment(ctx workflow.Context, in contract.LatePaymentInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	l := &latePayment{in: in, attention: &process.Attention{}, books: booksOf(in)}
	reports := workflow.GetSignalChannel(ctx, contract.SignalPaymentReported)
	for reports.ReceiveAsync(nil) {
		for reports.ReceiveAsync(nil) { // one look answers all that have come
		}
		if err := l.look(ctx); err != nil {
			return err
		}
	}
	return nil
}

type latePayment struct {
	in        contract.LatePaymentInput
	attention *process.Attention
	flagged   contract.Code // the reason that operators see
	books     lateBooks
}

// lateBooks are the activities that record the payment and its refund.
type lateBooks struct{ paid, back any }

func booksOf(in contract.LatePaymentInput) lateBooks {
	if in.PurchaseID != "" {
		return lateBooks{purchases.RecordLatePurchasePayment, purchases.RecordLatePurchaseRefund}
	}
	return lateBooks{orders.RecordLatePayment, orders.RecordLateRefund}
}

func (l *latePayment) look(ctx workflow.Context) error {
	in := contract.PaymentInput{OrderID: l.in.OrderID, PaymentID: l.in.PaymentID}
	now := cardpayment.Learn(ctx, in, cardpayment.NewReports(), l.attention)
	if now.Status != contract.PaymentPaid {
		return nil
	}
	var late contract.LateMoney
	moved := contract.LatePaymentMoved{At: process.At(ctx), OrderID: l.in.OrderID, PurchaseID: l.in.PurchaseID, Payment: now}
	err := process.CallLocal(ctx, l.attention, "Record the late payment", &late, l.books.paid, moved)
	if err != nil || late.Due == 0 {
		return err
	}
	workflow.SetCurrentDetails(ctx, late.Number+" · "+money.Riyals(late.Due)+" SAR are **on their way back**")
	in.Amount = late.Due
	if err := cardpayment.Refund(ctx, in, l); err != nil {
		return err
	}
	moved.Now = process.Now(ctx)
	if err := process.CallLocal(ctx, l.attention, "Record the refund in the ledger", nil, l.books.back, moved); err != nil {
		return err
	}
	workflow.SetCurrentDetails(ctx, late.Number+" · "+money.Riyals(late.Due)+" SAR are **back**")
	if l.flagged != "" {
		l.attention.Drop(ctx, l.flagged)
	}
	return nil
}

// ShowDelay shows operators that the refund has taken too long.
func (l *latePayment) ShowDelay(ctx workflow.Context) error {
	l.flag(ctx, contract.FailOutcomeUnknown)
	return nil
}

// HandleRefusal does not wait for a decision, because support did not decide about this refund. Operators make it by hand at
// the provider.
func (l *latePayment) HandleRefusal(ctx workflow.Context) error {
	l.flag(ctx, contract.FailRefundRefused)
	return process.Pause(ctx, process.Wait{
		For: "operators make the refund by hand", Limit: process.PauseBefore(len(process.InquiryPauses)), Then: "it is tried again",
	})
}

func (l *latePayment) flag(ctx workflow.Context, code contract.Code) {
	if l.flagged == "" {
		l.flagged = code
		l.attention.Raise(ctx, code)
	}
}
