// Package bill holds the rules on postpaid bills as pure functions: the period of an invoice, its lines, its due date, its
// dunning, and its reference at banks.
package bill

import (
	"fmt"
	"time"

	"selfcare/internal/domain/calendar"
)

// Final names the last invoice of a line that has ended; any other invoice is named by the month in which its period ends.
const Final = "final"

// Period is a month of all lines with the same bill day. The bill day is the day of the month on which the line came into
// service, so a period ends together with a cycle of the plan.
type Period struct {
	Cohort int // the bill day, 1 to 31
	Month  time.Time
}

// CohortOf returns the bill day of a line.
func CohortOf(activated time.Time) int { return activated.In(calendar.Riyadh).Day() }

// PeriodOf returns the period of a cohort that ends in a month, written "2026-11".
func PeriodOf(cohort int, key string) (Period, error) {
	month, err := time.ParseInLocation("2006-01", key, calendar.Riyadh)
	if err != nil || cohort < 1 || cohort > 31 {
		return Period{}, fmt.Errorf("no period: cohort %d, month %q", cohort, key)
	}
	return Period{cohort, month}, nil
}

// Key names the period among those of its cohort.
func (p Period) Key() string { return p.Month.Format("2006-01") }

// Until returns the midnight at which the period ends: on its bill day, or on the last day of a shorter month.
func (p Period) Until() time.Time { return billDay(p.Cohort, p.Month) }

// From returns the end of the previous period.
func (p Period) From() time.Time { return billDay(p.Cohort, p.Month.AddDate(0, -1, 0)) }

// EndingOn lists the periods that end with the midnight before a moment: one, or several on the last day of a short month.
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

// LookBack is the number of days after its end for which an unbilled period is still found: more than a month, so that it covers
// each bill day in any month.
const LookBack = 40

// Ended lists the periods that ended in the days up to a moment, the earliest first.
func Ended(at time.Time, days int) (ended []Period) {
	for back := days - 1; back >= 0; back-- {
		ended = append(ended, EndingOn(at.In(calendar.Riyadh).AddDate(0, 0, -back))...)
	}
	return ended
}

// NextBill returns the end of the current period of a line that came into service at a time.
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
