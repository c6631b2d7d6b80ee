package workflows

import (
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// requestReplacement takes the line whose SIM is lost, damaged or to become an eSIM. All its holders are told: one who did
// not ask for it can stop the order.
func (o *orderRun) requestReplacement(ctx workflow.Context, in contract.ReplacementRequest) (contract.Order, error) {
	asked := contract.ReplacementRequested{At: at(ctx), Request: in, Until: o.State.CreatedAt.Add(o.settings.DraftTTL)}
	return o.applyStep(ctx, contract.StepReplacementRequest, "Take the line and its owner", orders.RequestReplacement, asked)
}

func (o *orderRun) describeExtraSIM(ctx workflow.Context, in contract.ExtraSIMRequest) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepPurchaseType, "Keep a place for the further SIM", orders.DescribeExtraSIM,
		contract.ExtraSIMDescribed{At: at(ctx), Request: in})
}

// oldSIMIsSuspended makes sure that nobody uses a lost SIM while the new one is on its way. A line that somebody else has begun
// to change ends the order: only a draft's claim runs out, and it did.
func (o *orderRun) oldSIMIsSuspended(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkSuspendSIM, func(ctx workflow.Context) error {
		until := workflow.Now(ctx).Add(o.settings.ShipmentTTL + o.settings.ActivationTTL)
		err := o.ApplyUnlessHeld(ctx, "Claim the line and suspend its SIM", orders.SuspendOldSIM, contract.OldSIMSuspended{At: at(ctx), Until: until})
		if err != nil {
			return orLineBusy(err)
		}
		o.claimed = true
		if err := o.guardLine(ctx); err != nil {
			return err
		}
		return o.Do(run.WithGatewayPolicy(ctx, "Suspend the old SIM"), nil, network.SuspendLine, o.simOrder())
	})
}

func orLineBusy(err error) error {
	if code := run.CodeOf(err); code == contract.FailLineBusy || code == contract.FailLineBusyNow {
		return run.Ending(contract.EndedLineBusy)
	}
	return err
}

// lineChangeTries is how often the line's own workflow is started while the one before it has not ended.
const lineChangeTries = 7

// guardLine starts the workflow that shows operators who changes the line, and that gives it free however this order ends.
func (o *orderRun) guardLine(ctx workflow.Context) error {
	if o.freeLine != nil {
		return nil
	}
	guarded, free := workflow.WithCancel(o.Root)
	guarded = workflow.WithChildOptions(guarded, workflow.ChildWorkflowOptions{
		WorkflowID:        contract.LineChangeWorkflowID(o.State.Line.ID),
		ParentClosePolicy: enumspb.PARENT_CLOSE_POLICY_REQUEST_CANCEL,
		StaticSummary:     "Line changed by order " + o.State.Number,
		TypedSearchAttributes: temporal.NewSearchAttributes(
			run.LineRef.ValueSet(o.State.Line.ID), run.PartnerRef.ValueSet(o.State.Number),
		),
	})
	in := contract.LineChangeInput{LineID: o.State.Line.ID, Holder: o.State.ID, OrderNumber: o.State.Number}
	for n := 0; ; n++ {
		err := workflow.ExecuteChildWorkflow(guarded, LineChange, in).GetChildWorkflowExecution().Get(ctx, nil)
		if !temporal.IsWorkflowExecutionAlreadyStartedError(err) {
			o.freeLine = free
			return err
		}
		if n == lineChangeTries { // the claim is ours, so the one before should have ended long ago
			return run.Refuse(contract.FailLineBusyNow)
		}
		wait := run.Wait{For: "the change before ends", Limit: run.PauseBefore(n), Then: "tried again; after about an hour held for support"}
		if err := run.Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// simIsTakenOver gives the line to the new SIM and guards it for a while.
func (o *orderRun) simIsTakenOver(ctx workflow.Context) error {
	o.takingOver = true
	return o.RunOrEscalate(ctx, contract.WorkTakeOver, func(ctx workflow.Context) error {
		err := o.Do(run.WithGatewayPolicy(ctx, "Swap the SIM in the network"), nil, network.SwapSIM, o.simOrder())
		if err != nil {
			return err
		}
		return o.ApplyUnlessHeld(ctx, "Note the new SIM and guard the line", orders.TakeOverLine,
			contract.LineTakenOver{At: at(ctx), GuardFor: o.settings.GuardFor})
	})
}

// holderMayDispute keeps the finished order open for whoever holds the line and did not ask for another SIM: nothing can be
// taken back by itself then, so support decides.
func (o *orderRun) holderMayDispute(ctx workflow.Context) error {
	if o.freeLine != nil {
		o.freeLine()
	}
	wait := run.Wait{For: "the line's holder may object", Limit: o.settings.GuardFor, Then: "the order is over"}
	disputed, err := o.Await(ctx, wait, func() bool { return o.disputed })
	if err == nil && disputed {
		_, err = o.Escalate(ctx, contract.WorkAnswerDispute, contract.FailDisputeLate)
	}
	if temporal.IsCanceledError(err) {
		return nil // by an operator: the order has reached its aim, so there is nothing to undo
	}
	return err
}

func (o *orderRun) mayDispute(struct{}) error {
	if !o.isOpen {
		return run.Refuse(contract.FailStepOutOfOrder)
	}
	return run.Refusal(order.MayDispute(o.State))
}

// dispute is the line's holder saying "this was not me". Until the new SIM takes over, that stops the order and brings the
// old SIM back, wherever the parcel is; afterwards it becomes support's.
func (o *orderRun) dispute(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	if o.takingOver {
		o.disputed = true
		return o.State, nil
	}
	if o.cancelReason == "" {
		o.cancelReason = contract.EndedDisputed
		o.cancel()
	}
	wait := run.Wait{For: "the order is being undone", Owner: "the order: its cancellation has begun"}
	_, err := o.Await(ctx, wait, func() bool { return o.isCancelling() || o.State.Stage.Closed() })
	return o.State, err
}

// restoreOldSIM serves whatever of suspending and taking over had its effect. A line that was never this order's is left
// alone: somebody else may have suspended it.
func (o *orderRun) restoreOldSIM(ctx workflow.Context) error {
	if !o.claimed {
		return nil
	}
	err := o.Do(run.WithGatewayPolicy(ctx, "Bring the old SIM back"), nil, network.RestoreSIM, o.simOrder())
	if err != nil {
		return err
	}
	return o.Apply(ctx, "Note that the old SIM works again", orders.RestoreOldSIM, at(ctx))
}

func (o *orderRun) extraSIMIsAdded(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkAddExtraSIM, func(ctx workflow.Context) error {
		err := o.Do(run.WithGatewayPolicy(ctx, "Add the SIM in the network"), nil, network.AddSIM, o.simOrder())
		if err != nil {
			return err
		}
		return o.ApplyUnlessHeld(ctx, "Make it one of the line's SIMs", orders.AddExtraSIM, at(ctx))
	})
}

func (o *orderRun) removeExtraSIM(ctx workflow.Context) error {
	err := o.Do(run.WithGatewayPolicy(ctx, "Take the SIM from the line"), nil, network.RemoveSIM, o.simOrder())
	if err != nil {
		return err
	}
	return o.Apply(ctx, "Take the SIM from the line", orders.RemoveExtraSIM, at(ctx))
}

func (o *orderRun) simOrder() contract.SIMOrder {
	return contract.SIMOrder{
		Key: o.State.ID, MSISDN: o.State.Line.MSISDN, Primary: o.State.Line.OldICCID, ICCID: order.ICCID(o.State),
	}
}
