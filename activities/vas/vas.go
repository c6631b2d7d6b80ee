// Package vas begins and ends value-added services at the partner that provides them.
package vas

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/vas"
)

// Activities calls the partner for value-added services.
type Activities struct {
	gateway vas.Gateway
	lines   lineReader
}

type lineReader interface {
	MSISDN(ctx context.Context, id string) (string, error)
}

// New takes the partner's port and the numbers of lines.
func New(g vas.Gateway, l lineReader) *Activities { return &Activities{g, l} }

// BeginContent begins a service, once however often it is called: the purchase id is the partner's reference. An unknown
// outcome is inquired about before anything is sent again.
func (a *Activities) BeginContent(ctx context.Context, in contract.ContentOrder) (contract.ContentBegun, error) {
	msisdn, err := a.lines.MSISDN(ctx, in.LineID)
	if err != nil {
		return contract.ContentBegun{}, failure.Map("read number", err)
	}
	now, err := a.gateway.Begin(ctx, vas.Order{Reference: in.PurchaseID, MSISDN: msisdn, Service: in.PartnerCode})
	if errors.Is(err, gateway.ErrUnknown) {
		now, err = a.gateway.Find(ctx, in.PurchaseID)
	}
	if err == nil {
		err = validateBegun(now)
	}
	return contract.ContentBegun{Reference: now.ID}, failure.MapPartner("begin service", err, contract.FailServiceRefused)
}

// EndContent ends a service, or one that may have begun. It may be repeated; a service that the partner never had needs no
// end.
func (a *Activities) EndContent(ctx context.Context, in contract.ContentOrder) error {
	err := a.gateway.End(ctx, in.PurchaseID)
	if errors.Is(err, gateway.ErrNotFound) {
		return nil
	}
	return failure.MapPartner("end service", err, contract.FailOutcomeUnknown)
}

// errPending repeats the inquiry, because the partner is still working.
var errPending = fmt.Errorf("service is being begun: %w", gateway.ErrRetry)

func validateBegun(s vas.Subscription) error {
	switch s.Status {
	case vas.Active:
		return nil
	case vas.Refused, vas.Ended:
		return &gateway.Refusal{System: "content", Code: s.Reason}
	case vas.Pending:
	}
	return errPending
}
