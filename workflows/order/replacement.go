package order

import (
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// replacement is a new SIM for an existing line. It claims the line until the new SIM has taken over.
type replacement struct {
	*orderRun
	freeLine   workflow.CancelFunc // ends the LineChange, if it runs
	takingOver bool                // the new SIM may have the line by now
	disputed   bool                // the dispute came too late to undo the order
}

// request claims the line whose SIM is lost, damaged or to become an eSIM. All holders of the line are told: a holder who did
// not ask for it can stop the order.
func (r *replacement) request(ctx workflow.Context, in contract.ReplacementRequest) (contract.Order, error) {
	asked := contract.ReplacementRequested{At: process.At(ctx), Request: in, Until: r.State.CreatedAt.Add(r.settings.DraftTTL)}
	return r.applyStep(ctx, contract.StepReplacementRequest, "Read the line and its owner", orders.RequestReplacement, asked)
}

// suspendOldSIM blocks a lost SIM while the new one is on its way. If another change has claimed the line, the order ends:
// only a draft's claim expires, and it did.
func (r *replacement) suspendOldSIM(ctx workflow.Context) error {
	return r.RunOrEscalate(ctx, contract.WorkSuspendSIM, func(ctx workflow.Context) error {
		until := workflow.Now(ctx).Add(r.settings.ShipmentTTL + r.settings.ActivationTTL)
		err := r.ApplyUnlessHeld(ctx, "Claim the line and suspend its SIM", orders.SuspendOldSIM, contract.OldSIMSuspended{At: process.At(ctx), Until: until})
		if err != nil {
			return orLineBusy(err)
		}
		if err := r.guardLine(ctx); err != nil {
			return err
		}
		return r.Do(process.WithGatewayPolicy(ctx, "Suspend the old SIM"), nil, network.SuspendLine, simOrder(r.State))
	})
}

func orLineBusy(err error) error {
	if code := process.CodeOf(err); code == contract.FailLineBusy || code == contract.FailLineBusyNow {
		return process.Ending(contract.EndedLineBusy)
	}
	return err
}

// lineChangeTries is how often the LineChange is started while the previous one has not ended.
const lineChangeTries = 7

// guardLine starts the LineChange, which shows operators who changes the line and releases the line when this order ends in
// any way.
func (r *replacement) guardLine(ctx workflow.Context) error {
	if r.freeLine != nil {
		return nil
	}
	guarded, free := workflow.WithCancel(r.Root)
	guarded = workflow.WithChildOptions(guarded, workflow.ChildWorkflowOptions{
		WorkflowID:        contract.LineChangeWorkflowID(r.State.Line.ID),
		ParentClosePolicy: enumspb.PARENT_CLOSE_POLICY_REQUEST_CANCEL,
		StaticSummary:     "Line changed by order " + r.State.Number,
		TypedSearchAttributes: temporal.NewSearchAttributes(
			process.LineRef.ValueSet(r.State.Line.ID), process.PartnerRef.ValueSet(r.State.Number),
		),
	})
	in := contract.LineChangeInput{LineID: r.State.Line.ID, Holder: r.State.ID, OrderNumber: r.State.Number}
	for n := 0; ; n++ {
		err := workflow.ExecuteChildWorkflow(guarded, contract.WorkflowLineChange, in).GetChildWorkflowExecution().Get(ctx, nil)
		if !temporal.IsWorkflowExecutionAlreadyStartedError(err) {
			r.freeLine = free
			return err
		}
		if n == lineChangeTries { // the claim is ours, so the previous change should have ended long ago
			return process.Refuse(contract.FailLineBusyNow)
		}
		wait := process.Wait{For: "the previous change of the line ends", Limit: process.PauseBefore(n), Then: "tried again; after about an hour held for support"}
		if err := process.Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// takeOverSIM gives the line to the new SIM and guards it for a while.
func (r *replacement) takeOverSIM(ctx workflow.Context) error {
	r.takingOver = true
	return r.RunOrEscalate(ctx, contract.WorkTakeOver, func(ctx workflow.Context) error {
		err := r.Do(process.WithGatewayPolicy(ctx, "Swap the SIM in the network"), nil, network.SwapSIM, simOrder(r.State))
		if err != nil {
			return err
		}
		return r.ApplyUnlessHeld(ctx, "Record the new SIM and guard the line", orders.TakeOverLine,
			contract.LineTakenOver{At: process.At(ctx), GuardFor: r.settings.GuardFor})
	})
}

// awaitDispute keeps the finished order open for a holder of the line who did not ask for another SIM. The order can no
// longer be undone by itself then, so support decides.
func (r *replacement) awaitDispute(ctx workflow.Context) error {
	if r.freeLine != nil {
		r.freeLine()
	}
	wait := process.Wait{For: "the line's holder may object", Limit: r.settings.GuardFor, Then: "the order is over"}
	disputed, err := r.Await(ctx, wait, func() bool { return r.disputed })
	if err == nil && disputed {
		_, err = r.Escalate(ctx, contract.WorkAnswerDispute, contract.FailDisputeLate)
	}
	if temporal.IsCanceledError(err) {
		return nil // an operator cancelled: the order has reached its aim, so there is nothing to undo
	}
	return err
}

func (r *replacement) validateDispute(struct{}) error {
	if !r.isOpen {
		return process.Refuse(contract.FailStepOutOfOrder)
	}
	return process.Refusal(order.ValidateDispute(r.State))
}

// dispute is the holder's "this was not me". Until the new SIM takes over, it stops the order and restores the old SIM,
// wherever the parcel is. Afterwards support handles it.
func (r *replacement) dispute(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	if r.takingOver {
		r.disputed = true
		return r.State, nil
	}
	r.callOff(contract.EndedDisputed)
	wait := process.Wait{For: "the order is being undone", Owner: "the order: its cancellation has begun"}
	_, err := r.Await(ctx, wait, func() bool { return r.isCancelling() || r.State.Stage.Closed() })
	return r.State, err
}

// restoreOldSIM works for any part of the replacement that had its effect. A line that this order never claimed is left alone,
// because another party may have suspended it.
func (r *replacement) restoreOldSIM(ctx workflow.Context) error {
	if !r.State.Replacement.Claimed {
		return nil
	}
	err := r.Do(process.WithGatewayPolicy(ctx, "Restore the old SIM"), nil, network.RestoreSIM, simOrder(r.State))
	if err != nil {
		return err
	}
	return r.Apply(ctx, "Record that the old SIM works again", orders.RestoreOldSIM, process.At(ctx))
}

// simOrder describes the order's SIM and line for the network.
func simOrder(o contract.Order) contract.SIMOrder {
	return contract.SIMOrder{Key: o.ID, MSISDN: o.Line.MSISDN, Primary: o.Line.OldICCID, ICCID: order.ICCID(o)}
}
