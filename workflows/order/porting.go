package order

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/process"
)

// porting is the number that is brought along.
type porting struct {
	*orderRun
	sim   bool          // the customer has the SIM: the number can be moved to it
	child *portFollowed // the port's workflow, if it runs
}

// portFollowed is the port's workflow as its order sees it.
type portFollowed struct {
	workflow workflow.ChildWorkflowFuture
	over     bool
	err      error
}

func (p *porting) request(ctx workflow.Context, in contract.PortRequest) (contract.Order, error) {
	chosen := contract.PortChosen{At: process.At(ctx), Request: in, HoldFor: p.settings.HoldCap}
	err := p.CallLocal(ctx, "Validate the number to port", nil, orders.CheckPort, p.State, chosen)
	if err != nil {
		return contract.Order{}, err
	}
	err = process.Ask(ctx, "Ask the clearing house about the number", &chosen.Check, portability.PreCheckPort, in)
	if err != nil {
		return contract.Order{}, err
	}
	chosen.At = process.At(ctx)
	return p.applyStep(ctx, contract.StepMNPNumberSelection, "Record the number to port", orders.RequestPort, chosen)
}

func (p *porting) validateCorrection(in contract.PortCorrection) error {
	switch {
	case p.State.Stage.Closed():
		return process.Refuse(contract.FailOrderClosed)
	case p.State.Port == nil || !order.CanCancel(p.State):
		return process.Refuse(contract.FailPortNothing)
	default:
		return process.Refusal(port.ValidateCorrection(*p.State.Port, in, p.settings.Port.Tries))
	}
}

// correct takes the customer's correction and submits the port again.
func (p *porting) correct(ctx workflow.Context, in contract.PortCorrection) (contract.Order, error) {
	allowed := func() error { return p.validateCorrection(in) }
	err := p.ApplyIf(ctx, allowed, "Correct the port", orders.CorrectPort, contract.PortCorrected{At: process.At(ctx), Correction: in})
	if err != nil {
		return contract.Order{}, err
	}
	err = workflow.SignalExternalWorkflow(ctx, contract.PortInWorkflowID(p.State.Number), "", contract.SignalPortCorrected, *p.State.Port).Get(ctx, nil)
	if err != nil { // the port ended at the same moment
		return contract.Order{}, process.Refuse(contract.FailPortNothing)
	}
	return p.State, nil
}

func (p *porting) submitPort(ctx workflow.Context) error {
	return p.RunOrEscalate(ctx, contract.WorkSubmitPort, func(ctx workflow.Context) error {
		return p.awaitPort(ctx, func(now contract.Port) bool { return now.Tries > 0 })
	})
}

func (p *porting) awaitDonor(ctx workflow.Context) error {
	return p.RunOrEscalate(ctx, contract.WorkSubmitPort, func(ctx workflow.Context) error {
		return p.awaitPort(ctx, func(now contract.Port) bool {
			switch now.Status {
			case contract.PortApproved, contract.PortScheduled, contract.PortCutOver, contract.PortRolledBack, contract.PortCompleted:
				return true
			default:
				return false
			}
		})
	})
}

// releasePort tells the port that the customer has the SIM; from there the port continues by itself.
func (p *porting) releasePort(ctx workflow.Context) error {
	p.sim = true
	if p.child != nil && !p.child.over {
		// If the port is over when the signal arrives, it is started again with the SIM it needs.
		_ = p.child.workflow.SignalChildWorkflow(ctx, contract.SignalSIMWithCustomer, contract.SIMWithCustomer{ICCID: order.ICCID(p.State)}).Get(ctx, nil)
	}
	return p.RunOrEscalate(ctx, contract.WorkCutOver, func(ctx workflow.Context) error {
		return p.awaitPort(ctx, func(now contract.Port) bool { return now.Status == contract.PortCompleted })
	})
}

// awaitPort follows the port until the next phase can begin. A port that ends before that holds the order; a retry continues
// from where it was.
func (p *porting) awaitPort(ctx workflow.Context, there func(contract.Port) bool) error {
	if there(*p.State.Port) {
		return nil
	}
	if p.child == nil {
		p.follow(ctx)
	}
	wait := process.Wait{For: "the port continues", Owner: "the port: each of its waits has a limit"}
	_, err := p.Await(ctx, wait, func() bool { return there(*p.State.Port) || p.child.over && p.child.err != nil })
	if err != nil || there(*p.State.Port) {
		return err
	}
	err = p.child.err
	p.child = nil
	return err
}

// follow starts the port's workflow. A port that ends without the number ends the order in any phase.
func (p *porting) follow(ctx workflow.Context) {
	followed := &portFollowed{}
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID:          contract.PortInWorkflowID(p.State.Number),
		WaitForCancellation: true,
		StaticSummary:       "Port of order " + p.State.Number,
	})
	followed.workflow = workflow.ExecuteChildWorkflow(ctx, contract.WorkflowPortIn, p.input())
	p.child = followed
	p.Go(func(root workflow.Context) {
		var ended contract.PortInResult
		followed.err = followed.workflow.Get(root, &ended)
		if ended.FailureCode != "" {
			followed.err = process.Refuse(ended.FailureCode)
		}
		followed.over = true
		if followed.err == nil && ended.Port.Status != contract.PortCompleted {
			p.callOff(contract.EndedPortRejected)
		}
	})
}

func (p *porting) input() contract.PortInInput {
	in := contract.PortInInput{
		OrderID: p.State.ID, OrderNumber: p.State.Number, Port: *p.State.Port, IDNumber: p.State.Person.IDNumber,
		PlanID: order.PlanID(p.State), Settings: p.settings.Port,
	}
	if p.sim {
		in.ICCID = order.ICCID(p.State)
	}
	return in
}

// listenProgress records the progress that the port's workflow reports.
func (p *porting) listenProgress(ctx workflow.Context, progress contract.PortProgress) {
	var err error
	if progress.Soon {
		err = p.remind(ctx, "port-soon")
	} else {
		moved := contract.PortMoved{At: process.At(ctx), Port: progress.Port, Limits: p.limits()}
		err = p.applyAndShow(ctx, "Port is "+string(progress.Port.Status), orders.RecordPort, moved)
	}
	p.NoteNews(ctx, "port", err)
}

// withdraw also works when it is unknown whether a submission arrived.
func (p *porting) withdraw(ctx workflow.Context) error {
	if p.State.Port == nil {
		return nil
	}
	all := contract.PortWithdrawal{OrderID: p.State.ID, Tries: p.State.Port.Tries + 1}
	err := p.Do(process.WithGatewayPolicy(ctx, "Withdraw the port"), nil, portability.WithdrawPort, all)
	if err != nil || p.State.Port.Status == contract.PortWithdrawn || p.State.Port.Status == contract.PortFailed {
		return err
	}
	withdrawn := *p.State.Port
	withdrawn.Status, withdrawn.ExpectedAt = contract.PortWithdrawn, time.Time{}
	return p.Apply(ctx, "Port is withdrawn", orders.RecordPort, contract.PortMoved{At: process.At(ctx), Port: withdrawn, Limits: p.limits()})
}
