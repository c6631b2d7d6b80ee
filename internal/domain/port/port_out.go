package port

import (
	"time"

	"selfcare/internal/contract"
)

// PortOut holds the facts about a number that another operator requests.
type PortOut struct {
	Ours        bool // one of our lines has the number
	Owner       bool // the requesting person owns the line
	Status      contract.LineStatus
	Data        bool // a data-only line
	Leaving     bool // an earlier port-out request is open
	Busy        bool // another change of the line runs
	GuardedTill time.Time
	PortedInAt  time.Time // zero for a number that did not come from another operator
	Prepaid     bool
	Balance     contract.Halalas // prepaid: the balance; postpaid: the unpaid usage
	Commitment  contract.Halalas // the cost of leaving the commitment early
}

// PortOutRules are the settings of the operator.
type PortOutRules struct {
	DuesAllowed contract.Halalas
	AfterPortIn time.Duration
}

// MayLeave returns why a number may not leave, or an empty code. Ownership is checked first, so that others learn nothing more.
func MayLeave(l PortOut, now time.Time, r PortOutRules) contract.Code {
	switch {
	case !l.Ours:
		return contract.PortOutNotOurs
	case !l.Owner:
		return contract.PortOutNotOwner
	case l.Status == contract.LineBlocked:
		return contract.PortOutBlocked
	case l.Data:
		return contract.PortOutDataSIM
	case l.Leaving:
		return contract.PortOutInProgress
	case l.Busy:
		return contract.PortOutLineBusy
	case l.Status != contract.LineActive:
		return contract.PortOutNotActive
	default:
		return refusalNow(l, now, r)
	}
}

// refusalNow checks the reasons that pass with time or payment.
func refusalNow(l PortOut, now time.Time, r PortOutRules) contract.Code {
	switch {
	case now.Before(l.GuardedTill):
		return contract.PortOutGuarded
	case !l.PortedInAt.IsZero() && now.Before(l.PortedInAt.Add(r.AfterPortIn)):
		return contract.PortOutRecent
	case l.owed() > r.DuesAllowed:
		return contract.PortOutDues
	default:
		return ""
	}
}

func (l PortOut) owed() contract.Halalas {
	if l.Prepaid {
		return max(-l.Balance, 0)
	}
	return max(l.Balance, 0)
}

// Bill returns the cost of leaving: a prepaid balance is lost, usage is owed, and an early end of the commitment has its price.
func (l PortOut) Bill() contract.PortOutBill {
	bill := contract.PortOutBill{Owed: l.owed(), Commitment: l.Commitment}
	if l.Prepaid {
		bill.Lost = max(l.Balance, 0)
	}
	return bill
}

// DecideBy returns the deadline for our own decision; the rest of the time until the clearing house's deadline is for sending the
// answer.
func DecideBy(asked, answerBy time.Time) time.Time {
	return answerBy.Add(-min(time.Minute, answerBy.Sub(asked)/4))
}

// ValidateObjection refuses "this was not me" before the owner was told, and once nothing can be stopped.
func ValidateObjection(p contract.PortOut) error {
	switch {
	case p.Stage == contract.PortOutChecking:
		return contract.Refuse(contract.FailPortOutUnknown)
	case p.Stage.Stays():
		return contract.Refuse(contract.FailPortOutOver)
	default:
		return nil
	}
}

// ValidateResolution refuses a decision of support about a port-out that is not held, or a decision that the move of the number
// does not allow.
func ValidateResolution(p contract.PortOut, decision contract.Resolution) error {
	switch {
	case p.Held == nil:
		return contract.Refuse(contract.FailPortOutNotHeld)
	case decision.Action != contract.ResolveRetry && decision.Action != contract.ResolveSkip:
		return contract.RefuseField("action", contract.FailPortOutDecision)
	case decision.Action == contract.ResolveSkip && p.Held.Work == contract.WorkEndLine: // only our worker can end the line in our books
		return contract.RefuseField("action", contract.FailPortOutDecision)
	default:
		return nil
	}
}

// rejections maps our reasons to the clearing house's codes.
var rejections = map[contract.Code]string{
	contract.PortOutNotOurs:    "NUMBER_NOT_OWNED_BY_DONOR",
	contract.PortOutNotOwner:   "ID_MISMATCH",
	contract.PortOutNotActive:  "NUMBER_NOT_ACTIVE",
	contract.PortOutBlocked:    "SUSPENDED_BY_COURT",
	contract.PortOutDataSIM:    "DATA_SIM",
	contract.PortOutInProgress: "PORT_IN_PROGRESS",
	contract.PortOutLineBusy:   "NUMBER_NOT_PORTABLE",
	contract.PortOutGuarded:    "NUMBER_NOT_PORTABLE",
	contract.PortOutRecent:     "RECENTLY_PORTED",
	contract.PortOutDues:       "UNPAID_DUES",
}

// Rejection returns the clearing house's code for one of our reasons; our own failures have none.
func Rejection(reason contract.Code) string {
	if word, known := rejections[reason]; known {
		return word
	}
	return "UNKNOWN"
}

var outStatuses = map[string]contract.PortOutStatus{
	"ASKED":       contract.ClearingAsked,
	"ACCEPTED":    contract.ClearingAccepted,
	"REJECTED":    contract.ClearingRejected,
	"EXPIRED":     contract.ClearingExpired,
	"WITHDRAWN":   contract.ClearingWithdrawn,
	"STOPPED":     contract.ClearingStopped,
	"CUT_OVER":    contract.ClearingCutOver,
	"RELEASED":    contract.ClearingReleased,
	"COMPLETED":   contract.ClearingCompleted,
	"ROLLED_BACK": contract.ClearingRolledBack,
}

// OutStatus returns the port-out status of a state of the clearing house; false for an unknown state.
func OutStatus(code string) (contract.PortOutStatus, bool) {
	status, known := outStatuses[code]
	return status, known
}
