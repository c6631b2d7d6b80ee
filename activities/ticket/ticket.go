// Package ticket records the progress of a service request, its conversation and its messages.
package ticket

import (
	"context"
	"fmt"
	"strings"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/state"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/line"
	rules "selfcare/internal/domain/ticket"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	ticketstore "selfcare/internal/store/ticket"
)

// Templates of the messages to the customer and to a supervisor.
const (
	messageReceived  = "request-received"
	messageTaken     = "request-taken"
	messageAnswered  = "request-answered"
	messageAsked     = "request-asked"
	messageClosed    = "request-closed"
	messageReopened  = "request-reopened"
	messageEscalated = "request-escalated"
	messageLate      = "request-late"
	messageOverdue   = "request-overdue"
)

// Activities are the writes of a service request. Each takes the state that the workflow knows and returns the next one.
type Activities struct{ store *store.Store }

// New takes the database.
func New(s *store.Store) *Activities { return &Activities{s} }

// OpenRequest records a service request and tells its customer the reference. It is idempotent.
func (a *Activities) OpenRequest(ctx context.Context, t contract.Ticket, in contract.TicketOpening) (contract.Ticket, error) {
	if t.Seq > 0 { // saved before, and its workflow task was lost
		return t, nil
	}
	if ahead := rows.FindAhead(ctx, a.store, t); ahead != nil {
		return contract.Ticket{}, ahead
	}
	err := a.store.InTx(ctx, func(q *store.Tx) (err error) {
		t, err = openRequest(ctx, q, t, in)
		return err
	})
	return t, failure.Map("open service request", err)
}

func openRequest(ctx context.Context, q *store.Tx, t contract.Ticket, in contract.TicketOpening) (contract.Ticket, error) {
	figures, err := figuresOf(ctx, q, in.Now)
	if err != nil {
		return t, err
	}
	t = rules.Received(t, figures.rules, in.Now)
	t.Seq = 1
	opened, err := q.Tickets.Open(ctx, t, in.Details)
	if err == nil && !opened {
		err = contract.Refuse(contract.FailTicketTaken)
	}
	if err != nil {
		return t, err
	}
	said := ticketstore.Message{Seq: t.Seq, Author: ticketstore.Customer, Action: contract.TicketReply, Text: in.Text, At: in.Now}
	if err := q.Tickets.Say(ctx, t.ID, said); err != nil {
		return t, err
	}
	if err := q.Files.Name(ctx, t.ID, t.Seq, in.Attachments); err != nil {
		return t, err
	}
	return t, tell(ctx, q, t, messageReceived, in.Details.Contact, in.Link)
}

// ActOnRequest records an action on a service request, with its text.
func (a *Activities) ActOnRequest(ctx context.Context, t contract.Ticket, in contract.TicketAct) (contract.Ticket, error) {
	return a.change(ctx, "act on service request", t, func(q *store.Tx) (contract.Ticket, error) {
		if err := rules.ValidateAction(t, in, in.Now); err != nil {
			return t, err
		}
		figures, err := figuresOf(ctx, q, in.Now)
		if err != nil {
			return t, err
		}
		next := rules.After(t, in, figures.rules)
		if err := recordAct(ctx, q, t, in); err != nil {
			return t, err
		}
		return next, tellCustomer(ctx, q, next, in)
	})
}

// recordAct records the text of an action, and audits an action of support.
func recordAct(ctx context.Context, q *store.Tx, t contract.Ticket, in contract.TicketAct) error {
	author := ticketstore.Customer
	if in.Action.OfSupport() {
		author = ticketstore.Support
		err := q.Audit.Write(ctx, audit.Record{
			Key: fmt.Sprintf("request:%s:%d", t.ID, t.Seq), OrderID: t.ID, Actor: in.Actor, Action: "request-" + string(in.Action),
			Details: map[string]string{"request": t.Reference},
		})
		if err != nil {
			return err
		}
	}
	if in.Text == "" {
		return nil
	}
	err := q.Tickets.Say(ctx, t.ID, ticketstore.Message{Seq: t.Seq + 1, Author: author, Action: in.Action, Text: in.Text, At: in.Now})
	if err != nil {
		return err
	}
	return q.Files.Name(ctx, t.ID, t.Seq+1, in.Attachments)
}

// told maps an action to its message; the page alone confirms a reply of the customer.
var told = map[contract.TicketAction]string{
	contract.TicketTake: messageTaken, contract.TicketAnswer: messageAnswered, contract.TicketAsk: messageAsked, contract.TicketResolve: messageClosed,
	contract.TicketClose: messageClosed, contract.TicketReopen: messageReopened, contract.TicketEscalate: messageEscalated,
}

func tellCustomer(ctx context.Context, q *store.Tx, t contract.Ticket, in contract.TicketAct) error {
	template, any := told[in.Action]
	if !any {
		return nil
	}
	details, err := q.Tickets.Details(ctx, t.ID)
	if err != nil {
		return err
	}
	t.Seq++ // the seq that is about to be saved
	return tell(ctx, q, t, template, details.Contact, in.Link)
}

// PassTime records what time alone has changed: the request is overdue, closed by itself, or over for good.
func (a *Activities) PassTime(ctx context.Context, t contract.Ticket, in contract.TicketPassing) (contract.Ticket, error) {
	return a.change(ctx, "pass time of service request", t, func(q *store.Tx) (contract.Ticket, error) {
		figures, err := figuresOf(ctx, q, in.Now)
		if err != nil {
			return t, err
		}
		next := rules.Passed(t, figures.rules, in.Now)
		template := ""
		switch {
		case next.Overdue && !t.Overdue:
			template = messageLate
			if err := warn(ctx, q, next, figures.Supervisor); err != nil {
				return t, err
			}
		case next.Stage == contract.TicketClosed && t.Stage != contract.TicketClosed:
			template = messageClosed
		default:
			return next, nil
		}
		details, err := q.Tickets.Details(ctx, t.ID)
		if err != nil {
			return t, err
		}
		told := next
		told.Seq++
		return next, tell(ctx, q, told, template, details.Contact, in.Link)
	})
}

var rows = state.Rows[contract.Ticket]{
	Seq: func(t *contract.Ticket) *int64 { return &t.Seq },
	Get: func(ctx context.Context, q *store.Tx, of contract.Ticket) (contract.Ticket, error) {
		saved, _, err := q.Tickets.Get(ctx, of.ID)
		return saved, err
	},
	Save: func(ctx context.Context, q *store.Tx, next contract.Ticket) (bool, error) {
		return q.Tickets.Save(ctx, next)
	},
}

func (a *Activities) change(
	ctx context.Context, operation string, before contract.Ticket, do func(q *store.Tx) (contract.Ticket, error),
) (contract.Ticket, error) {
	return rows.Change(ctx, a.store, operation, before, do)
}

type figures struct {
	ticketstore.Figures
	rules rules.Rules
}

func figuresOf(ctx context.Context, q *store.Tx, now time.Time) (figures, error) {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return figures{}, err
	}
	days, err := q.Ports.Calendar(ctx, settings, now)
	return figures{settings.Help, settings.Help.Rules(days.Holidays)}, err
}

// tell queues a message to the contact number. Until the number is known to be the customer's, the link has no secret: a
// stranger must not get a page with the sender's text in our name.
func tell(ctx context.Context, q *store.Tx, t contract.Ticket, template, mobile, link string) error {
	if !t.ContactShown {
		link, _, _ = strings.Cut(link, "#")
	}
	params := map[string]string{"reference": t.Reference, "link": link}
	if !t.DueAt.IsZero() {
		params["due"] = line.FormatMoment(t.DueAt)
	}
	if !t.ReopenUntil.IsZero() {
		params["until"] = line.FormatMoment(t.ReopenUntil)
	}
	return q.Outbox.Queue(ctx, contract.Notice{
		OrderID: t.ID, Key: fmt.Sprintf("%s-%d", template, t.Seq), Template: template, Language: t.Language, Mobile: mobile, Params: params,
	})
}

// warn tells the supervisor, if there is one, that a request is overdue. The supervisor sees the request in the console.
func warn(ctx context.Context, q *store.Tx, t contract.Ticket, supervisor string) error {
	if supervisor == "" {
		return nil
	}
	return q.Outbox.Queue(ctx, contract.Notice{
		OrderID: t.ID, Key: fmt.Sprintf("%s-%d", messageOverdue, t.Seq+1), Template: messageOverdue, Language: texts.Arabic, Mobile: supervisor,
		Params: map[string]string{"reference": t.Reference},
	})
}
