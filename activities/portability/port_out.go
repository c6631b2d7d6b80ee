package portability

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
)

// AnswerPortOut tells the clearing house whether one of our numbers may leave. Like the commands below it returns the state of
// the request at the clearing house, which is the truth. A command that comes too late is refused; then the state is asked
// for.
func (p *Activities) AnswerPortOut(ctx context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error) {
	return p.outcome(ctx, in.Reference, func() (contract.PortOutStatus, error) { return p.gateway.Answer(ctx, in) })
}

// AskPortOut asks for the state of a request for one of our numbers.
func (p *Activities) AskPortOut(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	status, err := p.gateway.OutStatus(ctx, reference)
	return status, failure.MapPartner("ask port-out", err, contract.FailPortOutUnknown)
}

// StopPortOut withdraws our agreement, until the cut-over has begun.
func (p *Activities) StopPortOut(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	return p.outcome(ctx, reference, func() (contract.PortOutStatus, error) { return p.gateway.Stop(ctx, reference) })
}

// LetNumberGo reports that we no longer serve the number.
func (p *Activities) LetNumberGo(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	return p.outcome(ctx, reference, func() (contract.PortOutStatus, error) { return p.gateway.LetGo(ctx, reference) })
}

func (p *Activities) outcome(ctx context.Context, reference string, command func() (contract.PortOutStatus, error)) (contract.PortOutStatus, error) {
	status, err := command()
	if errors.Is(err, gateway.ErrFinal) || errors.Is(err, gateway.ErrUnknown) {
		return p.AskPortOut(ctx, reference)
	}
	return status, failure.MapPartner("change port-out", err, contract.FailPortOutUnknown)
}
