package ending

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
)

// ReturnLease is how long a worker may keep a return that it claimed.
const ReturnLease = 2 * time.Minute

// returnPauses lie between the tries of a return; the last one repeats.
var returnPauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// mostReturnTries take a day; then support decides.
const mostReturnTries = 26

// ReturnAgain returns the time of the next try to return a number; false when support decides.
func ReturnAgain(tries int, now time.Time) (at time.Time, again bool) {
	if tries >= mostReturnTries {
		return time.Time{}, false
	}
	return now.Add(returnPauses[min(max(tries, 1), len(returnPauses))-1]), true
}

// ReturnOf returns the number return that a line's end requires; false when the number stays or went to another operator.
func ReturnOf(in contract.LineEnding, msisdn string) (r contract.NumberReturn, owed bool) {
	return contract.NumberReturn{ID: in.ID, LineID: in.LineID, MSISDN: msisdn, Operator: in.Operator, State: contract.ReturnOwed},
		in.Fate == contract.OutcomeReturned && !number.IsOurs(msisdn)
}

// ValidateReturnDecision refuses an unknown decision, and a decision about a return that is not held.
func ValidateReturnDecision(r contract.NumberReturn, action string) error {
	switch {
	case r.State != contract.ReturnHeld:
		return contract.Refuse(contract.FailCaseNotHeld)
	case action != contract.ResolveRetry && action != contract.ResolveSkip:
		return contract.Refuse(contract.FailResolutionNotAllowed)
	default:
		return nil
	}
}
