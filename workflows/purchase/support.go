package purchase

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// desk records that a purchase needs support, and the decision of support.
type desk struct{ *purchaseRun }

// Hold parks the purchase with the reason.
func (d desk) Hold(ctx workflow.Context, work contract.Work, code contract.Code) error {
	held := contract.PurchaseHeldUp{At: process.At(ctx), FailureCode: code, Work: work}
	return d.Process.Hold(ctx, d.heldSince, "Hold the purchase", purchases.HoldPurchase, held)
}

// Resume continues the purchase from where it was held. A refund that support skips was made by hand, so it is booked.
func (d desk) Resume(ctx workflow.Context, decision contract.Resolution) error {
	work := d.State.Held.Work
	if err := d.Apply(ctx, "Resume the purchase", purchases.ResumePurchase, contract.PurchaseResumed{At: process.At(ctx), Resolution: decision}); err != nil {
		return err
	}
	if decision.Action != contract.ResolveSkip || work != contract.WorkRefund {
		return nil
	}
	return d.bookRefund(ctx, true)
}

// resolve takes support's decision and answers once the purchase has resumed.
func (p *purchaseRun) resolve(ctx workflow.Context, in contract.Resolution) (contract.Purchase, error) {
	since := p.heldSince()
	if since.IsZero() || !p.Decide(in) {
		return contract.Purchase{}, process.Refuse(contract.FailPurchaseNotHeld)
	}
	wait := process.Wait{For: "the purchase continues", Owner: "the purchase: it resumes at once"}
	_, err := p.Await(ctx, wait, func() bool { return p.heldSince() != since })
	return p.State, err
}

func (p *purchaseRun) heldSince() time.Time {
	if p.State.Held == nil {
		return time.Time{}
	}
	return p.State.Held.Since
}
