package portability

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
)

// AnswerPortOut tells the clearing house whether a number of ours may leave, and AskPortOut, StopPortOut and LetNumberGo below speak
// of the same request. Each answers with where it stands there then, which is the truth: what is refused, because the other operator
// or the clock was quicker, is asked about.
func (p *Activities) AnswerPortOut(ctx context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error) {
	return p.outcome(ctx, in.Reference, func() (contract.PortOutStatus, error) { return p.gateway.Answer(ctx, in) })
}

// AskPortOut asks where a request for a number of ours stands.
func (p *Activities) AskPortOut(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	status, err := p.gateway.OutStatus(ctx, reference)
	return status, failure.MapPartner("ask port-out", err, contract.FailPortOutUnknown)
}

// StopPortOut takes our agreement back, until the cut-over has begun.
func (p *Activities) StopPortOut(ctx context.Context, reference string) (contract.PortOutStatus, error) {
	return p.outcome(ctx, reference, func() (contract.PortOutStatus, error) { return p.gateway.Stop(ctx, reference) })
}

// LetNumberGo says that we do not serve the number any more.
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
