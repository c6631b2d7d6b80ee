// Package ticket holds the rules on service requests: who may act, when, and by which deadline.
package ticket

import (
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

// Rules are the settings of the operator.
type Rules struct {
	AnswerDays    int // working days in which support answers
	EscalatedDays int // working days after an escalation to the regulator
	CloseAfter    time.Duration
	ReopenFor     time.Duration
	Days          calendar.Calendar
}

// Received returns a new service request.
func Received(t contract.Ticket, r Rules, now time.Time) contract.Ticket {
	t.Stage, t.ReceivedAt, t.DueAt = contract.TicketReceived, now, r.Days.EndOfDay(now, r.AnswerDays)
	return t
}

// WaitsForSupport tells whether support has to act next.
func WaitsForSupport(t contract.Ticket) bool {
	return t.Stage == contract.TicketReceived || t.Stage == contract.TicketInWork
}

// mostSaid limits the messages of a customer on one service request. Support may always answer.
const mostSaid = 200

// ValidateAction refuses an action that is not possible now.
func ValidateAction(t contract.Ticket, a contract.TicketAct, now time.Time) error {
	if err := validateWords(a); err != nil {
		return err
	}
	if t.Said >= mostSaid && !a.Action.OfSupport() && a.Action != contract.TicketClose {
		return contract.Refuse(contract.FailChangedTooOften)
	}
	switch a.Action {
	case contract.TicketShowContact:
		return nil
	case contract.TicketReopen:
		return validateReopening(t, now)
	case contract.TicketEscalate:
		return validateEscalation(t, now)
	case contract.TicketReply, contract.TicketClose, contract.TicketTake, contract.TicketAnswer, contract.TicketAsk, contract.TicketResolve:
	default:
		return contract.Refuse(contract.FailTicketNotNow)
	}
	switch {
	case t.Stage == contract.TicketClosed:
		return contract.Refuse(contract.FailTicketClosed)
	case a.Action == contract.TicketTake && t.Stage != contract.TicketReceived,
		a.Action == contract.TicketAsk && !WaitsForSupport(t):
		return contract.Refuse(contract.FailTicketNotNow)
	default:
		return nil
	}
}

// validateWords refuses an action without its text, and files without a text.
func validateWords(a contract.TicketAct) error {
	switch {
	case needsText(a.Action) && strings.TrimSpace(a.Text) == "":
		return contract.RefuseField("text", contract.FailTicketText)
	case len(a.Attachments) > 0 && !needsText(a.Action):
		return contract.RefuseField("attachments", contract.FailAttachmentUsed)
	default:
		return nil
	}
}

func needsText(a contract.TicketAction) bool {
	return a == contract.TicketReply || a == contract.TicketReopen || a == contract.TicketAnswer || a == contract.TicketAsk || a == contract.TicketResolve
}

func validateReopening(t contract.Ticket, now time.Time) error {
	switch {
	case t.Stage != contract.TicketClosed:
		return contract.Refuse(contract.FailTicketNotNow)
	case t.Kind != contract.TicketComplaint, t.Over, !now.Before(t.ReopenUntil):
		return contract.Refuse(contract.FailTicketReopen)
	default:
		return nil
	}
}

// validateEscalation lets a customer turn to the regulator after our answer, or after our deadline.
func validateEscalation(t contract.Ticket, now time.Time) error {
	switch {
	case t.Kind != contract.TicketComplaint:
		return contract.Refuse(contract.FailTicketNotNow)
	case t.Stage == contract.TicketClosed:
		return validateReopening(t, now)
	case t.Stage == contract.TicketAnswered, t.Overdue:
		return nil
	default:
		return contract.Refuse(contract.FailTicketEscalate)
	}
}

// After applies an action to a service request.
func After(t contract.Ticket, a contract.TicketAct, r Rules) contract.Ticket {
	if !a.Action.OfSupport() {
		t.Said++
	}
	switch a.Action {
	case contract.TicketShowContact:
		t.ContactShown = true
	case contract.TicketTake:
		t.Stage = contract.TicketInWork
	case contract.TicketAnswer:
		return theirTurn(t, contract.TicketAnswered, r, a.Now)
	case contract.TicketAsk:
		return theirTurn(t, contract.TicketAsked, r, a.Now)
	case contract.TicketClose, contract.TicketResolve:
		return closed(t, r, a.Now)
	case contract.TicketReply:
		if !WaitsForSupport(t) {
			return ourTurn(t, r.Days.EndOfDay(a.Now, r.AnswerDays))
		}
	case contract.TicketReopen:
		t.Reopened++
		return ourTurn(t, r.Days.EndOfDay(a.Now, r.AnswerDays))
	case contract.TicketEscalate:
		t.CSTReference = a.CSTReference
		return ourTurn(t, r.Days.EndOfDay(a.Now, r.EscalatedDays))
	}
	return t
}

func ourTurn(t contract.Ticket, due time.Time) contract.Ticket {
	t.Stage, t.DueAt, t.Overdue = contract.TicketInWork, due, false
	t.ClosesAt, t.ClosedAt, t.ReopenUntil = time.Time{}, time.Time{}, time.Time{}
	return t
}

func theirTurn(t contract.Ticket, stage contract.TicketStage, r Rules, now time.Time) contract.Ticket {
	t.Stage, t.DueAt, t.Overdue, t.ClosesAt = stage, time.Time{}, false, now.Add(r.CloseAfter)
	return t
}

func closed(t contract.Ticket, r Rules, now time.Time) contract.Ticket {
	t.Stage, t.DueAt, t.Overdue, t.ClosesAt, t.ClosedAt, t.ReopenUntil = contract.TicketClosed, time.Time{}, false, time.Time{}, now, now.Add(r.ReopenFor)
	if t.Kind != contract.TicketComplaint {
		t.ReopenUntil, t.Over = now, true
	}
	return t
}

// Next returns the moment at which time alone changes the request; false when only people do.
func Next(t contract.Ticket) (at time.Time, known bool) {
	switch {
	case t.Over:
		return at, false
	case t.Stage == contract.TicketClosed:
		return t.ReopenUntil, true
	case WaitsForSupport(t):
		return t.DueAt, !t.Overdue
	default:
		return t.ClosesAt, true
	}
}

// Passed applies the passing of time to a service request; before its moment nothing changes.
func Passed(t contract.Ticket, r Rules, now time.Time) contract.Ticket {
	at, known := Next(t)
	switch {
	case !known || now.Before(at):
	case t.Stage == contract.TicketClosed:
		t.Over = true
	case WaitsForSupport(t):
		t.Overdue = true
	default:
		return closed(t, r, now)
	}
	return t
}
