package ending

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
)

// ReturnLease is how long a return stays with the worker that has taken it.
const ReturnLease = 2 * time.Minute

// returnPauses come between the tries of a return; the last one repeats.
var returnPauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// mostReturnTries last a day; then support decides.
const mostReturnTries = 26

// ReturnAgain is when a number that has not gone back yet is tried again, after so many tries; false where support decides.
func ReturnAgain(tries int, now time.Time) (at time.Time, again bool) {
	if tries >= mostReturnTries {
		return time.Time{}, false
	}
	return now.Add(returnPauses[min(max(tries, 1), len(returnPauses))-1]), true
}

// ReturnOf is what is owed to the operator of a number's range once its line has ended; false where the number stays or went elsewhere.
func ReturnOf(in contract.LineEnding, msisdn string) (r contract.NumberReturn, owed bool) {
	return contract.NumberReturn{ID: in.ID, LineID: in.LineID, MSISDN: msisdn, Operator: in.Operator, State: contract.ReturnOwed},
		in.Fate == contract.FateReturned && !number.IsOurs(msisdn)
}

// ValidateReturnDecision refuses a decision about a return that is not held, or that it does not know.
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
