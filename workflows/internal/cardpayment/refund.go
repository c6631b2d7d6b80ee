package cardpayment

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Clerk is told where a refund does not go through by itself.
type Clerk interface {
	// Lasts tells that nobody has known for too long whether the money is back; it is tried on.
	Lasts(ctx workflow.Context) error
	// Refused tells that the provider refuses for good. Once this returns, the refund is tried again.
	HandleRefusal(ctx workflow.Context) error
}

// Refund tries until the money is back. What became of a try is asked before the next one, so a refund that is made at the
// provider by hand ends it too. An order does not use it: its refund is held for support after an hour, like all its work.
func Refund(ctx workflow.Context, in contract.PaymentInput, clerk Clerk) error {
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

// askRefunded asks the provider; no answer is not a yes.
func askRefunded(ctx workflow.Context, in contract.PaymentInput) bool {
	return ask(ctx, in, unknown(in)).Status == contract.PaymentRefunded
}

// pauseRefund grows from try to try.
func pauseRefund(ctx workflow.Context, n int, clerk Clerk) error {
	if n == len(process.InquiryPauses) {
		if err := clerk.Lasts(ctx); err != nil {
			return err
		}
	}
	return process.Pause(ctx, process.Wait{For: "try the refund again", Limit: process.PauseBefore(n), Then: "the refund is tried again"})
}
