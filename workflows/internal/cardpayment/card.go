// Package cardpayment takes the money of any process: it charges a card, waits at the bank's page, and asks for the outcome as
// long as it is unknown.
package cardpayment

import (
	"go.temporal.io/sdk/workflow"

	paymentacts "selfcare/activities/payment"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var payments *paymentacts.Activities // names of the activities; the methods are never called here

// Card takes one attempt to pay to an outcome that will not change, and tells before what it has come to: the bank's page,
// or an outcome that is not known. The charge is sent once and then asked about: it is sent again only where the provider
// says that it has never seen it. mada knows purchase and refund only, so there is nothing to authorise first. The attempt
// cannot be cancelled, because money may have moved: ctx must live as long as the workflow.
func Card(
	ctx workflow.Context, in contract.PaymentInput, reports *Reports, attention *process.Attention, tell func(contract.Payment),
) contract.Payment {
	c := &card{in: in, reports: reports, attention: attention, tell: tell}
	c.charge(ctx)
	c.customerPassesChallenge(ctx)
	if !c.result.Status.Settled() {
		c.result.Status = contract.PaymentPending
		c.tell(c.result)
	}
	return settle(ctx, in, c.result, reports, attention)
}

// Keep has the card kept that a payment was made with, where its customer agreed to that. The order does not depend on it.
func Keep(ctx workflow.Context, in contract.PaymentInput, settled contract.Payment, attention *process.Attention) {
	if in.Kept == nil || !in.Kept.Keep || settled.Status != contract.PaymentPaid {
		return
	}
	if err := process.Do(process.WithGatewayPolicy(ctx, "Keep the card"), attention, nil, payments.KeepCard, in); err != nil {
		workflow.GetLogger(ctx).Warn("card not kept", "error", err)
	}
}

type card struct {
	in        contract.PaymentInput
	reports   *Reports
	attention *process.Attention
	tell      func(contract.Payment)
	result    contract.Payment
}

// sendings is how often a charge is sent that the provider has never seen.
const sendings = 3

// charge makes the purchase. When its answer never came, the outcome is unknown, not failed. What a kept card is called there
// is read in the same activity, so that it is in no history; while our database does not say it, nothing is sent.
func (c *card) charge(ctx workflow.Context) {
	for n := range sendings {
		err := process.Do(process.WithOneTryPolicy(ctx, "Charge the card"), c.attention, &c.result, payments.ChargeCard, c.in)
		if err == nil {
			return
		}
		c.result = unknown(c.in)
		seen := ask(ctx, c.in, c.result)
		if seen.Status != contract.PaymentAbandoned {
			c.result = seen
			return
		}
		if n == sendings-1 {
			c.result = seen
			return
		}
		wait := process.Wait{For: "charge again what the provider has never seen", Limit: process.PauseBefore(0), Then: "the charge is sent again"}
		if err := process.Pause(ctx, wait); err != nil {
			return
		}
	}
}

// customerPassesChallenge waits for 3-D Secure until the provider reports or the bank's page dies.
func (c *card) customerPassesChallenge(ctx workflow.Context) {
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
