package subscription

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/gateway/network"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// Service tells the network what lines may do.
type Service struct {
	lines   linestore.Lines
	network network.Gateway
}

// NewService needs the lines and the network's port.
func NewService(lines linestore.Lines, n network.Gateway) *Service { return &Service{lines, n} }

// SetService sets the plan and the service level of a line in the network. It sets a state, so it may be repeated. A line that has ended has
// nothing to set.
func (a *Service) SetService(ctx context.Context, in contract.ServiceOrder) error {
	line, err := a.lines.Get(ctx, in.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return failure.Map("find line", err)
	}
	err = a.network.SetService(ctx, in.Key, line.MSISDN, network.Service{PlanID: in.Service.PlanID, Level: network.ServiceLevel(in.Service.Level)})
	return failure.MapPartner("set service", err, contract.FailNetworkRefused)
}

// NoteServiceRetry writes the person who has the network told again to the audit log. The moment of the decision is the key, so a repeat
// changes nothing.
func (a *Activities) NoteServiceRetry(ctx context.Context, in contract.PlanSubscription, retry contract.ServiceRetry) error {
	decided := retry.Resolution
	return failure.Map("note retry", a.store.Audit.Write(ctx, audit.Record{
		Key: fmt.Sprintf("resume:%s:%d", in.LineID, retry.Now.UnixNano()), OrderID: in.LineID, Actor: decided.Actor, Action: decided.Action,
		Note: decided.Note, Details: map[string]string{"work": string(supportcase.WorkTell)},
	}))
}
