package allowance

import (
	"cmp"
	"slices"
	"time"
)

// Event is one use of the network, as the network reports it.
type Event struct {
	ID      string // the network's
	MSISDN  string
	Type    Type
	Unit    Unit
	Amount  int64
	Charged int64 // halalas
	UsedAt  time.Time
	Party   string // the other party, as the network names it; informative, and not compared
}

// Part is the share of an event that a bucket covers.
type Part struct {
	BucketID string
	Amount   int64
}

// Taken says which buckets cover an event. Its parts and the uncovered amount add up to the event.
type Taken struct {
	EventID   string
	Parts     []Part // in the order of use
	Uncovered int64  // overage
}

// Assign takes events from buckets in the order in which they happened, for any order of the list. Events of the same moment
// are sorted by id. Amounts that the buckets have used already come before all events.
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

// gives returns how much of the wanted amount the bucket can still cover; an unlimited bucket covers all.
func (b Bucket) gives(used, wanted int64) int64 {
	if b.Total == nil {
		return wanted
	}
	return max(0, min(wanted, *b.Total-used))
}

// Distant is later than any end.
var Distant = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Settled returns the moment after which a change between two moments makes no difference: by then, each bucket of the family
// that covered or could have covered anything in between has ended. It returns Distant when one has no end.
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
