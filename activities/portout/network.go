package portout

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
	linestore "selfcare/internal/store/line"
)

// Service takes a leaving line out of service, and restores it if its number stays.
type Service struct {
	lines   linestore.Lines
	network network.Gateway
}

// NewService takes the lines and the network's port.
func NewService(lines linestore.Lines, n network.Gateway) *Service { return &Service{lines, n} }

// StopServing takes the line out of service while its number moves. It sets a state, so it may be repeated. StartServing
// undoes it.
func (s *Service) StopServing(ctx context.Context, in contract.PortOutLine) error {
	return s.set(ctx, "stop serving", in, network.LineSuspended, func(l linestore.Line) error {
		return s.network.Suspend(ctx, in.Reference+"-leave", l.MSISDN, l.ICCID)
	})
}

// StartServing undoes StopServing.
func (s *Service) StartServing(ctx context.Context, in contract.PortOutLine) error {
	return s.set(ctx, "start serving", in, network.LineActive, func(l linestore.Line) error {
		return s.network.Resume(ctx, in.Reference+"-stay", l.MSISDN, l.ICCID)
	})
}

// set changes the line; after an unknown outcome it asks for the line's state.
func (s *Service) set(ctx context.Context, operation string, in contract.PortOutLine, wanted network.LineStatus, change func(linestore.Line) error) error {
	line, err := s.lines.Get(ctx, in.LineID)
	if err != nil {
		return failure.Map("find line", err)
	}
	err = change(line)
	if errors.Is(err, gateway.ErrUnknown) {
		if known, askErr := s.network.SIMs(ctx, line.MSISDN); askErr == nil && known.Status == wanted {
			return nil
		}
	}
	return failure.MapPartner(operation, err, contract.FailNetworkRefused)
}
