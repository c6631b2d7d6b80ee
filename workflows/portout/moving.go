package portout

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// moveNumber takes the line out of service and releases the number. If the cut-over fails at the recipient, the line is restored.
func (p *portOutRun) moveNumber(ctx workflow.Context) error {
	if p.State.Stage == contract.PortOutLeft { // recorded by a worker that died
		return nil
	}
	line := contract.PortOutLine{Reference: p.State.Reference, LineID: p.State.LineID}
	err := p.RunOrEscalate(ctx, contract.WorkLetNumberGo, func(ctx workflow.Context) error {
		return p.Do(process.WithSwitchPolicy(ctx, "Take the line out of service"), nil, service.StopServing, line)
	})
	if err != nil {
		return err
	}
	said, err := p.callClearing(ctx, contract.WorkLetNumberGo, "Release the number to the other operator", portability.LetNumberGo, p.State.Reference)
	if err != nil {
		return err
	}
	if said, err = p.followCutOver(ctx, said); err != nil {
		return err
	}
	if said == contract.ClearingCompleted {
		return p.Apply(ctx, "The number has left", books.CompletePortOut, process.At(ctx))
	}
	err = p.RunOrEscalate(ctx, contract.WorkKeepNumber, func(ctx workflow.Context) error {
		return p.Do(process.WithSwitchPolicy(ctx, "Bring the line back into service"), nil, service.StartServing, line)
	})
	if err != nil {
		return err
	}
	return p.Apply(ctx, "The number stays: the move failed", books.EndPortOut, contract.PortOutEnded{At: process.At(ctx), Stage: contract.PortOutFailed})
}

// followCutOver follows a cut-over until it is complete or rolled back. A cut-over that takes too long is held, because the
// customer has no service: support continues the wait or states that the number has moved.
func (p *portOutRun) followCutOver(ctx workflow.Context, said contract.PortOutStatus) (contract.PortOutStatus, error) {
	begun := process.Now(ctx)
	for n := 0; said != contract.ClearingCompleted && stayStages[said] == ""; n++ {
		if p.IsLong(ctx) {
			return said, errLong
		}
		if process.Now(ctx).Sub(begun) > p.in.Settings.MoveWithin {
			action, err := p.Escalate(ctx, contract.WorkLetNumberGo, contract.FailCutOver)
			if err != nil || action == contract.ResolveSkip {
				return contract.ClearingCompleted, err
			}
			begun, n, p.news = process.Now(ctx), 0, true
		}
		wait := process.Wait{For: "the other operator serves the number", Limit: pauseBefore(n), Then: "the clearing house is asked; held for support when it takes too long"}
		if _, err := p.Await(ctx, wait, func() bool { return p.news }); err != nil {
			return said, err
		}
		p.news = false
		var err error
		said, err = p.callClearing(ctx, contract.WorkLetNumberGo, "Ask whether the number has moved", portability.AskPortOut, p.State.Reference)
		if err != nil {
			return said, err
		}
	}
	return said, nil
}

// pauseBefore keeps the inquiries about a cut-over close together, because the customer has no service.
func pauseBefore(n int) time.Duration { return min(process.PauseBefore(n), 5*time.Minute) }
