// Package autorecharge holds the rules of balance that is recharged by itself as pure functions: when it is due, when its customer
// is told, what follows from a card that fails or a date that was missed.
package autorecharge

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
)

// Figures are those that an operator sets.
type Figures struct {
	Hour      int           // of the day in Riyadh, for what is set up from now on
	RetryDays []int         // how many days after its date a failed recharge is tried again, growing
	CatchUp   time.Duration // how late a date that was missed is still made up for
	Challenge time.Duration // how long its customer has where the bank asks for them
}

// LatestRetry is the last day that a retry may be on: the next week's notice comes on the sixth.
const LatestRetry = 5

// Kept tells whether the figures can be meant.
func (f Figures) Kept() bool {
	last := 0
	for _, day := range f.RetryDays {
		if day <= last || day > LatestRetry {
			return false
		}
		last = day
	}
	return 0 <= f.Hour && f.Hour <= 23
}

// ValidateDay refuses a rule that does not say on which day it is due: a weekly one has a weekday and no day, a monthly one the reverse.
func ValidateDay(frequency contract.AutoFrequency, weekday, day *int) error {
	field, needed, other := "weekday", weekday, day
	if frequency == contract.AutoMonthly {
		field, needed, other = "day", day, weekday
	}
	if needed == nil || other != nil {
		return contract.RefuseField(field, contract.FailAutoRechargeDay)
	}
	return nil
}

// ValidateLine refuses a line that has no balance to recharge.
func ValidateLine(subscription string) error {
	if subscription != "prepaid" {
		return contract.Refuse(contract.FailAutoRechargePostpaid)
	}
	return nil
}

// ValidateCard refuses a card that will have expired when the rule is due next.
func ValidateCard(month, year int, next time.Time) error {
	if order.CardExpired(month, year, next) {
		return contract.RefuseField("cardId", contract.FailAutoRechargeCardExpires)
	}
	return nil
}

// On is the date that a rule is due on in a month, or the first one of a week that begins on the day given.
func on(r contract.AutoRecharge, from time.Time) time.Time {
	year, month, day := from.Date()
	if r.Frequency == contract.AutoWeekly {
		ahead := (int(r.Weekday) - int(from.Weekday()) + 7) % 7
		return moment(year, month, day+ahead, r.Hour)
	}
	return moment(year, month, min(r.Day, daysIn(year, month)), r.Hour)
}

func moment(year int, month time.Month, day, hour int) time.Time {
	return time.Date(year, month, day, hour, 0, 0, 0, calendar.Riyadh)
}

func daysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, calendar.Riyadh).Day()
}

// Next is the first moment after another one at which a rule is due.
func Next(r contract.AutoRecharge, after time.Time) time.Time {
	from := after.In(calendar.Riyadh)
	due := on(r, from)
	if due.After(after) {
		return due
	}
	if r.Frequency == contract.AutoWeekly {
		return on(r, from.AddDate(0, 0, 1))
	}
	return on(r, moment(from.Year(), from.Month()+1, 1, 0))
}

// Due tells whether a rule is due on the day of a moment in Riyadh, and when.
func Due(r contract.AutoRecharge, day time.Time) (at time.Time, due bool) {
	local := day.In(calendar.Riyadh)
	midnight := moment(local.Year(), local.Month(), local.Day(), 0)
	at = Next(r, midnight.Add(-time.Nanosecond))
	return at, at.Before(midnight.AddDate(0, 0, 1)) && !at.Before(r.Since)
}

// Tomorrow tells whether a rule is due on the day after a moment's, and when.
func Tomorrow(r contract.AutoRecharge, day time.Time) (at time.Time, due bool) {
	return Due(r, day.In(calendar.Riyadh).AddDate(0, 0, 1))
}

// Date is the day of a moment in Riyadh, as runs are called.
func Date(at time.Time) string { return at.In(calendar.Riyadh).Format(time.DateOnly) }

// mostMissed is how many missed dates are looked back at: two years of weeks.
const mostMissed = 106

// Missed are the dates of a rule before a moment that are too old to be made up for, the oldest first. after is the last one known.
func Missed(r contract.AutoRecharge, after, now time.Time, f Figures) []time.Time {
	if after.Before(r.Since) {
		after = r.Since.Add(-time.Nanosecond)
	}
	var missed []time.Time
	for at := Next(r, after); TooLate(at, now, f) && len(missed) < mostMissed; at = Next(r, at) {
		missed = append(missed, at)
	}
	return missed
}

// TooLate tells whether what was due at a moment is not made up for any more.
func TooLate(due, now time.Time, f Figures) bool { return now.Sub(due) > f.CatchUp }
