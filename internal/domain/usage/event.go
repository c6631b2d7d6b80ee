package usage

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
)

// Limits of an event.
const (
	// Oldest is the greatest delay of an event: three cycles, and some days for the network.
	Oldest = 100 * 24 * time.Hour
	// Ahead is how far the network's clock may run before ours.
	Ahead = 2 * time.Minute

	mostUsed    = 1_000_000_000 // of any unit; larger events are refused, so no sum overflows
	mostCharged = 100_000_000   // halalas
)

// Check returns why an event cannot count, whichever line it belongs to, or an empty code.
func Check(e Event, now time.Time) contract.Code {
	unit, known := allowance.UnitOf(e.Type)
	switch {
	case !known:
		return contract.FailUsageType
	case e.Unit != unit:
		return contract.FailUsageUnit
	case e.Amount <= 0 || e.Amount > mostUsed:
		return contract.FailUsageAmount
	case e.Charged < 0 || e.Charged > mostCharged:
		return contract.FailUsageCharge
	case e.UsedAt.After(now.Add(Ahead)):
		return contract.FailUsageFuture
	case e.UsedAt.Before(now.Add(-Oldest)):
		return contract.FailUsageOld
	default:
		return ""
	}
}

// Service is the time in which a line had a number.
type Service struct {
	LineID string
	From   time.Time
	Until  *time.Time // nil while the line has it
}

// LineAt finds the line that had a number at a moment. Several lines may have had the number, one after the other.
func LineAt(services []Service, at time.Time) (lineID string, refused contract.Code) {
	refused = contract.FailUsageNumber
	for _, s := range services {
		switch {
		case at.Before(s.From):
		case s.Until == nil || at.Before(*s.Until):
			return s.LineID, ""
		default:
			refused = contract.FailUsageLineEnded
		}
	}
	return "", refused
}
