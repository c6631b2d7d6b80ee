// Package middleware is what happens to a request before and after its handler: who is calling, is it allowed, does it keep
// the contract, was it answered before, and how an error is worded.
package middleware

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"selfcare/internal/domain/incident"
	"selfcare/internal/platform/tracing"
	"selfcare/internal/store"
)

// Core is what all handlers share: clock, log, limits, and the settings as known a moment ago.
type Core struct {
	Now           func() time.Time
	Log           *slog.Logger
	Derive        *Deriver
	LocalCache    *LocalCache
	Attempts      attemptCounter
	Places        placeCounter
	SettingsStore settingReader
	IncidentStore incidentReader // nil: there are none
	Robots        RobotCheck     // nil asks nobody
	Figures       Figures
	Traces        *tracing.Tracing // nil: nothing is traced
}

// Figures count what handlers share, for operators. They hold names of our own alone.
type Figures interface {
	CodeSent(purpose string)
	LimitHit(limit string, robot bool)
	StreamOpened() (closed func())
}

type settingReader interface {
	Get(ctx context.Context) (store.Settings, error)
}

type incidentReader interface {
	ListLasting(ctx context.Context) ([]incident.Incident, error)
}

// Incidents are those that last, perhaps as they were some seconds ago.
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

// Settings may be some seconds old: an order keeps the ones it was started with anyway.
func (s *Core) Settings(ctx context.Context) (store.Settings, error) {
	settings, err := ReadCached(ctx, s.LocalCache, "settings", s.SettingsStore.Get)
	if err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	return settings, nil
}

// LogFailure logs what the caller need not know: the work itself is done and cannot happen twice, the workflow sees to that.
func (s *Core) LogFailure(ctx context.Context, doing string, err error) {
	if err != nil {
		s.Log.WarnContext(ctx, doing, "error", err)
	}
}
