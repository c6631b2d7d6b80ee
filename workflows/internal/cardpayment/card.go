// Package cardpayment takes the money of any process: it charges a card, waits at the bank's page, and asks for the outcome
// until it is known.
package cardpayment

import (
	"go.temporal.io/sdk/workflow"

	paymentacts "selfcare/activities/payment"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var payments *paymentacts.Activities // only the method names are used; the workflow never calls these

// Charge takes one payment attempt to a final outcome. Before that, it reports the bank's page and an unknown outcome through
// tell. The charge is sent once and then inquired about. It is sent again only if the provider says that it has never seen it.
// mada knows purchase and refund only, so there is no authorisation step. The attempt cannot be cancelled, because money may
// have moved: ctx must live as long as the workflow.
func Charge(
	ctx workflow.Context, in contract.PaymentInput, reports *Reports, attention *process.Attention, tell func(contract.Payment),
) contract.Payment {
	c := &card{in: in, reports: reports, attention: attention, tell: tell}
	c.charge(ctx)
	c.awaitChallenge(ctx)
	if !c.result.Status.Settled() {
		c.result.Status = contract.PaymentPending
		c.tell(c.result)
	}
	return settle(ctx, in, c.result, reports, attention)
}

// Keep saves the card of a paid payment if the customer agreed to that. A failure does not stop the process.
func Keep(ctx workflow.Context, in contract.PaymentInput, settled contract.Payment, attention *process.Attention) {
	if in.Kept == nil || !in.Kept.Keep || settled.Status != contract.PaymentPaid {
		return
	}
	if err := process.Do(process.WithGatewayPolicy(ctx, "Save the card"), attention, nil, payments.KeepCard, in); err != nil {
		workflow.GetLogger(ctx).Warn("card not saved", "error", err)
	}
}

type card struct {
	in        contract.PaymentInput
	reports   *Reports
	attention *process.Attention
	tell      func(contract.Payment)
	result    contract.Payment
}

// maxSends limits how often a charge is sent that the provider has never seen.
const maxSends = 3

// charge makes the purchase. Without an answer the outcome is unknown, not failed. The activity itself reads the provider's
// name of a kept card, so that the name is in no history. Nothing is sent while our database cannot give that name.
func (c *card) charge(ctx workflow.Context) {
	for n := range maxSends {
		err := process.Do(process.WithOneTryPolicy(ctx, "Charge the card"), c.attention, &c.result, payments.ChargeCard, c.in)
		if err == nil {
			return
		}
		c.result = pendingPayment(c.in)
		seen := ask(ctx, c.in, c.result)
		if seen.Status != contract.PaymentAbandoned {
			c.result = seen
			return
		}
		if n == maxSends-1 {
			c.result = seen
			return
		}
		wait := process.Wait{For: "charge again a payment that the provider does not know", Limit: process.PauseBefore(0), Then: "the charge is sent again"}
		if err := process.Pause(ctx, wait); err != nil {
			return
		}
	}
}

// awaitChallenge waits for 3-D Secure until the provider reports or the bank's page expires.
func (c *card) awaitChallenge(ctx workflow.Context) {
	if c.result.Status != contract.PaymentChallenge {
		return
	}
	c.tell(c.result)
	deadline := workflow.Now(ctx).Add(c.in.TTL)
	for c.result.Status == contract.PaymentChallenge && workflow.Now(ctx).Before(deadline) {
		c.reports.await(ctx, c.in.PaymentID, process.Wait{
			For: "the customer passes 3-D Secure", Limit: deadline.Sub(workflow.Now(ctx)), Then: "the provider is asked",
		})
		c.result = ask(ctx, c.in, c.result)
	}
}
