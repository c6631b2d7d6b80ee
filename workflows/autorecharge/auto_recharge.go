// Package autorecharge is the process of one due date of an auto-recharge: it pays, retries by rule and tells the customer.
package autorecharge

import (
	"time"

	"go.temporal.io/sdk/workflow"

	autorechargeacts "selfcare/activities/autorecharge"
	purchaseacts "selfcare/activities/purchase"
	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	autos  *autorechargeacts.Activities
	bought *purchaseacts.Activities
	starts *purchaseacts.Starts
)

// AutoRecharge handles one date of a line. If a recharge is due, it opens a purchase, waits for its
// outcome and follows the retry rule for cards that fail. Nothing cancels this workflow, because money may have moved: the
// customer stops it through the row.
func AutoRecharge(ctx workflow.Context, in contract.AutoRechargeInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	a := &autoRun{due: in.Due}
	if a.due.IsZero() { // started by a person
		a.due = process.Now(ctx)
	}
	a.Process = process.Open(ctx, contract.AutoRun{LineID: in.LineID}, nil, a.updateAttributes)
	a.Show = a.show
	return a.Drain(ctx, a.runPhases(ctx))
}

// autoRun is one due date while it runs.
type autoRun struct {
	*process.Process[contract.AutoRun]

	due time.Time
}

func (a *autoRun) runPhases(ctx workflow.Context) error {
	due := contract.AutoDue{At: process.At(ctx), Due: a.due}
	if err := a.Apply(ctx, "Begin the date", autos.BeginAutoRun, due); err != nil {
		return err
	}
	for !a.State.Stage.Closed() {
		if err := a.chargeOnce(ctx); err != nil {
			return err
		}
	}
	return nil
}

// chargeOnce charges the card once and records the outcome.
func (a *autoRun) chargeOnce(ctx workflow.Context) error {
	if a.State.Stage == contract.AutoWaiting {
		wait := process.Wait{For: "the next attempt with the card", Limit: a.State.NextTry.Sub(process.Now(ctx)), Then: "it is charged, unless its customer ended it"}
		if _, err := a.Await(ctx, wait, func() bool { return false }); err != nil {
			return err
		}
	}
	if err := a.Apply(ctx, "Start an attempt", autos.BeginAutoTry, process.At(ctx)); err != nil || a.State.Stage != contract.AutoTrying {
		return err
	}
	if refused := a.openPurchase(ctx); refused != "" {
		return a.Apply(ctx, "The purchase was refused", autos.RecordAutoTry, contract.AutoTried{At: process.At(ctx), Refused: refused})
	}
	return a.awaitPurchase(ctx)
}

// numberTries limits how many purchase numbers are tried. Two purchases rarely draw the same number.
const numberTries = 8

// openPurchase opens the purchase of the try and starts its workflow. If the start fails, the note that was written with the
// purchase starts it later.
func (a *autoRun) openPurchase(ctx workflow.Context) (refused contract.Code) {
	draft := *a.State.Purchase
	opening := contract.PurchaseOpening{
		At: process.At(ctx), Ahead: true, Kept: &contract.SavedCard{UserID: draft.UserID, CardID: draft.Payment.CardID},
	}
	for try := range numberTries {
		draft.Number = autorecharge.Number(draft.ID, try)
		var opened contract.Purchase
		err := a.CallLocal(ctx, "Open the purchase", &opened, bought.OpenPurchase, draft, opening)
		if err == nil || process.SavedAhead(err, &opened) {
			a.startPurchase(ctx, opened)
			return ""
		}
		if refused = process.CodeOf(err); refused != contract.FailPurchaseNumber {
			break
		}
	}
	return refused
}

func (a *autoRun) startPurchase(ctx workflow.Context, opened contract.Purchase) {
	err := process.DoPromptly(process.WithOneTryPolicy(ctx, "Start the purchase"), nil, starts.StartPurchase, opened)
	if err != nil {
		workflow.GetLogger(ctx).Warn("purchase not started: its row starts it later", "error", err)
	}
}

// looks are the pauses between two reads of the purchase; the last one repeats, rarely enough for a purchase that is held for
// years. A purchase usually takes a second.
var looks = []time.Duration{time.Second, 3 * time.Second, 10 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 6 * time.Hour}

// awaitPurchase reads the purchase until it has ended. The row is the truth, even if the purchase's workflow is gone. If a
// worker that died already began the next try, the loop continues with that try.
func (a *autoRun) awaitPurchase(ctx workflow.Context) error {
	try := a.State.Try
	for n := 0; a.State.Stage == contract.AutoTrying && a.State.Try == try; n++ {
		wait := process.Wait{
			For: "the recharge is paid and delivered", Limit: looks[min(n, len(looks)-1)],
			Then: "its row is read again; the purchase has its own ends and owners",
		}
		if _, err := a.Await(ctx, wait, func() bool { return false }); err != nil {
			return err
		}
		if err := a.Apply(ctx, "Read the outcome of the purchase", autos.RecordAutoTry, contract.AutoTried{At: process.At(ctx)}); err != nil {
			return err
		}
	}
	return nil
}
