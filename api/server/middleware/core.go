// Package middleware handles a request before and after its handler: caller, permission, contract, idempotency, and
// the wording of errors.
package middleware

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"selfcare/internal/domain/incident"
	"selfcare/internal/platform/tracing"
	"selfcare/internal/store/setting"
)

// Core has the parts that all handlers share: clock, log, limits, and recent settings.
type Core struct {
	Now             func() time.Time
	Log             *slog.Logger
	Derive          *Deriver
	LocalCache      *LocalCache
	Attempts        attemptCounter
	Slots           slotCounter
	SettingsStore   settingReader
	IncidentStore   incidentReader // nil: no incidents
	HolidayStore    holidayReader  // nil: no holidays
	CourierCallsOff bool           // a booked parcel that has not left can be called off
	Robots          RobotCheck     // nil: no robot check
	Figures         Figures
	Traces          *tracing.Tracing // nil: no tracing
}

// Figures count shared events for operators. Labels are fixed names.
type Figures interface {
	CodeSent(purpose string)
	LimitHit(limit string, robot bool)
	StreamOpened() (closed func())
}

type settingReader interface {
	Get(ctx context.Context) (setting.Settings, error)
}

type holidayReader interface {
	Holidays(ctx context.Context, from time.Time) ([]string, error)
}

type incidentReader interface {
	ListLasting(ctx context.Context) ([]incident.Incident, error)
}

// Incidents returns the current incidents, up to some seconds old.
func (s *Core) Incidents(ctx context.Context) ([]incident.Incident, error) {
	if s.IncidentStore == nil {
		return nil, nil
	}
	lasting, err := ReadCached(ctx, s.LocalCache, "incidents", s.IncidentStore.ListLasting)
	if err != nil {
		return nil, fmt.Errorf("read incidents: %w", err)
	}
	return lasting, nil
}

// recentPast is how far back holidays matter: no parcel is on its way for longer.
const recentPast = 90 * 24 * time.Hour

// Holidays lists the recent and the coming holidays, written YYYY-MM-DD.
func (s *Core) Holidays(ctx context.Context) ([]string, error) {
	if s.HolidayStore == nil {
		return nil, nil
	}
	days, err := ReadCached(ctx, s.LocalCache, "holidays", func(ctx context.Context) ([]string, error) {
		return s.HolidayStore.Holidays(ctx, s.Now().Add(-recentPast))
	})
	if err != nil {
		return nil, fmt.Errorf("read holidays: %w", err)
	}
	return days, nil
}

// Settings may be some seconds old: an order keeps those of its start anyway.
func (s *Core) Settings(ctx context.Context) (setting.Settings, error) {
	settings, err := ReadCached(ctx, s.LocalCache, "settings", s.SettingsStore.Get)
	if err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	return settings, nil
}

// LogFailure logs a failure that the caller need not know: the work is done, and the workflow prevents a repeat.
func (s *Core) LogFailure(ctx context.Context, doing string, err error) {
	if err != nil {
		s.Log.WarnContext(ctx, doing, "error", err)
	}
}
