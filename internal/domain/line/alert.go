package line

import (
	"time"

	"selfcare/internal/contract"
)

// Alert is the most urgent state of a line for its holder.
type Alert string

// Alerts, the most urgent first.
const (
	AlertPortOut   Alert = "leaving"   // another operator takes the number over
	AlertBlocked   Alert = "blocked"   // by a court or the regulator
	AlertSuspended Alert = "suspended" // by its owner
	AlertEnding    Alert = "ending"    // its owner asked for its deactivation
	AlertOverdue   Alert = "bill_overdue"
)

// Concerns are the facts about a line that can cause an alert.
type Concerns struct {
	Condition
	PortOut   string // reference of another operator's request; empty without one
	LeavesAt  time.Time
	Ending    bool      // a deactivation runs
	KeepUntil time.Time // the deactivation can be undone until then; zero once it cannot
	Overdue   contract.Halalas
	DueAt     time.Time // of the oldest overdue bill
}

// Alert returns the most urgent concern, or an empty text. A port-out comes first: a thief may have requested it, and the time
// for an objection runs out.
func (c Concerns) Alert() Alert {
	switch {
	case c.PortOut != "":
		return AlertPortOut
	case c.Status == contract.LineBlocked:
		return AlertBlocked
	case c.IsSuspended():
		return AlertSuspended
	case c.Ending:
		return AlertEnding
	case c.Overdue > 0:
		return AlertOverdue
	default:
		return ""
	}
}
