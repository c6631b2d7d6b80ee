package line

import (
	"time"

	"selfcare/internal/contract"
)

// Alert names the state of a line that its holder should know before anything else.
type Alert string

// Alerts, the most pressing one first.
const (
	AlertLeaving   Alert = "leaving"   // another operator takes the number over
	AlertBlocked   Alert = "blocked"   // by a court or the regulator
	AlertSuspended Alert = "suspended" // by its owner
	AlertEnding    Alert = "ending"    // its owner asked for its deactivation
	AlertOverdue   Alert = "bill_overdue"
)

// Concerns are the facts about a line that can be an alert.
type Concerns struct {
	Condition
	PortOut   string // reference of the request of another operator; empty where there is none
	LeavesAt  time.Time
	Ending    bool      // a deactivation is under way
	KeepUntil time.Time // the line can be kept until then; zero once its end has begun
	Overdue   contract.Halalas
	DueAt     time.Time // of the oldest overdue bill
}

// Alert is the most pressing concern; empty where there is none. A port-out comes first: a thief may have asked for it, and its time
// to object runs out.
func (c Concerns) Alert() Alert {
	switch {
	case c.PortOut != "":
		return AlertLeaving
	case c.Status == contract.LineBlocked:
		return AlertBlocked
	case c.Rests():
		return AlertSuspended
	case c.Ending:
		return AlertEnding
	case c.Overdue > 0:
		return AlertOverdue
	default:
		return ""
	}
}
