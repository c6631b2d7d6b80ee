package site

import "time"

// Window is a span of time.
type Window struct {
	Start time.Time
	End   time.Time
}

// Valid tells whether a window can be meant.
func (w Window) Valid() bool { return !w.Start.IsZero() && w.Start.Before(w.End) }
