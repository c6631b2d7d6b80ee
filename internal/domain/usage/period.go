package usage

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

const (
	// LongestPeriod is the longest period of one sum or one file, in days.
	LongestPeriod = 92
	// UsualPeriod is the length of the default period in days, with today.
	UsualPeriod = 30
)

// Period is the time that a customer asks about; Until is the first moment after it.
type Period struct{ From, Until time.Time }

// PeriodOf reads the first and the last day of a period in Riyadh. Without a first day the period has no beginning; without a
// last day it ends today.
func PeriodOf(first, last string, now time.Time) (Period, error) {
	from, err := dayOf("from", first)
	if err != nil {
		return Period{}, err
	}
	until, err := dayOf("to", last)
	if err != nil {
		return Period{}, err
	}
	if until.IsZero() {
		until = dayAt(now)
	}
	p := Period{From: from, Until: until.AddDate(0, 0, 1)}
	if !p.From.Before(p.Until) {
		return p, contract.RefuseField("from", contract.FailUsagePeriod)
	}
	return p, nil
}

// Bounded gives a period without a beginning the usual length, and refuses a period that is too long to be summed up.
func (p Period) Bounded() (Period, error) {
	if p.From.IsZero() {
		p.From = p.Until.AddDate(0, 0, -UsualPeriod)
	}
	if p.Until.After(p.From.AddDate(0, 0, LongestPeriod)) {
		return p, contract.RefuseField("from", contract.FailUsagePeriod)
	}
	return p, nil
}

// Since returns the part of a period that follows a moment.
func (p Period) Since(begin time.Time) Period {
	if p.From.Before(begin) {
		p.From = begin
	}
	return p
}

// Days returns the first and the last day of a period.
func (p Period) Days() (first, last string) {
	return p.From.In(calendar.Riyadh).Format(time.DateOnly), p.Until.Add(-1).In(calendar.Riyadh).Format(time.DateOnly)
}

func dayAt(at time.Time) time.Time {
	year, month, day := at.In(calendar.Riyadh).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, calendar.Riyadh)
}

func dayOf(field, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.ParseInLocation(time.DateOnly, text, calendar.Riyadh)
	if err != nil {
		return day, contract.RefuseField(field, contract.FailUsagePeriod)
	}
	return day, nil
}
