package site

import "time"

// Window is a span of time.
type Window struct {
	Start time.Time
	End   time.Time
}

// Valid tells whether a window has a start before its end.
func (w Window) Valid() bool { return !w.Start.IsZero() && w.Start.Before(w.End) }
