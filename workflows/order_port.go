package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/port"
)

// portFollowed is the port's workflow as its order sees it.
type portFollowed struct {
	child workflow.ChildWorkflowFuture
	over  bool
	err   error
}

func (o *orderRun) requestPort(ctx workflow.Context, in contract.PortRequest) (contract.Order, error) {
	chosen := contract.PortChosen{At: o.at(ctx), Request: in, HoldFor: o.settings.HoldCap}
	err := inStore(ctx, "Look at the number", nil, orders.CheckPort, o.state, chosen)
	if err != nil {
		return contract.Order{}, err
	}
	err = workflow.ExecuteActivity(withPatientPolicy(ctx, "Ask the clearing house about the number"), portability.PreCheckPort, in).Get(ctx, &chosen.Check)
	if err != nil {
		return contract.Order{}, unavailable(err)
	}
	chosen.At = o.at(ctx)
	return o.take(ctx, contract.StepMNPNumberSelection, "Take the number brought along", orders.RequestPort, chosen)
}

func (o *orderRun) mayCorrectPort(in contract.PortCorrection) error {
	switch {
	case o.state.Stage.Closed():
		return refusal(contract.Refuse(contract.FailOrderClosed))
	case o.state.Port == nil || !order.CanCancel(o.state):
		return refusal(contract.Refuse(contract.FailPortNothing))
	default:
		return refusal(port.MayCorrect(*o.state.Port, in, o.settings.Port.Tries))
	}
}

// correctPort takes what the customer corrected and has the port submitted again.
func (o *orderRun) correctPort(ctx workflow.Context, in contract.PortCorrection) (contract.Order, error) {
	allowed := func() error { return o.mayCorrectPort(in) }
	err := o.advanceIf(ctx, allowed, "Correct the port", orders.CorrectPort, contract.PortCorrected{At: o.at(ctx), Correction: in})
	if err != nil {
		return contract.Order{}, err
	}
	err = workflow.SignalExternalWorkflow(ctx, contract.PortInWorkflowID(o.state.ID), "", contract.SignalPortCorrected, *o.state.Port).Get(ctx, nil)
	if err != nil { // it ended at the same moment
		return contract.Order{}, refusal(contract.Refuse(contract.FailPortNothing))
	}
	return o.state, nil
}

func (o *orderRun) portIsSubmitted(ctx workflow.Context) error {
	return o.see(ctx, contract.WorkSubmitPort, func(ctx workflow.Context) error {
		return o.portReaches(ctx, func(p contract.Port) bool { return p.Tries > 0 })
	})
}

func (o *orderRun) donorApproves(ctx workflow.Context) error {
	return o.see(ctx, contract.WorkSubmitPort, func(ctx workflow.Context) error {
		return o.portReaches(ctx, func(p contract.Port) bool {
			switch p.Status {
			case contract.PortApproved, contract.PortScheduled, contract.PortCutOver, contract.PortRolledBack, contract.PortCompleted:
				return true
			default:
				return false
			}
		})
	})
}

// numberIsMoved says that the customer has the SIM; the port goes on by itself from there.
func (o *orderRun) numberIsMoved(ctx workflow.Context) error {
	o.simWithCustomer = true
	if o.port != nil && !o.port.over {
		// A port that is over by the time it hears is started again with the SIM it needs.
		_ = o.port.child.SignalChildWorkflow(ctx, contract.SignalSIMWithCustomer, contract.SIMWithCustomer{ICCID: order.ICCID(o.state)}).Get(ctx, nil)
	}
	return o.see(ctx, contract.WorkCutOver, func(ctx workflow.Context) error {
		return o.portReaches(ctx, func(p contract.Port) bool { return p.Status == contract.PortCompleted })
	})
}

// portReaches follows the port until it stands where the story goes on. One that ended without getting there has the order
// held; followed again, it goes on from where it was.
func (o *orderRun) portReaches(ctx workflow.Context, there func(contract.Port) bool) error {
	if there(*o.state.Port) {
		return nil
	}
	if o.port == nil {
		o.followPort(ctx)
	}
	err := workflow.Await(ctx, func() bool { return there(*o.state.Port) || o.port.over && o.port.err != nil })
	if err != nil || there(*o.state.Port) {
		return err
	}
	err = o.port.err
	o.port = nil
	return err
}

// followPort starts the port's workflow. One that ends without the number ends the order, wherever its story is by then.
func (o *orderRun) followPort(ctx workflow.Context) {
	followed := &portFollowed{}
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID:          contract.PortInWorkflowID(o.state.ID),
		WaitForCancellation: true,
		StaticSummary:       "Port of order " + o.state.Number,
	})
	followed.child = workflow.ExecuteChildWorkflow(ctx, PortIn, o.portInput())
	o.port = followed
	o.attending++
	workflow.Go(o.root, func(root workflow.Context) {
		defer func() { o.attending-- }()
		var last contract.Port
		followed.err = followed.child.Get(root, &last)
		followed.over = true
		if followed.err == nil && last.Status != contract.PortCompleted && o.calledOff == "" {
			o.calledOff = contract.EndedPortRejected
			o.callOff()
		}
	})
}

func (o *orderRun) portInput() contract.PortInInput {
	in := contract.PortInInput{
		OrderID: o.state.ID, OrderNumber: o.state.Number, Port: *o.state.Port, IDNumber: o.state.Person.IDNumber,
		PlanID: order.PlanID(o.state), Settings: o.settings.Port,
	}
	if o.simWithCustomer {
		in.ICCID = order.ICCID(o.state)
	}
	return in
}

// hearPort writes what the port's workflow tells and passes on what the customer wants to know.
func (o *orderRun) hearPort(ctx workflow.Context) {
	news := workflow.GetSignalChannel(ctx, contract.SignalPortProgress)
	for !o.left {
		var told contract.PortProgress
		news.Receive(ctx, &told)
		before := *o.state.Port
		if told.Soon {
			o.tellCustomer(ctx, "port-soon")
			continue
		}
		err := o.advance(ctx, "Port is "+string(told.Port.Status), orders.RecordPort, contract.PortMoved{At: o.at(ctx), Port: told.Port})
		if err != nil {
			workflow.GetLogger(ctx).Error("port news could not be saved", "error", err)
			continue
		}
		o.tellOfPort(ctx, before, told.Port)
	}
}

func (o *orderRun) tellOfPort(ctx workflow.Context, before, is contract.Port) {
	switch {
	case is.Escalated && !before.Escalated:
		o.tellCustomer(ctx, "port-delayed")
	case is.Status == before.Status && is.Tries == before.Tries && is.Window != before.Window:
		o.tellCustomer(ctx, windowChosen(is))
	case is.Status == before.Status && is.Tries == before.Tries:
	case is.Status == contract.PortRejected && port.Correctable(is, o.settings.Port.Tries):
		o.tellCustomer(ctx, "port-rejected")
	case is.Status == contract.PortSubmitted:
		o.tellCustomer(ctx, "port-submitted")
	case is.Status == contract.PortApproved:
		o.tellCustomer(ctx, "port-approved")
	case is.Status == contract.PortRolledBack:
		o.tellCustomer(ctx, "port-postponed")
	}
}

// windowChosen says when the number moves now, where that is known already.
func windowChosen(is contract.Port) string {
	if is.CutOverAt.IsZero() {
		return "port-window-chosen"
	}
	return "port-rescheduled"
}

// withdrawPort also serves where nobody knows whether a submission arrived.
func (o *orderRun) withdrawPort(ctx workflow.Context) error {
	if o.state.Port == nil {
		return nil
	}
	all := contract.PortWithdrawal{OrderID: o.state.ID, Tries: o.state.Port.Tries + 1}
	err := workflow.ExecuteActivity(withPatientPolicy(ctx, "Withdraw the port"), portability.WithdrawPort, all).Get(ctx, nil)
	if err != nil || o.state.Port.Status == contract.PortWithdrawn || o.state.Port.Status == contract.PortFailed {
		return err
	}
	withdrawn := *o.state.Port
	withdrawn.Status, withdrawn.ExpectedAt = contract.PortWithdrawn, time.Time{}
	return o.advance(ctx, "Port is withdrawn", orders.RecordPort, contract.PortMoved{At: o.at(ctx), Port: withdrawn})
}
