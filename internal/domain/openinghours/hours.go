package openinghours

import (
	"slices"
	"strconv"
	"time"

	"github.com/hablullah/go-hijri"

	"selfcare/internal/domain/calendar"
)

// Hours holds the hours of the year, and those of Ramadan.
type Hours struct {
	Year, Ramadan Week
}

// State is open until Change, or closed until Change. A zero Change means always open, or always closed.
type State struct {
	Open   bool
	Change time.Time
}

// horizon is the number of days in which the next change is searched: a week, and the day after it.
const horizon = 8

const ramadan = 9

// Ramadan tells whether the Riyadh day of a moment is in Ramadan, by the Umm al-Qura calendar.
func Ramadan(at time.Time) bool {
	year, month, day := at.In(calendar.Riyadh).Date()
	date, err := hijri.CreateUmmAlQuraDate(time.Date(year, month, day, 12, 0, 0, 0, time.UTC))
	return err == nil && date.Month == ramadan // after the end of the published calendar, the hours of the year apply
}

// On returns the week that applies on the day of a moment.
func (h Hours) On(at time.Time) Week {
	if Ramadan(at) {
		return h.Ramadan
	}
	return h.Year
}

// At returns the state at a moment.
func (h Hours) At(at time.Time) State {
	windows := h.windowsAround(at)
	for i, w := range windows {
		if !at.Before(w.End) {
			continue
		}
		if at.Before(w.Start) {
			return State{Change: w.Start}
		}
		return State{Open: true, Change: endOfRun(at, windows[i:])}
	}
	return State{}
}

// endOfRun returns the end of the windows that follow each other without a gap; zero when it is beyond the horizon.
func endOfRun(at time.Time, windows []calendar.Window) time.Time {
	until := windows[0].End
	for _, next := range windows[1:] {
		if next.Start.After(until) {
			break
		}
		if next.End.After(until) {
			until = next.End
		}
	}
	if until.Sub(at) >= (horizon-1)*24*time.Hour {
		return time.Time{}
	}
	return until
}

// windowsAround returns the windows of the days around a moment, in order. Yesterday's window may still be open.
func (h Hours) windowsAround(at time.Time) (windows []calendar.Window) {
	year, month, day := at.In(calendar.Riyadh).Date()
	for n := -1; n <= horizon; n++ {
		midnight := time.Date(year, month, day+n, 0, 0, 0, 0, calendar.Riyadh)
		for _, span := range h.On(midnight)[Weekdays[midnight.Weekday()]] {
			w := calendar.Window{Start: midnight.Add(clock(span.From)), End: midnight.Add(clock(span.Until))}
			if span.Until <= span.From {
				w.End = w.End.AddDate(0, 0, 1)
			}
			windows = append(windows, w)
		}
	}
	slices.SortStableFunc(windows, func(a, b calendar.Window) int { return a.Start.Compare(b.Start) })
	return windows
}

// clock returns the distance of a time like 20:30 from midnight. Parse has validated the text.
func clock(text string) time.Duration {
	hours, _ := strconv.Atoi(text[:2])
	minutes, _ := strconv.Atoi(text[3:])
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
}
