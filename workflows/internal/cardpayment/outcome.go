package cardpayment

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Reports counts the provider's reports of payments that no inquiry has followed yet.
type Reports struct{ waiting map[string]int }

// NewReports returns an empty set of reports.
func NewReports() *Reports { return &Reports{waiting: map[string]int{}} }

// Note counts a report of a payment. A report only triggers an inquiry; it is never the truth itself.
func (r *Reports) Note(paymentID string) { r.waiting[paymentID]++ }

// await waits for a report of a payment, at most for the limit.
func (r *Reports) await(ctx workflow.Context, paymentID string, wait process.Wait) {
	if _, err := process.Await(ctx, wait, func() bool { return r.waiting[paymentID] > 0 }); err != nil {
		workflow.GetLogger(ctx).Error("wait for a payment was cut short", "error", err)
	}
	delete(r.waiting, paymentID)
}

// Learn asks for the outcome of a payment until the provider gives a final one. No other code asks later.
func Learn(ctx workflow.Context, in contract.PaymentInput, reports *Reports, attention *process.Attention) contract.Payment {
	return settle(ctx, in, ask(ctx, in, pendingPayment(in)), reports, attention)
}

// settle repeats the inquiry at growing pauses and at each report. An outcome that stays unknown for too long is shown to
// operators.
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

// ask makes one inquiry. Without an answer the known state stays.
func ask(ctx workflow.Context, in contract.PaymentInput, known contract.Payment) contract.Payment {
	var now contract.Payment
	err := process.DoPromptly(process.WithInteractivePolicy(ctx, "Ask the provider for the payment's outcome"), &now, payments.InquirePayment, in)
	if err != nil {
		workflow.GetLogger(ctx).Warn("payment inquiry without an answer", "error", err)
		return known
	}
	return now
}

func pendingPayment(in contract.PaymentInput) contract.Payment {
	return contract.Payment{ID: in.PaymentID, Amount: in.Amount, Status: contract.PaymentPending}
}
