package workflows

import (
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// requestReplacement takes the line whose SIM is lost, damaged or to become an eSIM, and tells everybody who holds it: whoever
// did not ask for it can stop the order.
func (o *orderRun) requestReplacement(ctx workflow.Context, in contract.ReplacementRequest) (contract.Order, error) {
	asked := contract.ReplacementRequested{At: o.at(ctx), Request: in, Until: o.state.CreatedAt.Add(o.settings.DraftTTL)}
	state, err := o.take(ctx, contract.StepReplacementRequest, "Take the line and its owner", orders.RequestReplacement, asked)
	if err == nil {
		o.tellHolders(ctx, "replacement-requested", in.DisputeURL)
	}
	return state, err
}

func (o *orderRun) describeExtraSIM(ctx workflow.Context, in contract.ExtraSIMRequest) (contract.Order, error) {
	return o.take(ctx, contract.StepPurchaseType, "Keep a place for the further SIM", orders.DescribeExtraSIM,
		contract.ExtraSIMDescribed{At: o.at(ctx), Request: in})
}

// oldSIMIsSuspended makes sure that nobody uses a lost SIM while the new one is on its way. A line that somebody else has begun
// to change ends the order: only a draft's claim runs out, and it did.
func (o *orderRun) oldSIMIsSuspended(ctx workflow.Context) error {
	return o.see(ctx, contract.WorkSuspendSIM, func(ctx workflow.Context) error {
		until := workflow.Now(ctx).Add(o.settings.ShipmentTTL + o.settings.ActivationTTL)
		err := o.moveOn(ctx, "Claim the line and suspend its SIM", orders.SuspendOldSIM, contract.OldSIMSuspended{At: o.at(ctx), Until: until})
		if err != nil {
			return orLineBusy(err)
		}
		o.claimed = true
		if err := o.guardLine(ctx); err != nil {
			return err
		}
		return workflow.ExecuteActivity(withGatewayPolicy(ctx, "Suspend the old SIM"), network.SuspendLine, o.simOrder()).Get(ctx, nil)
	})
}

func orLineBusy(err error) error {
	if code := failureCode(err); code == contract.FailLineBusy || code == contract.FailLineBusyNow {
		return ending(contract.EndedLineBusy)
	}
	return err
}

// guardLine starts the workflow that shows operators who changes the line, and that gives it free however this order ends.
func (o *orderRun) guardLine(ctx workflow.Context) error {
	if o.freeLine != nil {
		return nil
	}
	guarded, free := workflow.WithCancel(o.root)
	guarded = workflow.WithChildOptions(guarded, workflow.ChildWorkflowOptions{
		WorkflowID:        contract.LineChangeWorkflowID(o.state.Line.ID),
		ParentClosePolicy: enumspb.PARENT_CLOSE_POLICY_REQUEST_CANCEL,
		StaticSummary:     "Line changed by order " + o.state.Number,
		TypedSearchAttributes: temporal.NewSearchAttributes(
			attrLineRef.ValueSet(o.state.Line.ID), attrPartnerRef.ValueSet(o.state.Number),
		),
	})
	in := contract.LineChangeInput{LineID: o.state.Line.ID, Holder: o.state.ID, OrderNumber: o.state.Number}
	for {
		err := workflow.ExecuteChildWorkflow(guarded, LineChange, in).GetChildWorkflowExecution().Get(ctx, nil)
		if !temporal.IsWorkflowExecutionAlreadyStartedError(err) {
			o.freeLine = free
			return err
		}
		// The claim is ours, so the one before is about to end.
		if err := workflow.NewTimerWithOptions(ctx, time.Second, workflow.TimerOptions{Summary: "the change before ends"}).Get(ctx, nil); err != nil {
			return err
		}
	}
}

// simIsTakenOver gives the line to the new SIM and guards it for a while.
func (o *orderRun) simIsTakenOver(ctx workflow.Context) error {
	o.takingOver = true
	err := o.see(ctx, contract.WorkTakeOver, func(ctx workflow.Context) error {
		err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Swap the SIM in the network"), network.SwapSIM, o.simOrder()).Get(ctx, nil)
		if err != nil {
			return err
		}
		return o.moveOn(ctx, "Note the new SIM and guard the line", orders.TakeOverLine,
			contract.LineTakenOver{At: o.at(ctx), GuardFor: o.settings.GuardFor})
	})
	if err == nil {
		o.tellHolders(ctx, "sim-taken-over", "")
	}
	return err
}

// holderMayDispute keeps the finished order open for whoever holds the line and did not ask for another SIM: nothing can be
// taken back by itself then, so support decides.
func (o *orderRun) holderMayDispute(ctx workflow.Context) error {
	if o.freeLine != nil {
		o.freeLine()
	}
	disputed, err := o.await(ctx, "the line's holder may object", o.settings.GuardFor, func() bool { return o.disputed })
	if err == nil && disputed {
		_, err = o.holdAndAsk(ctx, contract.WorkAnswerDispute, contract.FailDisputeLate)
	}
	if temporal.IsCanceledError(err) {
		return nil // by an operator: the order has reached its aim, so there is nothing to undo
	}
	return err
}

func (o *orderRun) mayDispute() error {
	if !o.isOpen {
		return refusal(contract.Refuse(contract.FailStepOutOfOrder))
	}
	return refusal(order.MayDispute(o.state))
}

// dispute is the line's holder saying "this was not me". Until the new SIM takes over, that stops the order and brings the
// old SIM back, wherever the parcel is; afterwards it becomes support's.
func (o *orderRun) dispute(ctx workflow.Context) (contract.Order, error) {
	if o.takingOver {
		o.disputed = true
		return o.state, nil
	}
	if o.calledOff == "" {
		o.calledOff = contract.EndedDisputed
		o.callOff()
	}
	err := workflow.Await(ctx, func() bool { return o.isCancelling() || o.state.Stage.Closed() })
	return o.state, err
}

// restoreOldSIM serves whatever of suspending and taking over had its effect. A line that was never this order's is left
// alone: somebody else may have suspended it.
func (o *orderRun) restoreOldSIM(ctx workflow.Context) error {
	if !o.claimed {
		return nil
	}
	err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Bring the old SIM back"), network.RestoreSIM, o.simOrder()).Get(ctx, nil)
	if err != nil {
		return err
	}
	return o.advance(ctx, "Note that the old SIM works again", orders.RestoreOldSIM, o.at(ctx))
}

func (o *orderRun) extraSIMIsAdded(ctx workflow.Context) error {
	return o.see(ctx, contract.WorkAddExtraSIM, func(ctx workflow.Context) error {
		err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Add the SIM in the network"), network.AddSIM, o.simOrder()).Get(ctx, nil)
		if err != nil {
			return err
		}
		return o.moveOn(ctx, "Make it one of the line's SIMs", orders.AddExtraSIM, o.at(ctx))
	})
}

func (o *orderRun) removeExtraSIM(ctx workflow.Context) error {
	err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Take the SIM from the line"), network.RemoveSIM, o.simOrder()).Get(ctx, nil)
	if err != nil {
		return err
	}
	return o.advance(ctx, "Take the SIM from the line", orders.RemoveExtraSIM, o.at(ctx))
}

func (o *orderRun) simOrder() contract.SIMOrder {
	return contract.SIMOrder{
		Key: o.state.ID, MSISDN: o.state.Line.MSISDN, Primary: o.state.Line.OldICCID, ICCID: order.ICCID(o.state),
	}
}

// tellHolders tells everybody who holds the line, on every channel known: the order's own contact may be a stranger's.
func (o *orderRun) tellHolders(ctx workflow.Context, template, link string) {
	o.told++
	notice := contract.Notice{
		OrderID: o.state.ID, Key: fmt.Sprintf("%s-%d", template, o.told), Template: template, Language: o.state.Language,
		Params: noticeParams(o.state, o.settings),
	}
	if link != "" {
		notice.Params["link"] = link
	}
	lineID := o.state.Line.ID
	o.notices++
	workflow.Go(o.root, func(ctx workflow.Context) {
		defer func() { o.notices-- }()
		ctx, cancel := workflow.NewDisconnectedContext(ctx)
		defer cancel()
		tellHoldersOf(ctx, lineID, notice)
	})
}

// tellHoldersOf sends one notice to each way to reach a line's holders; one that cannot be reached does not keep the others from it.
func tellHoldersOf(ctx workflow.Context, lineID string, notice contract.Notice) {
	notices := noticesToHolders(ctx, lineID, notice)
	sent := make([]workflow.Future, len(notices))
	for i, one := range notices {
		sent[i] = workflow.ExecuteActivity(withMessagePolicy(ctx, "Tell the holder: "+notice.Template), messenger.NotifyCustomer, one)
	}
	for _, one := range sent {
		if err := one.Get(ctx, nil); err != nil {
			workflow.GetLogger(ctx).Warn("a holder could not be told", "template", notice.Template, "error", err)
		}
	}
}

// noticesToHolders addresses one notice to each way to reach a line's holders.
func noticesToHolders(ctx workflow.Context, lineID string, notice contract.Notice) []contract.Notice {
	var reach []contract.Reach
	if err := inStore(ctx, "Find who holds the line", &reach, lines.HoldersOf, lineID); err != nil {
		workflow.GetLogger(ctx).Error("holders could not be found", "template", notice.Template, "error", err)
		return nil
	}
	notices := make([]contract.Notice, len(reach))
	for i, way := range reach {
		notices[i] = notice
		notices[i].Key, notices[i].Mobile, notices[i].Email = fmt.Sprintf("%s-%d", notice.Key, i), way.Mobile, way.Email
	}
	return notices
}
