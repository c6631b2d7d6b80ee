package cardpayment

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// RefundObserver is told when a refund does not succeed by itself.
type RefundObserver interface {
	// ShowDelay is called when the outcome stays unknown for too long; the refund is still tried.
	ShowDelay(ctx workflow.Context) error
	// HandleRefusal is called when the provider refuses for good. The refund is tried again after it returns.
	HandleRefusal(ctx workflow.Context) error
}

// Refund tries until the money is back. It asks for the outcome before each new try, so a refund made by hand at the provider
// ends it too. An order does not use it: the refund of an order is held for support after an hour, like all its work.
func Refund(ctx workflow.Context, in contract.PaymentInput, clerk RefundObserver) error {
	for n := 0; ; n++ {
		err := refundOnce(ctx, in)
		if err == nil || askRefunded(ctx, in) {
			return nil
		}
		if process.CodeOf(err) == contract.FailRefundRefused {
			n, err = -1, clerk.HandleRefusal(ctx)
		} else {
			err = pauseRefund(ctx, n, clerk)
		}
		if err != nil {
			return err
		}
	}
}

func refundOnce(ctx workflow.Context, in contract.PaymentInput) error {
	request := contract.RefundRequest{PaymentID: in.PaymentID, Amount: in.Amount}
	return workflow.ExecuteActivity(process.WithOneTryPolicy(ctx, "Refund the card"), payments.RefundPayment, request).Get(ctx, nil)
}

// askRefunded asks the provider; no answer counts as no.
func askRefunded(ctx workflow.Context, in contract.PaymentInput) bool {
	return ask(ctx, in, pendingPayment(in)).Status == contract.PaymentRefunded
}

// pauseRefund waits before the next try; the pauses grow.
func pauseRefund(ctx workflow.Context, n int, clerk RefundObserver) error {
	if n == len(process.InquiryPauses) {
		if err := clerk.ShowDelay(ctx); err != nil {
			return err
		}
	}
	return process.Pause(ctx, process.Wait{For: "try the refund again", Limit: process.PauseBefore(n), Then: "the refund is tried again"})
}
