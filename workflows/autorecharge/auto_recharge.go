// Package autorecharge is the process of one date of an auto-recharge: due, paid, tried again by rule, told.
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

// Names of the activities; the methods are never called here.
var (
	autos  *autorechargeacts.Activities
	bought *purchaseacts.Activities
	starts *purchaseacts.Starts
)

// AutoRecharge decides by the row what the day is for that its schedule started it for. Where a recharge is due it opens a purchase,
// waits for what becomes of it, and follows the rule for cards that fail. It cannot be cancelled: money may have moved. Its customer
// ends it by the row.
func AutoRecharge(ctx workflow.Context, in contract.AutoRechargeInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	a := &autoRun{}
	a.Process = process.Open(ctx, contract.AutoRun{LineID: in.LineID}, nil, a.updateAttributes)
	a.Show = a.show
	return a.Drain(ctx, a.phases(ctx))
}

// autoRun is one date while it runs.
type autoRun struct {
	*process.Process[contract.AutoRun]
}

func (a *autoRun) phases(ctx workflow.Context) error {
	due := contract.AutoDue{At: process.At(ctx), Due: process.ReadScheduledTime(ctx)}
	if err := a.Apply(ctx, "What is the day for?", autos.BeginAutoRun, due); err != nil {
		return err
	}
	for !a.State.Stage.Closed() {
		if err := a.chargeOnce(ctx); err != nil {
			return err
		}
	}
	return nil
}

// chargeOnce charges the card once, and writes down what became of it.
func (a *autoRun) chargeOnce(ctx workflow.Context) error {
	if a.State.Stage == contract.AutoWaiting {
		wait := process.Wait{For: "the card is tried again", Limit: a.State.NextTry.Sub(process.Now(ctx)), Then: "it is charged, unless its customer ended it"}
		if _, err := a.Await(ctx, wait, func() bool { return false }); err != nil {
			return err
		}
	}
	if err := a.Apply(ctx, "Begin a try", autos.BeginAutoTry, process.At(ctx)); err != nil || a.State.Stage.Closed() {
		return err
	}
	if refused := a.openPurchase(ctx); refused != "" {
		return a.Apply(ctx, "The purchase was refused", autos.RecordAutoTry, contract.AutoTried{At: process.At(ctx), Refused: refused})
	}
	return a.awaitPurchase(ctx)
}

// numberTries is how many numbers of a purchase are tried before it is given up: each is taken with the odds of purchases to numbers.
const numberTries = 8

// openPurchase opens the purchase of the try and has it started. Where that does not come about, it is started from the note that was
// written with it.
func (a *autoRun) openPurchase(ctx workflow.Context) (refused contract.Code) {
	draft := *a.State.Purchase
	opening := contract.PurchaseOpening{
		At: process.At(ctx), Ahead: true, Kept: &contract.KeptCard{UserID: draft.UserID, CardID: draft.Payment.CardID},
	}
	for try := range numberTries {
		draft.Number = autorecharge.Number(draft.ID, try)
		var opened contract.Purchase
		err := a.Local(ctx, "Open the purchase", &opened, bought.OpenPurchase, draft, opening)
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
	err := process.Promptly(process.WithOneTryPolicy(ctx, "Start the purchase"), nil, starts.StartPurchase, opened)
	if err != nil {
		workflow.GetLogger(ctx).Warn("purchase not started: it is started from its note", "error", err)
	}
}

// looks are the pauses between two looks at the purchase; the last one repeats. It mostly takes a second.
var looks = []time.Duration{time.Second, 3 * time.Second, 10 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// awaitPurchase looks at the purchase until it has come to an end: its row is the truth, whatever became of its workflow. Where a worker that
// died had begun the next try already, that one is taken up.
func (a *autoRun) awaitPurchase(ctx workflow.Context) error {
	try := a.State.Try
	for n := 0; a.State.Stage == contract.AutoTrying && a.State.Try == try; n++ {
		wait := process.Wait{
			For: "the recharge is paid, and is there", Limit: looks[min(n, len(looks)-1)],
			Then: "its row is looked at again; the purchase has ends and owners of its own",
		}
		if _, err := a.Await(ctx, wait, func() bool { return false }); err != nil {
			return err
		}
		if err := a.Apply(ctx, "What became of the purchase?", autos.RecordAutoTry, contract.AutoTried{At: process.At(ctx)}); err != nil {
			return err
		}
	}
	return nil
}
