package refund

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/charge"
	"selfcare/workflows/internal/run"
)

// LatePayment looks after money that was reported for an order that is over. A report is only a reason to ask: where the
// provider says that the money came, it is written down, goes back, and the customer is told. It cannot be cancelled, because
// money has moved.
func LatePayment(ctx workflow.Context, in contract.LatePaymentInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	l := &latePayment{in: in, attention: &run.Attention{}}
	reports := workflow.GetSignalChannel(ctx, contract.SignalPaymentReported)
	for reports.ReceiveAsync(nil) {
		if err := l.look(ctx); err != nil {
			return err
		}
	}
	return nil
}

type latePayment struct {
	in        contract.LatePaymentInput
	attention *run.Attention
	flagged   contract.Code // why operators find it among what needs a person
}

func (l *latePayment) look(ctx workflow.Context) error {
	now, err := l.ask(ctx)
	if err != nil || now.Status != contract.PaymentPaid {
		return err
	}
	var money contract.LateMoney
	moved := contract.LatePaymentMoved{At: run.At(ctx), OrderID: l.in.OrderID, Payment: now}
	err = run.Local(ctx, l.attention, "Write down the late payment", &money, orders.RecordLatePayment, moved)
	if err != nil || money.Due == 0 {
		return err
	}
	workflow.SetCurrentDetails(ctx, "Order "+money.Order.Number+" · "+order.Riyals(money.Due)+" SAR are **on their way back**")
	if err := l.giveBack(ctx, money.Due); err != nil {
		return err
	}
	moved.Now = workflow.Now(ctx)
	if err := run.Local(ctx, l.attention, "Write the refund into the books", nil, orders.RecordLateRefund, moved); err != nil {
		return err
	}
	workflow.SetCurrentDetails(ctx, "Order "+money.Order.Number+" · "+order.Riyals(money.Due)+" SAR are **back**")
	if l.flagged != "" {
		l.attention.Drop(ctx, l.flagged)
	}
	return nil
}

// ask does not give up: nothing else will ask.
func (l *latePayment) ask(ctx workflow.Context) (contract.Payment, error) {
	for n := 0; ; n++ {
		now, known := l.inquire(ctx)
		if known {
			return now, nil
		}
		if err := l.pause(ctx, n, contract.FailOutcomeUnknown); err != nil {
			return now, err
		}
	}
}

func (l *latePayment) inquire(ctx workflow.Context) (now contract.Payment, known bool) {
	in := contract.PaymentInput{OrderID: l.in.OrderID, PaymentID: l.in.PaymentID}
	now = charge.Outcome(ctx, in, contract.Payment{})
	return now, now.Status != ""
}

// giveBack tries until the money is back. What became of a try is asked before the next one, so a refund that is made at the
// provider by hand ends it too.
func (l *latePayment) giveBack(ctx workflow.Context, due contract.Halalas) error {
	request := contract.RefundRequest{PaymentID: l.in.PaymentID, Amount: due}
	for n := 0; ; n++ {
		err := workflow.ExecuteActivity(run.WithOneTryPolicy(ctx, "Refund the card"), payments.RefundPayment, request).Get(ctx, nil)
		if err == nil {
			return nil
		}
		if now, known := l.inquire(ctx); known && now.Status == contract.PaymentRefunded {
			return nil
		}
		code := contract.FailOutcomeUnknown
		if run.CodeOf(err) == contract.FailRefundRefused {
			code, n = contract.FailRefundRefused, len(run.InquiryPauses)
		}
		if err := l.pause(ctx, n, code); err != nil {
			return err
		}
	}
}

// pause grows from try to try; what has lasted too long is shown to operators, and tried on.
func (l *latePayment) pause(ctx workflow.Context, n int, code contract.Code) error {
	if n >= len(run.InquiryPauses) && l.flagged == "" {
		l.flagged = code
		l.attention.Raise(ctx, code)
	}
	return run.Pause(ctx, run.Wait{For: "ask and try again", Limit: run.PauseBefore(n), Then: "the provider is asked again"})
}
