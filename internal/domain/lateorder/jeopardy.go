// Package lateorder says how long orders usually wait in a stage, and what a customer is told of one that waits for longer.
package lateorder

import (
	"time"

	"selfcare/internal/contract"
)

// What usual is made of.
const (
	Samples = 200 // the last runs of a kind of order, stage and city
	Enough  = 30  // fewer of them say nothing; the settings do
	Share   = 0.9 // of them took no longer than usual
	Slowest = 0.99
)

// Usual is how long orders of a kind wait in a stage in a city. Slowest is zero where too few runs say it.
type Usual struct {
	Within  time.Duration
	Slowest time.Duration
}

// Waiting is an order that waits for longer than is usual.
type Waiting struct {
	OrderID string
	Number  string
	Kind    string // as the Temporal UI calls it: esim-port-in
	Stage   contract.Stage
	City    string
	Since   time.Time
	Usual   Usual
}

// Count is how many orders of a kind are late in a stage.
type Count struct {
	Kind, Stage string
	Orders      int
}

// ExpectedBy is the honest new time of an order that is late: when the slowest ones were over, and half of the usual time from
// now at least. Whole hours: it is a guess, and looks like one.
func (w Waiting) ExpectedBy(now time.Time) time.Time {
	by := now.Add(w.Usual.Within / 2)
	if slowest := w.Since.Add(w.Usual.Slowest); slowest.After(by) {
		by = slowest
	}
	return by.Add(time.Hour - time.Nanosecond).Truncate(time.Hour)
}
