package bundle

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

// LongestWait is the number of days for which a bundle can be bought ahead.
const LongestWait = 90

// Day returns the start, in Riyadh, of the day on which a bundle is to begin. It refuses today, days too far ahead, and days
// after the end of the line; a zero end never comes.
func Day(date string, now, lineEnds time.Time) (time.Time, error) {
	day, err := time.ParseInLocation(time.DateOnly, date, calendar.Riyadh)
	if err != nil {
		return day, refuseDay(now, lineEnds)
	}
	return day, ValidateDay(day, now, lineEnds)
}

// ValidateDay checks a moment that Day returned.
func ValidateDay(day, now, lineEnds time.Time) error {
	first, last := days(now, lineEnds)
	if day.Before(first) || day.After(last) {
		return refuseDay(now, lineEnds)
	}
	return nil
}

// days returns the first and the last day that can be chosen.
func days(now, lineEnds time.Time) (first, last time.Time) {
	year, month, today := now.In(calendar.Riyadh).Date()
	begins := time.Date(year, month, today, 0, 0, 0, 0, calendar.Riyadh)
	first, last = begins.AddDate(0, 0, 1), begins.AddDate(0, 0, LongestWait)
	if !lineEnds.IsZero() && lineEnds.Before(last) {
		last = lineEnds
	}
	return first, last
}

func refuseDay(now, lineEnds time.Time) error {
	first, last := days(now, lineEnds)
	const field = "options.effectiveDate"
	return &contract.Refusal{
		Code: contract.FailEffectiveDate, Fields: map[string]contract.Code{field: contract.FailEffectiveDate},
		Params: map[string]string{"from": first.Format(time.DateOnly), "until": last.In(calendar.Riyadh).Format(time.DateOnly)},
	}
}
