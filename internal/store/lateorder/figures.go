// Package lateorder keeps how long orders wait in their stages, and finds those that wait for longer than is usual.
package lateorder

import (
	"time"

	"selfcare/internal/contract"
)

// Figures are how long an order may wait in a stage where too few before it say what is usual.
type Figures struct {
	Placed     time.Duration
	Preparing  time.Duration
	Dispatched time.Duration
	Porting    time.Duration
}

// DefaultFigures are those where nobody has set others. What is placed waits for the other operator, where there is one.
func DefaultFigures() Figures {
	return Figures{Placed: 72 * time.Hour, Preparing: 24 * time.Hour, Dispatched: 96 * time.Hour, Porting: 4 * time.Hour}
}

// Fields are the names under which they are set.
func (f *Figures) Fields() map[string]any {
	return map[string]any{
		"expectedPlaced": &f.Placed, "expectedPreparing": &f.Preparing, "expectedDispatched": &f.Dispatched, "expectedPorting": &f.Porting,
	}
}

const most = 60 * 24 * time.Hour

// Bounds say what holds for them, and whether it does.
func (f Figures) Bounds() map[string]bool {
	bounds := make(map[string]bool)
	for key, value := range f.Fields() {
		within := *value.(*time.Duration)
		bounds[key+": 1m to 1440h"] = time.Minute <= within && within <= most
	}
	return bounds
}

// stages are those in which orders wait for us or a partner.
func (f Figures) stages() map[contract.Stage]time.Duration {
	return map[contract.Stage]time.Duration{
		contract.StagePlaced: f.Placed, contract.StagePreparing: f.Preparing,
		contract.StageDispatched: f.Dispatched, contract.StagePorting: f.Porting,
	}
}
