package allowance

import (
	"cmp"
	"slices"
	"time"
)

// Event is something that was used, as the network reports it.
type Event struct {
	ID      string // the network's
	MSISDN  string
	Type    Type
	Unit    Unit
	Amount  int64
	Charged int64 // halalas
	UsedAt  time.Time
	Party   string // whom it was with, as the network says it; no figure, and not compared
}

// Part is what a bucket gives of an event.
type Part struct {
	BucketID string
	Amount   int64
}

// Taken is where an event was taken from. Its parts and what nothing covered are the whole event.
type Taken struct {
	EventID   string
	Parts     []Part // in the order of use
	Uncovered int64  // overage
}

// Assign takes events from buckets as if each had arrived when it happened, whatever the order they are given in: those of the
// same moment go by their id. What the buckets have used already was used before all of them.
func Assign(buckets []Bucket, events []Event) []Taken {
	ordered, used := inOrder(buckets), map[string]int64{}
	for _, b := range buckets {
		used[b.ID] = b.Used
	}
	all := make([]Taken, 0, len(events))
	for _, e := range slices.SortedFunc(slices.Values(events), compareEvents) {
		all = append(all, takeOne(ordered, used, e))
	}
	return all
}

func compareEvents(a, b Event) int {
	return cmp.Or(a.UsedAt.Compare(b.UsedAt), cmp.Compare(a.ID, b.ID))
}

func takeOne(ordered map[Type][]Bucket, used map[string]int64, e Event) Taken {
	taken := Taken{EventID: e.ID, Uncovered: e.Amount}
	for _, source := range sourcesOf(e.Type) {
		for _, b := range ordered[source] {
			if !b.InForce(e.UsedAt) {
				continue
			}
			if gives := b.gives(used[b.ID], taken.Uncovered); gives > 0 {
				used[b.ID] += gives
				taken.Uncovered -= gives
				taken.Parts = append(taken.Parts, Part{b.ID, gives})
			}
		}
	}
	return taken
}

// gives is how much of what is wanted is left; an unlimited bucket gives all.
func (b Bucket) gives(used, wanted int64) int64 {
	if b.Total == nil {
		return wanted
	}
	return max(0, min(wanted, *b.Total-used))
}

// Distant is later than any end.
var Distant = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Settled is the moment from which on a change between two moments makes no difference: every bucket of the family that gave
// anything in between, or could have, has ended by then. Where one has no end, no moment is reached.
func Settled(buckets []Bucket, from, reach time.Time) time.Time {
	for {
		further := reach
		for _, b := range buckets {
			if b.From.Before(reach) && (b.Until == nil || b.Until.After(from)) {
				further = latest(further, b.Until)
			}
		}
		if further.Equal(reach) {
			return reach
		}
		reach = further
	}
}

func latest(at time.Time, end *time.Time) time.Time {
	switch {
	case end == nil:
		return Distant
	case end.After(at):
		return *end
	default:
		return at
	}
}
