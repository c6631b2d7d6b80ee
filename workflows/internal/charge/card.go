// Package charge takes the money of any process: it charges a card, waits at the bank's page, and asks for the outcome as
// long as it is unknown.
package charge

import (
	"go.temporal.io/sdk/workflow"

	paymentacts "selfcare/activities/payment"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/run"
)

var payments *paymentacts.Activities // names of the activities; the methods are never called here

// Reports are what the provider reported of payments, until somebody asks what became of them.
type Reports struct{ waiting map[string]int }

// NewReports are none so far.
func NewReports() *Reports { return &Reports{waiting: map[string]int{}} }

// Note takes a report of a payment. It is only a reason to ask, never the truth itself.
func (r *Reports) Note(paymentID string) { r.waiting[paymentID]++ }

func (r *Reports) take(paymentID string) { delete(r.waiting, paymentID) }

// Card takes one attempt to pay to an outcome that will not change, and tells before what it has come to: the bank's page,
// or an outcome that is not known. The charge is sent once and then asked about: it is sent again only where the provider
// says that it has never seen it. mada knows purchase and refund only, so there is nothing to authorise first. The attempt
// cannot be cancelled, because money may have moved: ctx must live as long as the workflow.
func Card(
	ctx workflow.Context, in contract.PaymentInput, reports *Reports, attention *run.Attention, tell func(contract.Payment),
) contract.Payment {
	c := &card{in: in, reports: reports, attention: attention, tell: tell}
	c.charge(ctx)
	c.customerPassesChallenge(ctx)
	c.outcomeIsKnown(ctx)
	return c.result
}

type card struct {
	in        contract.PaymentInput
	reports   *Reports
	attention *run.Attention
	tell      func(contract.Payment)
	result    contract.Payment
}

// sendings is how often a charge is sent that the provider has never seen.
const sendings = 3

// charge makes the purchase. When its answer never came, the outcome is unknown, not failed.
func (c *card) charge(ctx workflow.Context) {
	for n := range sendings {
		err := workflow.ExecuteActivity(run.WithOneTryPolicy(ctx, "Charge the card"), payments.ChargeCard, c.in).Get(ctx, &c.result)
		if err == nil {
			return
		}
		c.result = unknown(c.in)
		seen := Outcome(ctx, c.in, c.result)
		if seen.Status != contract.PaymentAbandoned {
			c.result = seen
			return
		}
		if n == sendings-1 {
			c.result = seen
			return
		}
		wait := run.Wait{For: "charge again what the provider has never seen", Limit: run.PauseBefore(0), Then: "the charge is sent again"}
		if err := run.Pause(ctx, wait); err != nil {
			return
		}
	}
}

func unknown(in contract.PaymentInput) contract.Payment {
	return contract.Payment{ID: in.PaymentID, Amount: in.Amount, Status: contract.PaymentPending}
}

// customerPassesChallenge waits for 3-D Secure until the provider reports or the bank's page dies.
func (c *card) customerPassesChallenge(ctx workflow.Context) {
	if c.result.Status != contract.PaymentChallenge {
		return
	}
	c.tell(c.result)
	deadline := workflow.Now(ctx).Add(c.in.TTL)
	for c.result.Status == contract.PaymentChallenge && workflow.Now(ctx).Before(deadline) {
		c.awaitReport(ctx, run.Wait{
			For: "the customer passes 3-D Secure", Limit: deadline.Sub(workflow.Now(ctx)), Then: "the provider is asked",
		})
		c.result = Outcome(ctx, c.in, c.result)
	}
}

// outcomeIsKnown inquires until the provider commits itself.
func (c *card) outcomeIsKnown(ctx workflow.Context) {
	if c.result.Status.Settled() {
		return
	}
	c.result.Status = contract.PaymentPending
	c.tell(c.result)
	raised := false
	for n := 0; !c.result.Status.Settled(); n++ {
		if n == len(run.InquiryPauses) {
			raised = true
			c.attention.Raise(ctx, contract.FailOutcomeUnknown)
		}
		c.awaitReport(ctx, run.Wait{
			For: "the provider knows the outcome", Limit: run.PauseBefore(n), Then: "it is asked again; after seven times NeedsAttention is set",
		})
		c.result = Outcome(ctx, c.in, c.result)
	}
	if raised {
		c.attention.Drop(ctx, contract.FailOutcomeUnknown)
	}
}

// awaitReport waits for the provider's call-back, at most for the pause.
func (c *card) awaitReport(ctx workflow.Context, wait run.Wait) {
	if _, err := run.Await(ctx, wait, func() bool { return c.reports.waiting[c.in.PaymentID] > 0 }); err != nil {
		workflow.GetLogger(ctx).Error("a payment's wait was cut short", "error", err)
	}
	c.reports.take(c.in.PaymentID)
}

// Outcome asks what became of a payment; no answer leaves what was known.
func Outcome(ctx workflow.Context, in contract.PaymentInput, known contract.Payment) contract.Payment {
	var now contract.Payment
	err := workflow.ExecuteActivity(run.WithInteractivePolicy(ctx, "Ask what became of the payment"), payments.InquirePayment, in).Get(ctx, &now)
	if err != nil {
		workflow.GetLogger(ctx).Warn("payment inquiry without an answer", "error", err)
		return known
	}
	return now
}
