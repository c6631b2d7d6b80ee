package portability

import (
	"context"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/port"
	"selfcare/internal/store/setting"
)

// Planning plans ports by our own calendar; the clearing house is not asked.
type Planning struct {
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

// NewPlanning takes the business figures and the working days.
func NewPlanning(s settings, d days) *Planning { return &Planning{settings: s, days: d} }

// ChoosePortWindow refuses a day on which numbers are not moved; otherwise it returns the time of the move.
func (p *Planning) ChoosePortWindow(ctx context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	settings, days, err := p.calendar(ctx, in.Now)
	if err != nil {
		return contract.PortTimes{}, failure.Map("choose window", err)
	}
	if err := port.ValidateWindow(days, in.Window, in.Now, settings.Port.DaysAhead); err != nil {
		return contract.PortTimes{}, failure.Map("choose window", err)
	}
	return timesOf(settings, days, in), nil
}

// PlanPort returns when the donor should answer and when the number can be moved, by the working days known now.
func (p *Planning) PlanPort(ctx context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	settings, days, err := p.calendar(ctx, in.Now)
	if err != nil {
		return contract.PortTimes{}, failure.Map("plan port", err)
	}
	return timesOf(settings, days, in), nil
}

func (p *Planning) calendar(ctx context.Context, now time.Time) (setting.Settings, calendar.Calendar, error) {
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
