package ticket_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
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

func received() contract.Ticket {
	return rules.Received(contract.Ticket{Kind: contract.TicketComplaint, Topic: "calls"}, figures, thursday)
}

func act(action contract.TicketAction, at time.Time) contract.TicketAct {
	return contract.TicketAct{At: contract.At{Now: at}, Action: action, Text: "words", CSTReference: "CST-1"}
}

func codeOf(err error) contract.Code {
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

// after applies actions to a service request, an hour apart.
func after(t *testing.T, of contract.Ticket, actions ...contract.TicketAction) contract.Ticket {
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
		before []contract.TicketAction
		then   contract.TicketAction
		want   contract.Code
	}{
		"a new request is claimed":                   {nil, contract.TicketTake, ""},
		"a claimed request is not claimed again":     {[]contract.TicketAction{contract.TicketTake}, contract.TicketTake, contract.FailTicketNotNow},
		"a request is answered without a claim":      {nil, contract.TicketAnswer, ""},
		"the customer is asked while it is our turn": {[]contract.TicketAction{contract.TicketAnswer}, contract.TicketAsk, contract.FailTicketNotNow},
		"the customer replies to an answer":          {[]contract.TicketAction{contract.TicketAnswer}, contract.TicketReply, ""},
		"no reply to a closed request":               {[]contract.TicketAction{contract.TicketClose}, contract.TicketReply, contract.FailTicketClosed},
		"no answer to a closed request":              {[]contract.TicketAction{contract.TicketResolve}, contract.TicketAnswer, contract.FailTicketClosed},
		"it is closed once":                          {[]contract.TicketAction{contract.TicketClose}, contract.TicketClose, contract.FailTicketClosed},
		"a closed one is reopened":                   {[]contract.TicketAction{contract.TicketClose}, contract.TicketReopen, ""},
		"an open one is not":                         {nil, contract.TicketReopen, contract.FailTicketNotNow},
		"the regulator comes after us":               {nil, contract.TicketEscalate, contract.FailTicketEscalate},
		"the regulator comes once we have answered":  {[]contract.TicketAction{contract.TicketAnswer}, contract.TicketEscalate, ""},
		"the regulator comes once it is closed":      {[]contract.TicketAction{contract.TicketResolve}, contract.TicketEscalate, ""},
		"an unknown action":                          {nil, "dance", contract.FailTicketNotNow},
		"a reply in work is one more word about it":  {[]contract.TicketAction{contract.TicketTake}, contract.TicketReply, ""},
		"a question to the customer can be answered": {[]contract.TicketAction{contract.TicketAsk}, contract.TicketReply, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			now := thursday.Add(24 * time.Hour)
			require.Equal(t, tt.want, codeOf(rules.ValidateAction(after(t, received(), tt.before...), act(tt.then, now), now)))
		})
	}
}

func TestValidateAction_NoText_Refused(t *testing.T) {
	for _, action := range []contract.TicketAction{contract.TicketReply, contract.TicketAnswer, contract.TicketAsk, contract.TicketResolve, contract.TicketReopen} {
		a := act(action, thursday)
		a.Text = "  "
		var refused *contract.Refusal
		require.ErrorAs(t, rules.ValidateAction(received(), a, thursday), &refused)
		require.Equal(t, contract.FailTicketText, refused.Fields["text"])
	}
}

func TestAfter_Action_ChangesTheTurn(t *testing.T) {
	answered := after(t, received(), contract.TicketTake, contract.TicketAnswer)
	require.Equal(t, contract.TicketAnswered, answered.Stage)
	require.Zero(t, answered.DueAt)
	require.Equal(t, thursday.Add(2*time.Hour).Add(figures.CloseAfter), answered.ClosesAt)

	again := after(t, answered, contract.TicketReply)
	require.Equal(t, contract.TicketInWork, again.Stage)
	require.False(t, again.DueAt.IsZero())
	require.Zero(t, again.ClosesAt)

	more := after(t, received(), contract.TicketReply)
	require.Equal(t, received().DueAt, more.DueAt, "another message does not move our deadline")
}

func TestAfter_Escalation_IsDueSooner(t *testing.T) {
	escalated := after(t, received(), contract.TicketAnswer, contract.TicketEscalate)
	require.Equal(t, "CST-1", escalated.CSTReference)
	require.Equal(t, time.Date(2026, time.December, 1, 14, 0, 0, 0, time.UTC), escalated.DueAt)
}

func TestReopen_TooLate_IsRefused(t *testing.T) {
	closed := after(t, received(), contract.TicketClose)
	last := closed.ReopenUntil
	require.NoError(t, rules.ValidateAction(closed, act(contract.TicketReopen, last), last.Add(-time.Millisecond)))
	require.Equal(t, contract.FailTicketReopen, codeOf(rules.ValidateAction(closed, act(contract.TicketReopen, last), last)))
	again := rules.After(closed, act(contract.TicketReopen, last.Add(-time.Hour)), figures)
	require.Equal(t, 1, again.Reopened)
	require.Equal(t, contract.TicketInWork, again.Stage)
}

func TestReseller_Closed_CannotReopen(t *testing.T) {
	form := received()
	form.Kind = contract.TicketReseller
	closed := after(t, form, contract.TicketResolve)
	require.True(t, closed.Over)
	require.Equal(t, contract.FailTicketReopen, codeOf(rules.ValidateAction(closed, act(contract.TicketReopen, thursday), thursday)))
	require.Equal(t, contract.FailTicketNotNow, codeOf(rules.ValidateAction(form, act(contract.TicketEscalate, thursday), thursday)))
}

func TestPassed_Deadline_ChangesStage(t *testing.T) {
	open := received()
	require.Equal(t, open, rules.Passed(open, figures, open.DueAt.Add(-time.Millisecond)))
	late := rules.Passed(open, figures, open.DueAt)
	require.True(t, late.Overdue)
	_, known := rules.Next(late)
	require.False(t, known, "only support can continue")
	require.NoError(t, rules.ValidateAction(late, act(contract.TicketEscalate, thursday), thursday))

	answered := after(t, received(), contract.TicketAnswer)
	closed := rules.Passed(answered, figures, answered.ClosesAt)
	require.Equal(t, contract.TicketClosed, closed.Stage)
	over := rules.Passed(closed, figures, closed.ReopenUntil)
	require.True(t, over.Over)
	_, known = rules.Next(over)
	require.False(t, known)
}
