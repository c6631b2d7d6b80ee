package portin

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/run"
)

func (p *portRun) registerUpdates(ctx workflow.Context) error {
	may := func(contract.PortWindowChoice) error { return p.mayChooseWindow() }
	return run.UpdateAlways(ctx, contract.UpdateChoosePortWindow, may, p.chooseWindow)
}

func (p *portRun) mayChooseWindow() error { return run.Refusal(port.MayChooseWindow(p.port)) }

// chooseWindow moves the switch to another window. The calendar and the clearing house may say no; a switch that begins
// meanwhile waits for the answer.
func (p *portRun) chooseWindow(ctx workflow.Context, in contract.PortWindowChoice) (contract.Port, error) {
	if err := p.turn.Lock(ctx); err != nil {
		return contract.Port{}, err
	}
	defer p.turn.Unlock()
	if err := p.mayChooseWindow(); err != nil {
		return contract.Port{}, err
	}
	now := workflow.Now(ctx)
	plan := contract.PortPlan{At: contract.At{Now: now}, Window: in.Window, NotBefore: p.noticeAfter(now)}
	var times contract.PortTimes
	err := run.Local(ctx, p.attention, "Look into the calendar", &times, portability.ChoosePortWindow, plan)
	if err != nil {
		return contract.Port{}, err
	}
	wish := contract.PortRescheduling{PortID: p.id(), Window: in.Window}
	err = workflow.ExecuteActivity(run.WithInteractivePolicy(ctx, "Ask the clearing house for another window"), portability.ReschedulePort, wish).Get(ctx, nil)
	if err != nil {
		return contract.Port{}, run.Unavailable(err)
	}
	p.port.Window, p.rescheduled = in.Window, true
	if p.port.Status == contract.PortScheduled {
		p.port.CutOverAt, p.port.ExpectedAt = times.CutOverAt, times.CutOverAt
	}
	p.notifyOrder(ctx)
	return p.port, nil
}

// drain lets every answer go out before the workflow ends.
func (p *portRun) drain(ctx workflow.Context, err error) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	wait := run.Wait{For: "answers on their way out", Owner: "the port itself"}
	if _, waitErr := run.Await(ctx, wait, func() bool { return workflow.AllHandlersFinished(ctx) }); waitErr != nil {
		return waitErr
	}
	return err
}
