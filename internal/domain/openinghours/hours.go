package openinghours

import (
	"slices"
	"strconv"
	"time"

	"github.com/hablullah/go-hijri"

	"selfcare/internal/domain/calendar"
)

// Hours are those of the year, and those of Ramadan.
type Hours struct {
	Year, Ramadan Week
}

// State is how things stand at a moment: open until Change, or closed until then. No change is zero: always open, or never.
type State struct {
	Open   bool
	Change time.Time
}

// horizon is how far the next change is looked for: a week, and the day in which it may begin anew.
const horizon = 8

const ramadan = 9

// Ramadan tells whether the day of a moment in Riyadh is one of Ramadan, by the calendar of Umm al-Qura.
func Ramadan(at time.Time) bool {
	year, month, day := at.In(calendar.Riyadh).Date()
	date, err := hijri.CreateUmmAlQuraDate(time.Date(year, month, day, 12, 0, 0, 0, time.UTC))
	return err == nil && date.Month == ramadan // beyond the published calendar the hours of the year count
}

// On is the week that counts on the day of a moment.
func (h Hours) On(at time.Time) Week {
	if Ramadan(at) {
		return h.Ramadan
	}
	return h.Year
}

// At is how things stand at a moment.
func (h Hours) At(at time.Time) State {
	windows := h.around(at)
	for i, w := range windows {
		if !at.Before(w.End) {
			continue
		}
		if at.Before(w.Start) {
			return State{Change: w.Start}
		}
		return State{Open: true, Change: end(at, windows[i:])}
	}
	return State{}
}

// end of what follows without a gap; zero where that is further than we look.
func end(at time.Time, windows []calendar.Window) time.Time {
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

// around are the windows of the days around a moment, in their order. That of yesterday may not be over yet.
func (h Hours) around(at time.Time) (windows []calendar.Window) {
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

// clock is how far into the day a time like 20:30 is; the lists were read by Parse.
func clock(text string) time.Duration {
	hours, _ := strconv.Atoi(text[:2])
	minutes, _ := strconv.Atoi(text[3:])
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
}
