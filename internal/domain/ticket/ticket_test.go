package ticket_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/ticket"
	"selfcare/internal/domain/calendar"
	rules "selfcare/internal/domain/ticket"
)

var (
	thursday = time.Date(2026, time.November, 26, 8, 0, 0, 0, time.UTC)
	figures  = rules.Rules{
		AnswerDays: 5, EscalatedDays: 3, CloseAfter: 5 * 24 * time.Hour, ReopenFor: 30 * 24 * time.Hour,
		Days: calendar.Calendar{From: 9, Until: 17},
	}
)

func received() ticket.Ticket {
	return rules.Received(ticket.Ticket{Kind: ticket.Complaint, Topic: "calls"}, figures, thursday)
}

func act(action ticket.Action, at time.Time) ticket.Act {
	return ticket.Act{At: contract.At{Now: at}, Action: action, Text: "words", CSTReference: "CST-1"}
}

func codeOf(err error) contract.Code {
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

// after applies actions to a service request, an hour apart.
func after(t *testing.T, of ticket.Ticket, actions ...ticket.Action) ticket.Ticket {
	t.Helper()
	for i, action := range actions {
		a := act(action, thursday.Add(time.Duration(i+1)*time.Hour))
		require.NoError(t, rules.ValidateAction(of, a, a.Now), action)
		of = rules.After(of, a, figures)
	}
	return of
}

func TestReceived_Due_IsInWorkingDays(t *testing.T) {
	require.Equal(t, time.Date(2026, time.December, 3, 14, 0, 0, 0, time.UTC), received().DueAt, "Friday and Saturday do not count")
}

func TestValidateAction_EachStage(t *testing.T) {
	tests := map[string]struct {
		before []ticket.Action
		then   ticket.Action
		want   contract.Code
	}{
		"a new request is claimed":                   {nil, ticket.Take, ""},
		"a claimed request is not claimed again":     {[]ticket.Action{ticket.Take}, ticket.Take, contract.FailRequestNotNow},
		"a request is answered without a claim":      {nil, ticket.Answer, ""},
		"the customer is asked while it is our turn": {[]ticket.Action{ticket.Answer}, ticket.Ask, contract.FailRequestNotNow},
		"the customer replies to an answer":          {[]ticket.Action{ticket.Answer}, ticket.Reply, ""},
		"no reply to a closed request":               {[]ticket.Action{ticket.Close}, ticket.Reply, contract.FailRequestClosed},
		"no answer to a closed request":              {[]ticket.Action{ticket.Resolve}, ticket.Answer, contract.FailRequestClosed},
		"it is closed once":                          {[]ticket.Action{ticket.Close}, ticket.Close, contract.FailRequestClosed},
		"a closed one is reopened":                   {[]ticket.Action{ticket.Close}, ticket.Reopen, ""},
		"an open one is not":                         {nil, ticket.Reopen, contract.FailRequestNotNow},
		"the regulator comes after us":               {nil, ticket.Escalate, contract.FailRequestEscalate},
		"the regulator comes once we have answered":  {[]ticket.Action{ticket.Answer}, ticket.Escalate, ""},
		"the regulator comes once it is closed":      {[]ticket.Action{ticket.Resolve}, ticket.Escalate, ""},
		"an unknown action":                          {nil, "dance", contract.FailRequestNotNow},
		"a reply in work is one more word about it":  {[]ticket.Action{ticket.Take}, ticket.Reply, ""},
		"a question to the customer can be answered": {[]ticket.Action{ticket.Ask}, ticket.Reply, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			now := thursday.Add(24 * time.Hour)
			require.Equal(t, tt.want, codeOf(rules.ValidateAction(after(t, received(), tt.before...), act(tt.then, now), now)))
		})
	}
}

func TestValidateAction_NoText_IsRefused(t *testing.T) {
	for _, action := range []ticket.Action{ticket.Reply, ticket.Answer, ticket.Ask, ticket.Resolve, ticket.Reopen} {
		a := act(action, thursday)
		a.Text = "  "
		var refused *contract.Refusal
		require.ErrorAs(t, rules.ValidateAction(received(), a, thursday), &refused)
		require.Equal(t, contract.FailRequestText, refused.Fields["text"])
	}
}

func TestAfter_Action_ChangesTheTurn(t *testing.T) {
	answered := after(t, received(), ticket.Take, ticket.Answer)
	require.Equal(t, ticket.Answered, answered.Stage)
	require.Zero(t, answered.DueAt)
	require.Equal(t, thursday.Add(2*time.Hour).Add(figures.CloseAfter), answered.ClosesAt)

	again := after(t, answered, ticket.Reply)
	require.Equal(t, ticket.InWork, again.Stage)
	require.False(t, again.DueAt.IsZero())
	require.Zero(t, again.ClosesAt)

	more := after(t, received(), ticket.Reply)
	require.Equal(t, received().DueAt, more.DueAt, "another message does not move our deadline")
}

func TestAfter_Escalation_IsDueSooner(t *testing.T) {
	escalated := after(t, received(), ticket.Answer, ticket.Escalate)
	require.Equal(t, "CST-1", escalated.CSTReference)
	require.Equal(t, time.Date(2026, time.December, 1, 14, 0, 0, 0, time.UTC), escalated.DueAt)
}

func TestReopen_TooLate_IsRefused(t *testing.T) {
	closed := after(t, received(), ticket.Close)
	last := closed.ReopenUntil
	require.NoError(t, rules.ValidateAction(closed, act(ticket.Reopen, last), last.Add(-time.Millisecond)))
	require.Equal(t, contract.FailRequestReopen, codeOf(rules.ValidateAction(closed, act(ticket.Reopen, last), last)))
	again := rules.After(closed, act(ticket.Reopen, last.Add(-time.Hour)), figures)
	require.Equal(t, 1, again.Reopened)
	require.Equal(t, ticket.InWork, again.Stage)
}

func TestReseller_Closed_CannotReopen(t *testing.T) {
	form := received()
	form.Kind = ticket.Reseller
	closed := after(t, form, ticket.Resolve)
	require.True(t, closed.Over)
	require.Equal(t, contract.FailRequestReopen, codeOf(rules.ValidateAction(closed, act(ticket.Reopen, thursday), thursday)))
	require.Equal(t, contract.FailRequestNotNow, codeOf(rules.ValidateAction(form, act(ticket.Escalate, thursday), thursday)))
}

func TestPassed_Deadline_ChangesStage(t *testing.T) {
	open := received()
	require.Equal(t, open, rules.Passed(open, figures, open.DueAt.Add(-time.Millisecond)))
	late := rules.Passed(open, figures, open.DueAt)
	require.True(t, late.Overdue)
	_, known := rules.Next(late)
	require.False(t, known, "only support can continue")
	require.NoError(t, rules.ValidateAction(late, act(ticket.Escalate, thursday), thursday))

	answered := after(t, received(), ticket.Answer)
	closed := rules.Passed(answered, figures, answered.ClosesAt)
	require.Equal(t, ticket.Closed, closed.Stage)
	over := rules.Passed(closed, figures, closed.ReopenUntil)
	require.True(t, over.Over)
	_, known = rules.Next(over)
	require.False(t, known)
}
