// Package subscription holds the rules on the plan of a line as pure functions: its cycles, their prices, the next step, and the
// service level meanwhile.
package subscription

import (
	"hash/fnv"
	"time"

	"selfcare/internal/domain/calendar"
)

// Period is the length of one cycle: some months, or some days.
type Period struct {
	Months int
	Days   int // used when Months is zero
}

// Midnight returns the start of the Riyadh day of a moment.
func Midnight(at time.Time) time.Time {
	local := at.In(calendar.Riyadh)
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, calendar.Riyadh)
}

// After returns the end of the n-th cycle from an anchor, which is a midnight. In a month that is too short, the cycle ends on
// the last day; the next one ends on the anchor's day again.
func (p Period) After(anchor time.Time, n int) time.Time {
	local := anchor.In(calendar.Riyadh)
	if p.Months == 0 {
		return local.AddDate(0, 0, n*p.Days)
	}
	first := time.Date(local.Year(), local.Month()+time.Month(n*p.Months), 1, 0, 0, 0, 0, calendar.Riyadh)
	day := min(local.Day(), daysOf(first))
	return first.AddDate(0, 0, day-1)
}

// Elapsed returns the number of whole cycles since an anchor.
func (p Period) Elapsed(anchor, now time.Time) int {
	n := 0
	for !p.After(anchor, n+1).After(now) {
		n++
	}
	return n
}

func daysOf(month time.Time) int { return month.AddDate(0, 1, -1).Day() }

// spread returns how long before the end of its cycle a line is charged, never nothing. It is the same each time, so that lines whose
// cycles end at one midnight are not all charged at once.
func spread(lineID string, within time.Duration) time.Duration {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(lineID))
	return within * time.Duration(1+hash.Sum32()%1000) / 1000
}
