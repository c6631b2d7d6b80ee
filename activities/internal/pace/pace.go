// Package pace sets how fast a queue tries what one partner takes. An item that fails while the partner takes others waits
// longer after each try. While the partner takes nothing, two items are tried every few seconds, and the others follow after a
// success.
package pace

import "time"

const (
	// ProbeEvery is the pause between two tries while the partner is unavailable.
	ProbeEvery   = 3 * time.Second
	probes       = 2 // so many successful calls close the circuit to a partner
	longestPause = 30 * time.Minute
)

// Partner is how the partner of a queue has answered so far. The zero value is an available partner.
type Partner struct {
	away       bool
	answeredAt time.Time
	failed     int
	answered   int
}

// IsAway reports whether the last batch failed as a whole, or most of it.
func (p *Partner) IsAway() bool { return p.away }

// Batch returns how many items to try next, at most most.
func (p *Partner) Batch(most int) int {
	if p.away {
		return probes
	}
	return most
}

// Tried records a batch: the number of items that the partner answered, also with a refusal, and the number that failed. An
// empty batch changes nothing.
func (p *Partner) Tried(now time.Time, answered, failed int) {
	if answered+failed == 0 {
		return
	}
	p.answered, p.failed, p.away = answered, failed, failed > answered
	if answered > 0 {
		p.answeredAt = now
	}
}

// IsAtFault reports whether an item of the last batch failed by itself: the partner has answered others since the item was
// due.
func (p *Partner) IsAtFault(dueSince time.Time) bool {
	return p.failed <= max(1, p.answered) && p.answeredAt.After(dueSince)
}

// PauseAfter doubles the pause with each fault of the item itself, from one second to half an hour. faults counts from one.
func PauseAfter(faults int) time.Duration {
	return min(time.Second<<min(faults-1, 20), longestPause)
}
