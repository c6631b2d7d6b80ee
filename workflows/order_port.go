package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/run"
)

// portFollowed is the port's workflow as its order sees it.
type portFollowed struct {
	child workflow.ChildWorkflowFuture
	over  bool
	err   error
}

func (o *orderRun) requestPort(ctx workflow.Context, in contract.PortRequest) (contract.Order, error) {
	chosen := contract.PortChosen{At: at(ctx), Request: in, HoldFor: o.settings.HoldCap}
	err := o.Local(ctx, "Look at the number", nil, orders.CheckPort, o.State, chosen)
	if err != nil {
		return contract.Order{}, err
	}
	err = run.Ask(ctx, "Ask the clearing house about the number", &chosen.Check, portability.PreCheckPort, in)
	if err != nil {
		return contract.Order{}, err
	}
	chosen.At = at(ctx)
	return o.applyStep(ctx, contract.StepMNPNumberSelection, "Take the number brought along", orders.RequestPort, chosen)
}

func (o *orderRun) mayCorrectPort(in contract.PortCorrection) error {
	switch {
	case o.State.Stage.Closed():
		return run.Refuse(contract.FailOrderClosed)
	case o.State.Port == nil || !order.CanCancel(o.State):
		return run.Refuse(contract.FailPortNothing)
	default:
		return run.Refusal(port.MayCorrect(*o.State.Port, in, o.settings.Port.Tries))
	}
}

// correctPort takes what the customer corrected and has the port submitted again.
func (o *orderRun) correctPort(ctx workflow.Context, in contract.PortCorrection) (contract.Order, error) {
	allowed := func() error { return o.mayCorrectPort(in) }
	err := o.ApplyIf(ctx, allowed, "Correct the port", orders.CorrectPort, contract.PortCorrected{At: at(ctx), Correction: in})
	if err != nil {
		return contract.Order{}, err
	}
	err = workflow.SignalExternalWorkflow(ctx, contract.PortInWorkflowID(o.State.Number), "", contract.SignalPortCorrected, *o.State.Port).Get(ctx, nil)
	if err != nil { // it ended at the same moment
		return contract.Order{}, run.Refuse(contract.FailPortNothing)
	}
	return o.State, nil
}

func (o *orderRun) portIsSubmitted(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkSubmitPort, func(ctx workflow.Context) error {
		return o.portReaches(ctx, func(p contract.Port) bool { return p.Tries > 0 })
	})
}

func (o *orderRun) donorApproves(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkSubmitPort, func(ctx workflow.Context) error {
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
		_ = o.port.child.SignalChildWorkflow(ctx, contract.SignalSIMWithCustomer, contract.SIMWithCustomer{ICCID: order.ICCID(o.State)}).Get(ctx, nil)
	}
	return o.RunOrEscalate(ctx, contract.WorkCutOver, func(ctx workflow.Context) error {
		return o.portReaches(ctx, func(p contract.Port) bool { return p.Status == contract.PortCompleted })
	})
}

// portReaches follows the port until it stands where the story goes on. One that ended without getting there has the order
// held; followed again, it goes on from where it was.
func (o *orderRun) portReaches(ctx workflow.Context, there func(contract.Port) bool) error {
	if there(*o.State.Port) {
		return nil
	}
	if o.port == nil {
		o.followPort(ctx)
	}
	wait := run.Wait{For: "the port goes on", Owner: "the port: each of its waits has a limit"}
	_, err := o.Await(ctx, wait, func() bool { return there(*o.State.Port) || o.port.over && o.port.err != nil })
	if err != nil || there(*o.State.Port) {
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
		WorkflowID:          contract.PortInWorkflowID(o.State.Number),
		WaitForCancellation: true,
		StaticSummary:       "Port of order " + o.State.Number,
	})
	followed.child = workflow.ExecuteChildWorkflow(ctx, PortIn, o.portInput())
	o.port = followed
	o.Go(func(root workflow.Context) {
		var last contract.Port
		followed.err = followed.child.Get(root, &last)
		followed.over = true
		if followed.err == nil && last.Status != contract.PortCompleted && o.cancelReason == "" {
			o.cancelReason = contract.EndedPortRejected
			o.cancel()
		}
	})
}

func (o *orderRun) portInput() contract.PortInInput {
	in := contract.PortInInput{
		OrderID: o.State.ID, OrderNumber: o.State.Number, Port: *o.State.Port, IDNumber: o.State.Person.IDNumber,
		PlanID: order.PlanID(o.State), Settings: o.settings.Port,
	}
	if o.simWithCustomer {
		in.ICCID = order.ICCID(o.State)
	}
	return in
}

// listenPort writes what the port's workflow tells.
func (o *orderRun) listenPort(ctx workflow.Context, told contract.PortProgress) {
	var err error
	if told.Soon {
		err = o.remind(ctx, "port-soon")
	} else {
		moved := contract.PortMoved{At: at(ctx), Port: told.Port, Limits: o.limits()}
		err = o.Apply(ctx, "Port is "+string(told.Port.Status), orders.RecordPort, moved)
	}
	if err != nil {
		workflow.GetLogger(ctx).Error("news of the port could not be saved", "error", err)
	}
}

// withdrawPort also serves where it is not known whether a submission arrived.
func (o *orderRun) withdrawPort(ctx workflow.Context) error {
	if o.State.Port == nil {
		return nil
	}
	all := contract.PortWithdrawal{OrderID: o.State.ID, Tries: o.State.Port.Tries + 1}
	err := o.Do(run.WithGatewayPolicy(ctx, "Withdraw the port"), nil, portability.WithdrawPort, all)
	if err != nil || o.State.Port.Status == contract.PortWithdrawn || o.State.Port.Status == contract.PortFailed {
		return err
	}
	withdrawn := *o.State.Port
	withdrawn.Status, withdrawn.ExpectedAt = contract.PortWithdrawn, time.Time{}
	return o.Apply(ctx, "Port is withdrawn", orders.RecordPort, contract.PortMoved{At: at(ctx), Port: withdrawn, Limits: o.limits()})
}
