// Package subscription holds the rules on the plan of a line as pure functions: its cycles, what each costs, what comes next,
// and what a line may do meanwhile.
package subscription

import (
	"hash/fnv"
	"time"

	"selfcare/internal/domain/calendar"
)

// Period is how long one cycle of a plan lasts: some months, or some days.
type Period struct {
	Months int
	Days   int // where Months is zero
}

// Midnight is the beginning of the day of a moment, in Riyadh.
func Midnight(at time.Time) time.Time {
	local := at.In(calendar.Riyadh)
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, calendar.Riyadh)
}

// After is the end of the n-th cycle from an anchor, which is a midnight. A month that is too short ends the cycle on its last
// day; the next one is counted from the anchor's day again.
func (p Period) After(anchor time.Time, n int) time.Time {
	local := anchor.In(calendar.Riyadh)
	if p.Months == 0 {
		return local.AddDate(0, 0, n*p.Days)
	}
	first := time.Date(local.Year(), local.Month()+time.Month(n*p.Months), 1, 0, 0, 0, 0, calendar.Riyadh)
	day := min(local.Day(), daysOf(first))
	return first.AddDate(0, 0, day-1)
}

// Elapsed is how many whole cycles have gone by since an anchor.
func (p Period) Elapsed(anchor, now time.Time) int {
	n := 0
	for !p.After(anchor, n+1).After(now) {
		n++
	}
	return n
}

func daysOf(month time.Time) int { return month.AddDate(0, 1, -1).Day() }

// spread is the part of a time by which one line is earlier than others: the same each time, so that not all lines whose cycles
// end at one midnight are charged at one moment.
func spread(lineID string, within time.Duration) time.Duration {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(lineID))
	return within * time.Duration(hash.Sum32()%1000) / 1000
}
