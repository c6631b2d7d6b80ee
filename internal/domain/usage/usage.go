// Package usage holds the rules on what lines used: which bucket covers an event, who pays for the rest, and what its customer is shown.
package usage

import (
	"cmp"
	"slices"
	"time"

	"selfcare/internal/domain/allowance"
)

// Event is one use of the network, as the network reports it.
type Event struct {
	ID      string // the network's
	MSISDN  string
	Type    allowance.Type
	Unit    allowance.Unit
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
func Assign(buckets []allowance.Bucket, events []Event) []Taken {
	ordered, used := allowance.Order(buckets), map[string]int64{}
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

func takeOne(ordered map[allowance.Type][]allowance.Bucket, used map[string]int64, e Event) Taken {
	taken := Taken{EventID: e.ID, Uncovered: e.Amount}
	for _, source := range allowance.SourcesOf(e.Type) {
		for _, b := range ordered[source] {
			if !b.InForce(e.UsedAt) {
				continue
			}
			if covered := b.Cover(used[b.ID], taken.Uncovered); covered > 0 {
				used[b.ID] += covered
				taken.Uncovered -= covered
				taken.Parts = append(taken.Parts, Part{b.ID, covered})
			}
		}
	}
	return taken
}

// Distant is later than any end.
var Distant = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Settled returns the moment after which a change between two moments makes no difference: by then, each bucket of the family
// that covered or could have covered anything in between has ended. It returns Distant when one has no end.
func Settled(buckets []allowance.Bucket, from, reach time.Time) time.Time {
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
