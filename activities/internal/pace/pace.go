// Package pace tells a queue how fast to try what one partner takes. An item that fails while the partner takes others waits longer
// after each try. While the partner takes nothing, two items are tried every few seconds, and the others follow once they are taken.
package pace

import "time"

const (
	// ProbeEvery is the pause between two tries while the partner is away.
	ProbeEvery   = 3 * time.Second
	probes       = 2 // the circuit to a partner closes after as many calls
	longestPause = 30 * time.Minute
)

// Partner is how the partner of a queue has answered so far. The zero value takes everything.
type Partner struct {
	away       bool
	answeredAt time.Time
	failed     int
	answered   int
}

// IsAway tells whether the last batch failed as a whole, or most of it.
func (p *Partner) IsAway() bool { return p.away }

// Batch is how many items to try next, of most.
func (p *Partner) Batch(most int) int {
	if p.away {
		return probes
	}
	return most
}

// Tried notes a batch: how many items the partner answered, by a refusal too, and how many failed. A batch of none says nothing.
func (p *Partner) Tried(now time.Time, answered, failed int) {
	if answered+failed == 0 {
		return
	}
	p.answered, p.failed, p.away = answered, failed, failed > answered
	if answered > 0 {
		p.answeredAt = now
	}
}

// IsAtFault tells whether an item of the last batch failed by itself: the partner has answered others since the item was due.
func (p *Partner) IsAtFault(dueSince time.Time) bool {
	return p.failed <= max(1, p.answered) && p.answeredAt.After(dueSince)
}

// PauseAfter doubles from one second to half an hour with each fault of an item's own, counted from one.
func PauseAfter(faults int) time.Duration {
	return min(time.Second<<min(faults-1, 20), longestPause)
}
