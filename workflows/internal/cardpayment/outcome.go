package cardpayment

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Reports are what the provider reported of payments, until somebody asks what became of them.
type Reports struct{ waiting map[string]int }

// NewReports are none so far.
func NewReports() *Reports { return &Reports{waiting: map[string]int{}} }

// Note takes a report of a payment. It is only a reason to ask, never the truth itself.
func (r *Reports) Note(paymentID string) { r.waiting[paymentID]++ }

// await waits for a report of a payment, at most for the limit.
func (r *Reports) await(ctx workflow.Context, paymentID string, wait process.Wait) {
	if _, err := process.Await(ctx, wait, func() bool { return r.waiting[paymentID] > 0 }); err != nil {
		workflow.GetLogger(ctx).Error("a payment's wait was cut short", "error", err)
	}
	delete(r.waiting, paymentID)
}

// Learn asks what became of a payment, at once and then until the provider commits itself: nothing else may ever ask again.
func Learn(ctx workflow.Context, in contract.PaymentInput, reports *Reports, attention *process.Attention) contract.Payment {
	return settle(ctx, in, ask(ctx, in, unknown(in)), reports, attention)
}

// settle asks on, whenever the provider reports and at growing pauses. What stays unknown for too long is shown to operators.
func settle(
	ctx workflow.Context, in contract.PaymentInput, known contract.Payment, reports *Reports, attention *process.Attention,
) contract.Payment {
	raised := false
	for n := 0; !known.Status.Settled(); n++ {
		if n == len(process.InquiryPauses) {
			raised = true
			attention.Raise(ctx, contract.FailOutcomeUnknown)
		}
		reports.await(ctx, in.PaymentID, process.Wait{
			For: "the provider knows the outcome", Limit: process.PauseBefore(n), Then: "it is asked again; after seven times NeedsAttention is set",
		})
		known = ask(ctx, in, known)
	}
	if raised {
		attention.Drop(ctx, contract.FailOutcomeUnknown)
	}
	return known
}

// ask asks once what became of a payment; no answer leaves what was known.
func ask(ctx workflow.Context, in contract.PaymentInput, known contract.Payment) contract.Payment {
	var now contract.Payment
	err := process.Promptly(process.WithInteractivePolicy(ctx, "Ask what became of the payment"), &now, payments.InquirePayment, in)
	if err != nil {
		workflow.GetLogger(ctx).Warn("payment inquiry without an answer", "error", err)
		return known
	}
	return now
}

func unknown(in contract.PaymentInput) contract.Payment {
	return contract.Payment{ID: in.PaymentID, Amount: in.Amount, Status: contract.PaymentPending}
}
