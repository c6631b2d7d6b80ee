// Package calendar knows the working days of the Kingdom and the hours in which numbers are moved.
package calendar

import (
	"slices"
	"time"
)

// Riyadh is the Kingdom's time; it has no summer time.
var Riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// Calendar says when numbers are moved: on working days, Sunday to Thursday without holidays, between two hours.
type Calendar struct {
	Holidays       []string // YYYY-MM-DD
	From, Until    int      // hours of the day in Riyadh; Until is exclusive
	AroundTheClock bool     // every hour of every day; a customer still chooses among the working days alone
}

// Window is a time in which a switch may begin; End is exclusive.
type Window struct {
	Start, End time.Time
}

// horizon is the number of days that a search covers; no run of holidays is as long.
const horizon = 366

// WorkingDay tells whether the Riyadh day of a moment is a working day.
func (c Calendar) WorkingDay(at time.Time) bool {
	return c.AroundTheClock || c.bookable(at)
}

// bookable tells whether a customer may ask for the day of a moment, because the clearing house moves numbers on it.
func (c Calendar) bookable(at time.Time) bool {
	local := at.In(Riyadh)
	if day := local.Weekday(); day == time.Friday || day == time.Saturday {
		return false
	}
	return !slices.Contains(c.Holidays, local.Format(time.DateOnly))
}

// On returns the window of a day, written YYYY-MM-DD; false for other days and malformed dates.
func (c Calendar) On(date string) (Window, bool) {
	day, err := time.ParseInLocation(time.DateOnly, date, Riyadh)
	if err != nil || !c.bookable(day) {
		return Window{}, false
	}
	return c.window(day), true
}

// aroundTheClock is the length of a window when numbers are moved around the clock.
const aroundTheClock = time.Minute

// Next returns the rest of the window at a moment, or the first window after it.
func (c Calendar) Next(at time.Time) Window {
	if c.AroundTheClock {
		return Window{Start: at.UTC(), End: at.UTC().Truncate(aroundTheClock).Add(aroundTheClock)}
	}
	day := midnight(at)
	for range horizon {
		if w := c.window(day); c.WorkingDay(day) && at.Before(w.End) {
			return Window{Start: later(at, w.Start).UTC(), End: w.End}
		}
		day = day.AddDate(0, 0, 1)
	}
	return Window{Start: at.UTC(), End: at.UTC()} // a calendar without working days: nothing can be promised
}

// After returns the moment by which the given time has passed within windows.
func (c Calendar) After(at time.Time, open time.Duration) time.Time {
	if c.AroundTheClock {
		return at.UTC().Add(open)
	}
	for range horizon {
		w := c.Next(at)
		if left := w.End.Sub(w.Start); left >= open {
			return w.Start.Add(open)
		}
		open -= w.End.Sub(w.Start)
		at = w.End
	}
	return at.UTC()
}

// EndOfDay returns the end of the window of the nth working day after a moment.
func (c Calendar) EndOfDay(at time.Time, n int) time.Time {
	day := midnight(at)
	for range horizon {
		if n == 0 {
			break
		}
		day = day.AddDate(0, 0, 1)
		if c.WorkingDay(day) {
			n--
		}
	}
	return c.window(day).End
}

// Days lists the windows that On accepts after a moment, within a number of days.
func (c Calendar) Days(at time.Time, within int) []Window {
	var windows []Window
	for n := 1; n <= within; n++ {
		if day := midnight(at).AddDate(0, 0, n); c.bookable(day) {
			windows = append(windows, c.window(day))
		}
	}
	return windows
}

func (c Calendar) window(day time.Time) Window {
	from, until := c.From, c.Until
	if c.AroundTheClock {
		from, until = 0, 24
	}
	return Window{Start: day.Add(time.Duration(from) * time.Hour).UTC(), End: day.Add(time.Duration(until) * time.Hour).UTC()}
}

// Date returns the Riyadh day of a moment, written YYYY-MM-DD.
func Date(at time.Time) string { return at.In(Riyadh).Format(time.DateOnly) }

func midnight(at time.Time) time.Time {
	year, month, day := at.In(Riyadh).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, Riyadh)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
