package port

import (
	"time"

	"selfcare/internal/contract"
)

// Leaving is what counts of a number of ours that another operator asks for.
type Leaving struct {
	Ours        bool // a line of ours has it
	Owner       bool // who asks there owns it here
	Status      contract.LineStatus
	Data        bool // a line that has no calls
	Leaving     bool // another operator asked before, and that is not over
	Busy        bool // somebody changes the line
	GuardedTill time.Time
	PortedInAt  time.Time // zero where it was ours from the start
	Prepaid     bool
	Balance     contract.Halalas // prepaid: what is left; postpaid: what was used and not paid
	Commitment  contract.Halalas // what leaving it early costs
}

// LeavingRules are the figures it goes by.
type LeavingRules struct {
	DuesAllowed contract.Halalas
	AfterPortIn time.Duration
}

// MayLeave is the reason for which a number does not leave, or empty. Who owns it comes first: nobody else is told more than that.
func MayLeave(l Leaving, now time.Time, r LeavingRules) contract.Code {
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
		return mayLeaveNow(l, now, r)
	}
}

// mayLeaveNow is what time and money change.
func mayLeaveNow(l Leaving, now time.Time, r LeavingRules) contract.Code {
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

func (l Leaving) owed() contract.Halalas {
	if l.Prepaid {
		return max(-l.Balance, 0)
	}
	return max(l.Balance, 0)
}

// Bill is what leaving costs: a prepaid balance is lost, what was used is owed, and a commitment left early has its price.
func (l Leaving) Bill() contract.LeavingBill {
	bill := contract.LeavingBill{Owed: l.owed(), Commitment: l.Commitment}
	if l.Prepaid {
		bill.Lost = max(l.Balance, 0)
	}
	return bill
}

// DecideBy is until when our database may take to say whether a number may leave; what is left until the clearing house stops
// waiting is for the answer to get there.
func DecideBy(asked, answerBy time.Time) time.Time {
	return answerBy.Add(-min(time.Minute, answerBy.Sub(asked)/4))
}

// ValidateObjection refuses "this was not me" before anybody was told, and once there is nothing to stop.
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

// ValidateResolution refuses a decision of support about what is not held, or that a number on its way cannot follow.
func ValidateResolution(p contract.PortOut, decision contract.Resolution) error {
	switch {
	case p.Held == nil:
		return contract.Refuse(contract.FailPortOutNotHeld)
	case decision.Action != contract.ResolveRetry && decision.Action != contract.ResolveSkip:
		return contract.RefuseField("action", contract.FailPortOutDecision)
	case decision.Action == contract.ResolveSkip && p.Held.Work == contract.WorkEndLine: // nobody else can write our books
		return contract.RefuseField("action", contract.FailPortOutDecision)
	default:
		return nil
	}
}

// rejections are the clearing house's words for our reasons.
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

// Rejection is the clearing house's word for a reason of ours; it has none for what is our own trouble.
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

// OutStatus is what a state of the clearing house means for a number that leaves; false for one we do not know.
func OutStatus(code string) (contract.PortOutStatus, bool) {
	status, known := outStatuses[code]
	return status, known
}
