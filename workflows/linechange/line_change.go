// Package linechange holds the short changes of a line that is in service.
package linechange

import (
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	lineacts "selfcare/activities/line"
	networkacts "selfcare/activities/network"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	lines   *lineacts.Activities
	network *networkacts.Activities
)

// LineChange shows that an order changes a line, and blocks other changes: they use the same workflow id. The order cancels it
// when it releases the line or ends, and it then releases the claim.
func LineChange(ctx workflow.Context, in contract.LineChangeInput) error {
	workflow.SetCurrentDetails(ctx, "Order "+in.OrderNumber+" changes this line")
	wait := process.Wait{For: "the order releases the line", Owner: "the order: it cancels this however it ends"}
	if _, err := process.Await(ctx, wait, func() bool { return false }); err != nil && !temporal.IsCanceledError(err) {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	return release(ctx, &process.Attention{}, in.Holder)
}

// PrimarySwitch makes a further SIM of a line the primary one.
func PrimarySwitch(ctx workflow.Context, in contract.SIMChangeInput) error {
	return simChange{
		in: in, title: "Switch the primary SIM", begin: lines.BeginPrimarySwitch, change: network.SwitchPrimary,
		record: lines.RecordPrimary,
	}.run(ctx)
}

// SIMDeactivation takes a further SIM out of use.
func SIMDeactivation(ctx workflow.Context, in contract.SIMChangeInput) error {
	return simChange{
		in: in, title: "Deactivate the SIM", begin: lines.BeginSIMDeactivation, change: network.RemoveSIM,
		record: lines.RecordSIMDeactivation,
	}.run(ctx)
}

// simChange is a short change of a line that the customer waits for. It continues when the customer stops waiting, because the
// books must have what the network did.
type simChange struct {
	in                    contract.SIMChangeInput
	title                 string
	begin, change, record any
}

func (c simChange) run(ctx workflow.Context) error {
	workflow.SetCurrentDetails(ctx, c.title)
	at := contract.SIMChangeAt{At: contract.At{Now: process.Now(ctx)}, Change: c.in}
	attention := &process.Attention{}
	var todo contract.SIMOrder
	if err := process.CallLocal(ctx, attention, "Claim the line", &todo, c.begin, at); err != nil {
		return process.AsRefusal(err)
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // the books must have what the network did
	defer cancel()
	if err := askNetwork(ctx, attention, c.title, c.change, todo); err != nil {
		if freeErr := release(ctx, attention, c.in.Holder); freeErr != nil {
			return freeErr
		}
		return process.AsRefusal(err)
	}
	return process.CallLocal(ctx, attention, "Record the change", nil, c.record, at)
}

// askNetwork asks the network until it accepts or refuses. A silent network may have made the change: the same key is sent
// again, and the line stays claimed meanwhile.
func askNetwork(ctx workflow.Context, attention *process.Attention, title string, change, todo any) error {
	for n := 0; ; n++ {
		err := process.DoPromptly(process.WithGatewayPolicy(ctx, title), nil, change, todo)
		if err == nil || process.CodeOf(err) != contract.FailOutsideSystem {
			if n > 0 {
				attention.Drop(ctx, contract.FailOutsideSystem)
			}
			return err
		}
		if n == 0 {
			attention.Raise(ctx, contract.FailOutsideSystem)
		}
		wait := process.Wait{
			For: "the network reports its result", Limit: process.PauseBefore(n), Then: "it is asked again for an hour; NeedsAttention is set",
		}
		if err := process.Pause(ctx, wait); err != nil {
			return err
		}
	}
}

func release(ctx workflow.Context, attention *process.Attention, holder string) error {
	return process.CallLocal(ctx, attention, "Release the line", nil, lines.ReleaseLine, holder)
}
