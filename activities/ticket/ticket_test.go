package ticket_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/temporal"

	ticketacts "selfcare/activities/ticket"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/store"
	supportcasestore "selfcare/internal/store/supportcase"
	ticketstore "selfcare/internal/store/ticket"
)

const (
	first   = "01900000-0000-7000-8000-0000000000c1"
	second  = "01900000-0000-7000-8000-0000000000c2"
	contact = "0551234567"
)

var (
	ctx  = context.Background()
	sent = time.Date(2026, time.November, 26, 8, 0, 0, 0, time.UTC)
)

// rig is the database without service requests.
type rig struct {
	*ticketacts.Activities
	t     *testing.T
	db    *bun.DB
	store *store.Store
}

func newRig(t *testing.T) *rig {
	t.Helper()
	db, s := testkit.Databases(t)
	return &rig{Activities: ticketacts.New(s), t: t, db: db, store: s}
}

func complaint(id, reference string) contract.Ticket {
	return contract.Ticket{ID: id, Reference: reference, Kind: contract.TicketComplaint, Topic: "calls", Language: "en"}
}

func opening() contract.TicketOpening {
	return contract.TicketOpening{
		At: contract.At{Now: sent}, Text: "my calls drop", Link: "https://selfcare.example/en/service-request/CR0000000001#secret",
		Details: contract.TicketDetails{FullName: "Noura", Mobile: "0570000001", Contact: contact},
	}
}

func (r *rig) opened() contract.Ticket {
	r.t.Helper()
	t, err := r.OpenRequest(ctx, complaint(first, "CR0000000001"), opening())
	require.NoError(r.t, err)
	return t
}

func (r *rig) acts(t contract.Ticket, action contract.TicketAction, at time.Time) contract.Ticket {
	r.t.Helper()
	actor := ""
	if action.OfSupport() {
		actor = "support-1"
	}
	next, err := r.ActOnRequest(ctx, t, contract.TicketAct{At: contract.At{Now: at}, Action: action, Text: "about " + string(action), Actor: actor})
	require.NoError(r.t, err)
	return next
}

// told returns the templates of the messages, oldest first.
func (r *rig) told() (templates []string) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw("SELECT template FROM outbox ORDER BY seq").Scan(ctx, &templates))
	return templates
}

func codeOf(err error) contract.Code {
	var refused *temporal.ApplicationError
	if errors.As(err, &refused) {
		return contract.Code(refused.Type())
	}
	return ""
}

func TestOpenRequest_New_WrittenAndToldOnce(t *testing.T) {
	r := newRig(t)
	opened := r.opened()
	require.Equal(t, contract.TicketReceived, opened.Stage)
	require.True(t, opened.DueAt.After(sent.Add(5*24*time.Hour)))
	_, err := r.OpenRequest(ctx, complaint(first, "CR0000000001"), opening())
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, contract.ErrorSavedAhead, failed.Type())
	again, err := r.OpenRequest(ctx, opened, opening())
	require.NoError(t, err)
	require.Equal(t, opened, again)
	require.Equal(t, []string{"request-received"}, r.told())

	_, err = r.OpenRequest(ctx, complaint(second, "CR0000000001"), opening())
	require.Equal(t, contract.FailTicketTaken, codeOf(err))
}

func TestOpenRequest_ContactNotShown_NoSecret(t *testing.T) {
	link := func(t *testing.T, shown bool, later ...contract.TicketAction) string {
		r := newRig(t)
		request := complaint(first, "CR0000000001")
		request.ContactShown = shown
		opened, err := r.OpenRequest(ctx, request, opening())
		require.NoError(t, err)
		for _, action := range later {
			opened, err = r.ActOnRequest(ctx, opened, contract.TicketAct{At: contract.At{Now: sent}, Action: action, Link: opening().Link})
			require.NoError(t, err)
		}
		queued, err := r.store.Outbox.Claim(ctx, 10)
		require.NoError(t, err)
		return queued[len(queued)-1].Notice.Params["link"]
	}
	require.NotContains(t, link(t, false), "#")
	require.Equal(t, opening().Link, link(t, true))
	require.Equal(t, opening().Link, link(t, false, contract.TicketShowContact, contract.TicketClose))
}

func TestActOnRequest_Action_ToldAndAuditedOnce(t *testing.T) {
	r := newRig(t)
	opened := r.opened()
	taken := r.acts(opened, contract.TicketTake, sent.Add(time.Hour))
	answered := r.acts(taken, contract.TicketAnswer, sent.Add(2*time.Hour))
	replied := r.acts(answered, contract.TicketReply, sent.Add(3*time.Hour))
	closed := r.acts(replied, contract.TicketClose, sent.Add(4*time.Hour))
	r.acts(closed, contract.TicketReopen, sent.Add(5*time.Hour))

	_, err := r.ActOnRequest(ctx, taken, contract.TicketAct{At: contract.At{Now: sent.Add(2 * time.Hour)}, Action: contract.TicketAnswer, Text: "again"})
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, contract.ErrorSavedAhead, failed.Type(), "a repeat of what was written goes on from there")

	require.Equal(t, []string{"request-received", "request-taken", "request-answered", "request-closed", "request-reopened"}, r.told())
	said, err := r.store.Tickets.Messages(ctx, first)
	require.NoError(t, err)
	var authors []string
	for _, m := range said {
		authors = append(authors, m.Author)
	}
	require.Equal(t, []string{ticketstore.Customer, ticketstore.Support, ticketstore.Support, ticketstore.Customer, ticketstore.Customer, ticketstore.Customer}, authors)
	require.Equal(t, "my calls drop", said[0].Text)
	require.Equal(t, "about answer", said[2].Text)
	var audited []string
	require.NoError(t, r.db.NewRaw("SELECT action FROM audit_log WHERE area = 'support' ORDER BY id").Scan(ctx, &audited))
	require.Equal(t, []string{"request-take", "request-answer"}, audited)
}

func TestActOnRequest_NotAllowed_IsRefused(t *testing.T) {
	r := newRig(t)
	_, err := r.ActOnRequest(ctx, r.opened(), contract.TicketAct{At: contract.At{Now: sent}, Action: contract.TicketEscalate, CSTReference: "CST-1"})
	require.Equal(t, contract.FailTicketEscalate, codeOf(err))
}

func TestPassTime_Overdue_TellsSupervisor(t *testing.T) {
	r := newRig(t)
	_, err := r.db.NewRaw(`INSERT INTO settings (key, value) VALUES ('requestSupervisor', '"0550000009"')`).Exec(ctx)
	require.NoError(t, err)
	opened := r.opened()
	found, is, err := r.store.Cases.Get(ctx, supportcase.Ticket, first)
	require.NoError(t, err)
	require.True(t, is)
	require.True(t, found.Held)
	require.False(t, found.Late)
	require.Equal(t, supportcase.WaitsForAnswer, found.Impact())

	late, err := r.PassTime(ctx, opened, contract.TicketPassing{At: contract.At{Now: opened.DueAt}})
	require.NoError(t, err)
	require.True(t, late.Overdue)
	require.Equal(t, []string{"request-received", "request-overdue", "request-late"}, r.told())
	all, _, err := r.store.Cases.List(ctx, supportcasestore.Filter{Kind: supportcase.Ticket, State: supportcase.Late, Most: 10})
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.Equal(t, contract.FailTicketOverdue, all[0].Code)

	r.acts(late, contract.TicketAnswer, opened.DueAt.Add(time.Hour))
	_, is, err = r.store.Cases.Get(ctx, supportcase.Ticket, first)
	require.NoError(t, err)
	require.False(t, is, "it is the customer's turn")
}

func TestPassTime_Answered_ClosesByItself(t *testing.T) {
	r := newRig(t)
	answered := r.acts(r.opened(), contract.TicketAnswer, sent.Add(time.Hour))
	closed, err := r.PassTime(ctx, answered, contract.TicketPassing{At: contract.At{Now: answered.ClosesAt}})
	require.NoError(t, err)
	require.Equal(t, contract.TicketClosed, closed.Stage)
	over, err := r.PassTime(ctx, closed, contract.TicketPassing{At: contract.At{Now: closed.ReopenUntil}})
	require.NoError(t, err)
	require.True(t, over.Over)
	require.Equal(t, []string{"request-received", "request-answered", "request-closed"}, r.told())
}
