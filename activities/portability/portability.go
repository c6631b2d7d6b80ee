// Package portability moves numbers between operators through the clearing house.
package portability

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/port"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/portability"
	"selfcare/internal/store/setting"
)

// Activities calls the clearing house.
type Activities struct {
	gateway  portability.Gateway
	settings settings
	days     days
}

// settings returns the business figures as they are now.
type settings interface {
	Get(ctx context.Context) (setting.Settings, error)
}

// days returns the days on which numbers are moved.
type days interface {
	Calendar(ctx context.Context, s setting.Settings, now time.Time) (calendar.Calendar, error)
}

// New takes the clearing house's port, the business figures and the working days.
func New(g portability.Gateway, s settings, d days) *Activities {
	return &Activities{gateway: g, settings: s, days: d}
}

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

// ChoosePortWindow refuses a day on which numbers are not moved; otherwise it returns the time of the move.
func (p *Activities) ChoosePortWindow(ctx context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	settings, days, err := p.calendar(ctx, in.Now)
	if err != nil {
		return contract.PortTimes{}, failure.Map("choose window", err)
	}
	if err := port.ValidateWindow(days, in.Window, in.Now, settings.Port.DaysAhead); err != nil {
		return contract.PortTimes{}, failure.Map("choose window", err)
	}
	return timesOf(settings, days, in), nil
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

// PlanPort returns when the donor should answer and when the number can be moved, by the working days known now.
func (p *Activities) PlanPort(ctx context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	settings, days, err := p.calendar(ctx, in.Now)
	if err != nil {
		return contract.PortTimes{}, failure.Map("plan port", err)
	}
	return timesOf(settings, days, in), nil
}

func (p *Activities) calendar(ctx context.Context, now time.Time) (setting.Settings, calendar.Calendar, error) {
	settings, err := p.settings.Get(ctx)
	if err != nil {
		return settings, calendar.Calendar{}, err
	}
	days, err := p.days.Calendar(ctx, settings, now)
	return settings, days, err
}

func timesOf(settings setting.Settings, days calendar.Calendar, in contract.PortPlan) contract.PortTimes {
	window := port.Plan(days, in.Window, in.NotBefore)
	return contract.PortTimes{
		AnswerBy: days.After(in.Now, settings.Port.AnswerWithin), CutOverAt: window.Start, CutOverEnd: window.End,
	}
}
