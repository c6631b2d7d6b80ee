// Package portability moves numbers between operators through the clearing house.
package portability

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/portability"
)

// Activities calls the clearing house.
type Activities struct{ gateway portability.Gateway }

// New takes the clearing house's port.
func New(g portability.Gateway) *Activities { return &Activities{g} }

// PreCheckPort checks a number before payment; a number that cannot be moved is refused.
func (p *Activities) PreCheckPort(ctx context.Context, in contract.PortRequest) (contract.PortCheck, error) {
	found, err := p.gateway.Check(ctx, in.Operator, in.MSISDN)
	if err != nil {
		return contract.PortCheck{}, failure.MapPartner("check number", err, contract.PortNotPortable)
	}
	if found.Reason != "" {
		return contract.PortCheck{}, failure.Map("check number", contract.RefuseField(port.FieldOf(found.Reason), found.Reason))
	}
	return contract.PortCheck{Hints: found.Hints}, nil
}

// SubmitPort asks the donor to release the number. The port's id is the idempotency key; after an unknown outcome the clearing
// house is asked first. A refusal because of the number is an answer, not a failure.
func (p *Activities) SubmitPort(ctx context.Context, in contract.PortSubmission) (contract.PortState, error) {
	state, err := p.gateway.Submit(ctx, in)
	if errors.Is(err, gateway.ErrUnknown) {
		state, err = p.gateway.Status(ctx, in.PortID)
	}
	if code := failure.PartnerCode(err); port.IsReason(code) {
		return contract.PortState{Status: contract.PortRejected, Reason: port.Reason(code)}, nil
	}
	return state, failure.MapPartner("submit port", err, contract.FailPortSubmission)
}

// AskPort asks for the state of a submission.
func (p *Activities) AskPort(ctx context.Context, portID string) (contract.PortState, error) {
	state, err := p.gateway.Status(ctx, portID)
	return state, failure.MapPartner("ask port", err, contract.FailPortSubmission)
}

// WithdrawPort withdraws every submission that may exist; one that was never sent needs nothing. Too late is a refusal.
func (p *Activities) WithdrawPort(ctx context.Context, in contract.PortWithdrawal) error {
	for try := 1; try <= in.Tries; try++ {
		if err := p.withdraw(ctx, contract.PortID(in.OrderID, try)); err != nil {
			return failure.MapPartner("withdraw port", err, contract.FailCancelTooLate)
		}
	}
	return nil
}

func (p *Activities) withdraw(ctx context.Context, portID string) error {
	_, err := p.gateway.Status(ctx, portID)
	if errors.Is(err, gateway.ErrNotFound) {
		return nil // never submitted
	}
	if err != nil {
		return err
	}
	return p.gateway.Withdraw(ctx, portID)
}

// ReschedulePort asks the clearing house for another day, unless it already has that day from an earlier try whose answer was
// lost.
func (p *Activities) ReschedulePort(ctx context.Context, in contract.PortRescheduling) error {
	known, err := p.gateway.Status(ctx, in.PortID)
	if err == nil && port.Noted(known, in.Window) {
		return nil
	}
	err = p.gateway.Reschedule(ctx, in.PortID, in.Window)
	if code := failure.PartnerCode(err); port.IsReason(code) && port.Reason(code) == contract.PortScheduleInvalid {
		return failure.Map("reschedule port", contract.RefuseField(port.FieldWindow, contract.FailPortWindow))
	}
	return failure.MapPartner("reschedule port", err, contract.FailPortWindowShut)
}

// ReleaseFromDonor begins the cut-over. It sets a state, so it may be repeated; a port withdrawn meanwhile is refused.
func (p *Activities) ReleaseFromDonor(ctx context.Context, portID string) error {
	err := p.gateway.Release(ctx, portID)
	if failure.PartnerCode(err) == "withdrawn" {
		return failure.MapPartner("release number", err, contract.FailPortWithdrawn)
	}
	return failure.MapPartner("release number", err, contract.FailCutOver)
}

// BroadcastRouting tells all networks which operator serves the number now.
func (p *Activities) BroadcastRouting(ctx context.Context, portID string) error {
	return failure.MapPartner("broadcast routing", p.gateway.Broadcast(ctx, portID), contract.FailCutOver)
}

// RollBackPort undoes ReleaseFromDonor, also when it is unknown whether the number was released.
func (p *Activities) RollBackPort(ctx context.Context, portID string) error {
	return failure.MapPartner("roll back port", p.gateway.RollBack(ctx, portID), contract.FailCutOver)
}
