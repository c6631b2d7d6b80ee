package portin

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/process"
)

func (p *portRun) registerUpdates(ctx workflow.Context) error {
	may := func(contract.PortWindowChoice) error { return p.validateWindowChoice() }
	return process.RegisterSlowUpdate(p.Process, ctx, contract.UpdateChoosePortWindow, may, p.chooseWindow)
}

func (p *portRun) validateWindowChoice() error {
	return process.Refusal(port.ValidateWindowChoice(p.State))
}

// chooseWindow moves the switch to another window. The calendar and the clearing house may refuse. A switch that begins
// meanwhile waits for their answer.
func (p *portRun) chooseWindow(ctx workflow.Context, in contract.PortWindowChoice) (contract.Port, error) {
	done, err := p.TakeTurn(ctx)
	if err != nil {
		return contract.Port{}, err
	}
	defer done()
	if err := p.validateWindowChoice(); err != nil {
		return contract.Port{}, err
	}
	now := workflow.Now(ctx)
	plan := contract.PortPlan{At: contract.At{Now: now}, Window: in.Window, NotBefore: p.noticeAfter(now)}
	var times contract.PortTimes
	err = p.CallLocal(ctx, "Read the calendar", &times, planning.ChoosePortWindow, plan)
	if err != nil {
		return contract.Port{}, err
	}
	wish := contract.PortRescheduling{PortID: p.id(), Window: in.Window}
	err = process.DoPromptly(process.WithInteractivePolicy(ctx, "Ask the clearing house for another window"), nil, portability.ReschedulePort, wish)
	if err != nil {
		return contract.Port{}, process.Unavailable(err)
	}
	p.State.Window, p.rescheduled = in.Window, true
	if p.State.Status == contract.PortScheduled {
		p.State.CutOverAt, p.State.ExpectedAt = times.CutOverAt, times.CutOverAt
	}
	p.notifyOrder(ctx)
	return p.State, nil
}
