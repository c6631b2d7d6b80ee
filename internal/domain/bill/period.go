// Package bill holds the rules on postpaid bills as pure functions: what an invoice is of, what stands on it, when it is due, what
// follows where nobody pays, and how it is named to a bank.
package bill

import (
	"fmt"
	"time"

	"selfcare/internal/domain/calendar"
)

// Final names the last invoice of a line that has ended; any other is named by the month in which its period ends.
const Final = "final"

// Period is a month of all lines that have the same bill day. A bill day is the day of the month on which a line came into service, so
// a period ends when a cycle of its plan does.
type Period struct {
	Cohort int // the bill day, 1 to 31
	Month  time.Time
}

// CohortOf is the bill day of a line.
func CohortOf(activated time.Time) int { return activated.In(calendar.Riyadh).Day() }

// PeriodOf is the period of a cohort that ends in a month, written "2026-11".
func PeriodOf(cohort int, key string) (Period, error) {
	month, err := time.ParseInLocation("2006-01", key, calendar.Riyadh)
	if err != nil || cohort < 1 || cohort > 31 {
		return Period{}, fmt.Errorf("no period: cohort %d, month %q", cohort, key)
	}
	return Period{cohort, month}, nil
}

// Key names the period among those of its cohort.
func (p Period) Key() string { return p.Month.Format("2006-01") }

// Until is the midnight at which the period ends: on its bill day, or on the last day of a month that is too short.
func (p Period) Until() time.Time { return billDay(p.Cohort, p.Month) }

// From is where the period before it ended.
func (p Period) From() time.Time { return billDay(p.Cohort, p.Month.AddDate(0, -1, 0)) }

// EndingOn are the periods that end with the midnight before a moment: one, or on the last day of a short month several.
func EndingOn(at time.Time) []Period {
	day := at.In(calendar.Riyadh)
	month := time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, calendar.Riyadh)
	ending := []Period{{day.Day(), month}}
	if day.Day() < lastDay(month) {
		return ending
	}
	for cohort := day.Day() + 1; cohort <= 31; cohort++ {
		ending = append(ending, Period{cohort, month})
	}
	return ending
}

// LookBack is how many days after its end a period is still found that no run has billed: more than a month, so that each bill day is
// among them, whatever the months are like.
const LookBack = 40

// Ended are the periods that ended in the days up to a moment, the one that ended first before the others.
func Ended(at time.Time, days int) (ended []Period) {
	for back := days - 1; back >= 0; back-- {
		ended = append(ended, EndingOn(at.In(calendar.Riyadh).AddDate(0, 0, -back))...)
	}
	return ended
}

// NextBill is the end of the period that is under way, of a line that came into service at a time.
func NextBill(activated, now time.Time) time.Time {
	local := now.In(calendar.Riyadh)
	month := time.Date(local.Year(), local.Month(), 1, 0, 0, 0, 0, calendar.Riyadh)
	if at := billDay(CohortOf(activated), month); at.After(now) {
		return at
	}
	return billDay(CohortOf(activated), month.AddDate(0, 1, 0))
}

func billDay(cohort int, month time.Time) time.Time {
	return month.AddDate(0, 0, min(cohort, lastDay(month))-1)
}

func lastDay(month time.Time) int { return month.AddDate(0, 1, -1).Day() }
