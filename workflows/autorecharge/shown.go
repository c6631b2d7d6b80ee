package autorecharge

import (
	"fmt"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// updateAttributes returns the search attributes that follow from a change of the run.
func (a *autoRun) updateAttributes(ctx workflow.Context, before contract.AutoRun) []process.Attribute {
	a.show(ctx)
	if a.State.Stage == before.Stage {
		return nil
	}
	return []process.Attribute{process.Stage.ValueSet(string(a.State.Stage)), process.WaitsFor.ValueSet(waitsFor(a.State))}
}

func waitsFor(r contract.AutoRun) string {
	if r.Stage == contract.AutoFailed {
		return contract.FixCustomer
	}
	return contract.FixNone
}

// words describe the stages for operators.
var words = map[contract.AutoStage]string{
	contract.AutoIdle: "nothing is due", contract.AutoTrying: "being paid",
	contract.AutoWaiting: "the next attempt is later", contract.AutoRecharged: "recharged", contract.AutoFailed: "failed, and paused",
	contract.AutoMissed: "missed, the day is over", contract.AutoStopped: "ended or paused by the customer",
}

// show writes the progress for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (a *autoRun) show(ctx workflow.Context) {
	r := a.State
	text := fmt.Sprintf("%s · **%s**", r.Date, words[r.Stage])
	if r.Try > 0 {
		text = fmt.Sprintf("%s · attempt %d", text, r.Try)
	}
	if r.Code != "" {
		text += " because of `" + string(r.Code) + "`"
	}
	if r.Purchase != nil {
		text += " · purchase `" + r.Purchase.ID + "`"
	}
	workflow.SetCurrentDetails(ctx, text)
}
