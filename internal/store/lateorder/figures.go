// Package lateorder stores how long orders wait in their stages, and finds those that wait longer than usual.
package lateorder

import (
	"time"

	"selfcare/internal/contract"
)

// Figures are the usual waiting times of stages with too few known runs.
type Figures struct {
	Placed     time.Duration
	Preparing  time.Duration
	Dispatched time.Duration
	Porting    time.Duration
}

// DefaultFigures returns the default values. A placed order waits for the donor, if it has one.
func DefaultFigures() Figures {
	return Figures{Placed: 72 * time.Hour, Preparing: 24 * time.Hour, Dispatched: 96 * time.Hour, Porting: 4 * time.Hour}
}

// Fields returns the fields by their setting keys.
func (f *Figures) Fields() map[string]any {
	return map[string]any{
		"expectedPlaced": &f.Placed, "expectedPreparing": &f.Preparing, "expectedDispatched": &f.Dispatched, "expectedPorting": &f.Porting,
	}
}

const most = 60 * 24 * time.Hour

// Bounds returns the rules on the values, and whether each holds.
func (f Figures) Bounds() map[string]bool {
	bounds := make(map[string]bool)
	for key, value := range f.Fields() {
		within := *value.(*time.Duration)
		bounds[key+": 1m to 1440h"] = time.Minute <= within && within <= most
	}
	return bounds
}

// stages maps the stages in which orders wait for us or a partner.
func (f Figures) stages() map[contract.Stage]time.Duration {
	return map[contract.Stage]time.Duration{
		contract.StagePlaced: f.Placed, contract.StagePreparing: f.Preparing,
		contract.StageDispatched: f.Dispatched, contract.StagePorting: f.Porting,
	}
}
