// Package autorecharge holds the rules of automatic recharges as pure functions: when a recharge is due, when the customer is
// told, and what follows a declined card or a missed date.
package autorecharge

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
)

// Figures are the settings of the operator.
type Figures struct {
	Hour      int           // hour of the day in Riyadh for new rules
	RetryDays []int         // days after the due date on which a failed recharge is tried again, ascending
	CatchUp   time.Duration // how late a missed date is still made up for
	Challenge time.Duration // how long the customer has to answer the bank's challenge
}

// LatestRetry is the last day of a retry: the notice of the next week follows on the sixth.
const LatestRetry = 5

// IsConsistent tells whether the figures are consistent.
func (f Figures) IsConsistent() bool {
	last := 0
	for _, day := range f.RetryDays {
		if day <= last || day > LatestRetry {
			return false
		}
		last = day
	}
	return 0 <= f.Hour && f.Hour <= 23
}

// ValidateDay refuses a rule without a due day: a weekly rule has a weekday and no day, a monthly rule the reverse.
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

// ValidateLine refuses a line without a balance to recharge.
func ValidateLine(subscription string) error {
	if subscription != "prepaid" {
		return contract.Refuse(contract.FailAutoRechargePostpaid)
	}
	return nil
}

// ValidateCard refuses a card that expires before the next due date.
func ValidateCard(month, year int, next time.Time) error {
	if order.CardExpired(month, year, next) {
		return contract.RefuseField("cardId", contract.FailAutoRechargeCardExpires)
	}
	return nil
}

// on returns the due date of a rule in a month, or the first one in the week that begins on the given day.
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

// Next returns the first due moment of a rule after a moment.
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

// Due tells whether and when a rule is due on the Riyadh day of a moment.
func Due(r contract.AutoRecharge, day time.Time) (at time.Time, due bool) {
	local := day.In(calendar.Riyadh)
	midnight := moment(local.Year(), local.Month(), local.Day(), 0)
	at = Next(r, midnight.Add(-time.Nanosecond))
	return at, at.Before(midnight.AddDate(0, 0, 1)) && !at.Before(r.Since)
}

// Notice returns the moment at which the customer is told about a due date.
func Notice(due time.Time) time.Time { return due.In(calendar.Riyadh).AddDate(0, 0, -1) }

// FirstLook is NextLook for a rule that has just begun, or was resumed.
func FirstLook(r contract.AutoRecharge) time.Time { return NextLook(r, r.Since.Add(-time.Nanosecond)) }

// NextLook returns the first moment after a moment on which a rule has work: the notice of a date, or the date itself.
func NextLook(r contract.AutoRecharge, after time.Time) time.Time {
	due := Next(r, after)
	if notice := Notice(due); notice.After(after) {
		return notice
	}
	return due
}

// Announced tells whether and which date of a rule the customer is to be told about at a moment. A date is not announced by a rule
// that began after its notice.
func Announced(r contract.AutoRecharge, now time.Time) (due time.Time, announced bool) {
	due = Next(r, now)
	return due, !Notice(due).After(now) && !Notice(due).Before(r.Since)
}

// Pending returns the first date of a rule after a moment that has come and can still be made up for; false without one.
func Pending(r contract.AutoRecharge, after, now time.Time, f Figures) (due time.Time, pending bool) {
	earliest := now.Add(-f.CatchUp)
	if earliest.Before(r.Since) {
		earliest = r.Since
	}
	if after.Before(earliest) {
		after = earliest.Add(-time.Nanosecond)
	}
	due = Next(r, after)
	return due, !due.After(now)
}

// Date returns the Riyadh day of a moment, which names a run.
func Date(at time.Time) string { return at.In(calendar.Riyadh).Format(time.DateOnly) }

// mostMissed is the greatest number of missed dates that are looked up: two years of weeks.
const mostMissed = 106

// Missed lists the dates of a rule that are too old to be made up for, the oldest first. after is the last known date.
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

// TooLate tells whether a due date is too old to be made up for.
func TooLate(due, now time.Time, f Figures) bool { return now.Sub(due) > f.CatchUp }
