// Package ticket holds the rules on service requests: who may act, when, and by which deadline.
package ticket

import (
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/contract/ticket"
	"selfcare/internal/domain/calendar"
)

// Types are the subjects of complaints in the order of the form.
var Types = []string{"other", "calls", "extra-services", "internet", "offers", "recharge", "sales", "sims", "mobile-app"}

// ShopTypes are the types of a reseller's shop.
var ShopTypes = []string{"telecom", "computer", "grocery-or-other"}

// Rules are the settings of the operator.
type Rules struct {
	AnswerDays    int // working days in which support answers
	EscalatedDays int // working days after an escalation to the regulator
	CloseAfter    time.Duration
	ReopenFor     time.Duration
	Days          calendar.Calendar
}

// Received returns a new service request.
func Received(t ticket.Ticket, r Rules, now time.Time) ticket.Ticket {
	t.Stage, t.ReceivedAt, t.DueAt = ticket.Received, now, r.Days.EndOfDay(now, r.AnswerDays)
	return t
}

// WaitsForSupport tells whether support has to act next.
func WaitsForSupport(t ticket.Ticket) bool {
	return t.Stage == ticket.Received || t.Stage == ticket.InWork
}

// mostSaid limits the messages of a customer on one service request. Support may always answer.
const mostSaid = 200

// ValidateAction refuses an action that is not possible now.
func ValidateAction(t ticket.Ticket, a ticket.Act, now time.Time) error {
	if err := validateWords(a); err != nil {
		return err
	}
	if t.Said >= mostSaid && !a.Action.OfSupport() && a.Action != ticket.Close {
		return contract.Refuse(contract.FailChangedTooOften)
	}
	switch a.Action {
	case ticket.ShowContact:
		return nil
	case ticket.Reopen:
		return validateReopening(t, now)
	case ticket.Escalate:
		return validateEscalation(t, now)
	case ticket.Reply, ticket.Close, ticket.Take, ticket.Answer, ticket.Ask, ticket.Resolve:
	default:
		return contract.Refuse(contract.FailRequestNotNow)
	}
	switch {
	case t.Stage == ticket.Closed:
		return contract.Refuse(contract.FailRequestClosed)
	case a.Action == ticket.Take && t.Stage != ticket.Received,
		a.Action == ticket.Ask && !WaitsForSupport(t):
		return contract.Refuse(contract.FailRequestNotNow)
	default:
		return nil
	}
}

// validateWords refuses an action without its text, and files without a text.
func validateWords(a ticket.Act) error {
	switch {
	case needsText(a.Action) && strings.TrimSpace(a.Text) == "":
		return contract.RefuseField("text", contract.FailRequestText)
	case len(a.Attachments) > 0 && !needsText(a.Action):
		return contract.RefuseField("attachments", contract.FailAttachmentUsed)
	default:
		return nil
	}
}

func needsText(a ticket.Action) bool {
	return a == ticket.Reply || a == ticket.Reopen || a == ticket.Answer || a == ticket.Ask || a == ticket.Resolve
}

func validateReopening(t ticket.Ticket, now time.Time) error {
	switch {
	case t.Stage != ticket.Closed:
		return contract.Refuse(contract.FailRequestNotNow)
	case t.Kind != ticket.Complaint, t.Over, !now.Before(t.ReopenUntil):
		return contract.Refuse(contract.FailRequestReopen)
	default:
		return nil
	}
}

// validateEscalation lets a customer turn to the regulator after our answer, or after our deadline.
func validateEscalation(t ticket.Ticket, now time.Time) error {
	switch {
	case t.Kind != ticket.Complaint:
		return contract.Refuse(contract.FailRequestNotNow)
	case t.Stage == ticket.Closed:
		return validateReopening(t, now)
	case t.Stage == ticket.Answered, t.Overdue:
		return nil
	default:
		return contract.Refuse(contract.FailRequestEscalate)
	}
}

// After applies an action to a service request.
func After(t ticket.Ticket, a ticket.Act, r Rules) ticket.Ticket {
	if !a.Action.OfSupport() {
		t.Said++
	}
	switch a.Action {
	case ticket.ShowContact:
		t.ContactShown = true
	case ticket.Take:
		t.Stage = ticket.InWork
	case ticket.Answer:
		return theirTurn(t, ticket.Answered, r, a.Now)
	case ticket.Ask:
		return theirTurn(t, ticket.Asked, r, a.Now)
	case ticket.Close, ticket.Resolve:
		return closed(t, r, a.Now)
	case ticket.Reply:
		if !WaitsForSupport(t) {
			return ourTurn(t, r.Days.EndOfDay(a.Now, r.AnswerDays))
		}
	case ticket.Reopen:
		t.Reopened++
		return ourTurn(t, r.Days.EndOfDay(a.Now, r.AnswerDays))
	case ticket.Escalate:
		t.CSTReference = a.CSTReference
		return ourTurn(t, r.Days.EndOfDay(a.Now, r.EscalatedDays))
	}
	return t
}

func ourTurn(t ticket.Ticket, due time.Time) ticket.Ticket {
	t.Stage, t.DueAt, t.Overdue = ticket.InWork, due, false
	t.ClosesAt, t.ClosedAt, t.ReopenUntil = time.Time{}, time.Time{}, time.Time{}
	return t
}

func theirTurn(t ticket.Ticket, stage ticket.Stage, r Rules, now time.Time) ticket.Ticket {
	t.Stage, t.DueAt, t.Overdue, t.ClosesAt = stage, time.Time{}, false, now.Add(r.CloseAfter)
	return t
}

func closed(t ticket.Ticket, r Rules, now time.Time) ticket.Ticket {
	t.Stage, t.DueAt, t.Overdue, t.ClosesAt, t.ClosedAt, t.ReopenUntil = ticket.Closed, time.Time{}, false, time.Time{}, now, now.Add(r.ReopenFor)
	if t.Kind != ticket.Complaint {
		t.ReopenUntil, t.Over = now, true
	}
	return t
}

// Next returns the moment at which time alone changes the request; false when only people do.
func Next(t ticket.Ticket) (at time.Time, known bool) {
	switch {
	case t.Over:
		return at, false
	case t.Stage == ticket.Closed:
		return t.ReopenUntil, true
	case WaitsForSupport(t):
		return t.DueAt, !t.Overdue
	default:
		return t.ClosesAt, true
	}
}

// Passed applies the passing of time to a service request; before its moment nothing changes.
func Passed(t ticket.Ticket, r Rules, now time.Time) ticket.Ticket {
	at, known := Next(t)
	switch {
	case !known || now.Before(at):
	case t.Stage == ticket.Closed:
		t.Over = true
	case WaitsForSupport(t):
		t.Overdue = true
	default:
		return closed(t, r, now)
	}
	return t
}
