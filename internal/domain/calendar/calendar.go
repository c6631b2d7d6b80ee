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
	From, Until    int      // hours of the day in Riyadh; the last one is too late
	AroundTheClock bool     // every hour of every day; a customer still chooses among the working days alone
}

// Window is a time in which a switch may begin; End is too late.
type Window struct {
	Start, End time.Time
}

// horizon is how many days are looked at; no run of holidays is as long.
const horizon = 366

// WorkingDay tells whether the day of a moment in Riyadh is one.
func (c Calendar) WorkingDay(at time.Time) bool {
	return c.AroundTheClock || c.bookable(at)
}

// bookable tells whether the clearing house moves a number on the day of a moment, where a customer asks for that day.
func (c Calendar) bookable(at time.Time) bool {
	local := at.In(Riyadh)
	if day := local.Weekday(); day == time.Friday || day == time.Saturday {
		return false
	}
	return !slices.Contains(c.Holidays, local.Format(time.DateOnly))
}

// On is the window of a day, written YYYY-MM-DD; false where it is not a working day, or no day at all.
func (c Calendar) On(date string) (Window, bool) {
	day, err := time.ParseInLocation(time.DateOnly, date, Riyadh)
	if err != nil || !c.bookable(day) {
		return Window{}, false
	}
	return c.window(day), true
}

// Every minute is a window of its own where numbers are moved around the clock.
const aroundTheClock = time.Minute

// Next is the window a moment lies in, what is left of it, or the first one after.
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

// After is the moment by which so much time has passed within windows.
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

// EndOfDay is the end of the window of the nth working day after the day of a moment.
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

// Days lists the windows that On takes after the day of a moment, within a number of days.
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

// Date is the day a moment lies in, in Riyadh, written YYYY-MM-DD.
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
