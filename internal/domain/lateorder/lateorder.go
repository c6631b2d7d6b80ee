// Package lateorder says how long orders usually wait in a stage, and what the customer of a late order is told.
package lateorder

import (
	"time"

	"selfcare/internal/contract"
)

// Basis of the usual time.
const (
	Samples = 200 // the last runs of a kind of order, stage and city
	Enough  = 30  // with fewer runs, the settings decide
	Share   = 0.9 // share of the runs within the usual time
	Slowest = 0.99
)

// Usual is how long orders of a kind wait in a stage in a city. Slowest is zero when too few runs are known.
type Usual struct {
	Within  time.Duration
	Slowest time.Duration
}

// Waiting is an order that waits longer than usual.
type Waiting struct {
	OrderID string
	Number  string
	Kind    string // as the Temporal UI shows it: esim-port-in
	Stage   contract.Stage
	City    string
	Since   time.Time
	Usual   Usual
}

// Count is the number of late orders of a kind in a stage.
type Count struct {
	Kind, Stage string
	Orders      int
}

// ExpectedBy returns the new time of a late order: the time of the slowest orders, and at least half of the usual time from now.
// It is rounded to whole hours, because it is an estimate.
func (w Waiting) ExpectedBy(now time.Time) time.Time {
	by := now.Add(w.Usual.Within / 2)
	if slowest := w.Since.Add(w.Usual.Slowest); slowest.After(by) {
		by = slowest
	}
	return by.Add(time.Hour - time.Nanosecond).Truncate(time.Hour)
}
