package ticket_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

const day = 24 * time.Hour

func TestRequest_Answered_ClosesByItself(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	s.Acts(time.Hour, contract.TicketTake)
	s.Acts(2*time.Hour, contract.TicketAnswer)
	end := s.Runs()
	require.NoError(t, s.Refusal)
	require.Equal(t, []string{"open-request", "take", "answer", "pass-time", "pass-time"}, s.Did())
	require.Equal(t, contract.TicketClosed, end.Stage)
	require.True(t, end.Over)
	require.Equal(t, workflowtest.TicketRules.ReopenFor, end.ReopenUntil.Sub(end.ClosedAt))
}

func TestRequest_Reopened_WithinItsTime(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	s.Acts(time.Hour, contract.TicketResolve)
	reopened := s.Acts(time.Hour+workflowtest.TicketRules.ReopenFor-time.Minute, contract.TicketReopen)
	s.Acts(31*day, contract.TicketClose)
	end := s.Runs()
	require.NoError(t, *reopened)
	require.Equal(t, 1, end.Reopened)
	require.True(t, end.Over)
}

func TestRequest_Overdue_WaitsForSupport(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	s.At(60*day, func() {
		require.True(t, s.Books.Last().Overdue)
		require.Equal(t, []string{"open-request", "pass-time"}, s.Did(), "it is noted once")
	})
	answered := s.Acts(61*day, contract.TicketAnswer)
	end := s.Runs()
	require.NoError(t, *answered)
	require.False(t, end.Overdue)
	require.True(t, end.Over)
}

func TestRequest_Conversation_TurnAlternates(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	s.Acts(time.Hour, contract.TicketAsk)
	s.Acts(2*time.Hour, contract.TicketReply)
	early := s.Acts(3*time.Hour, contract.TicketEscalate)
	s.Acts(4*time.Hour, contract.TicketAnswer)
	escalated := s.Acts(5*time.Hour, contract.TicketEscalate)
	s.Acts(6*time.Hour, contract.TicketResolve)
	closed := s.Acts(7*time.Hour, contract.TicketReply)
	end := s.Runs()
	workflowtest.RequireCode(t, contract.FailTicketEscalate, *early)
	require.NoError(t, *escalated)
	workflowtest.RequireCode(t, contract.FailTicketClosed, *closed)
	require.Equal(t, "CST-1", end.CSTReference)
}

func TestRequest_SameReference_IsRefused(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	other, again := s.Opens(time.Hour, "01900000-0000-7000-8000-0000000000c2"), s.Opens(time.Hour, s.Input.Ticket.ID)
	s.Acts(2*time.Hour, contract.TicketClose)
	s.Runs()
	workflowtest.RequireCode(t, contract.FailTicketTaken, *other)
	require.NoError(t, *again)
	require.Len(t, s.Did("open-request"), 1)
}

func TestRequest_Refused_LeavesNothing(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	s.Books.Fails("open-request", workflowtest.No(contract.FailTicketTaken))
	s.Runs()
	workflowtest.RequireCode(t, contract.FailTicketTaken, s.Refusal)
	require.Empty(t, s.Did())
}

// The worker is lost after a write and before its answer: the call is repeated and has its effect once.
func TestRequest_AnswerLost_HasOneEffect(t *testing.T) {
	for _, effect := range []string{"open-request", "answer", "pass-time"} {
		t.Run(effect, func(t *testing.T) {
			s := workflowtest.NewTicketStory(t)
			s.Books.Loses(effect)
			answered := s.Acts(time.Hour, contract.TicketAnswer)
			end := s.Runs()
			require.NoError(t, *answered)
			require.True(t, end.Over)
			require.Equal(t, []string{"open-request", "answer", "pass-time", "pass-time"}, s.Did())
		})
	}
}

func TestRequest_DatabaseAway_Waits(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	s.Books.Fails("pass-time", workflowtest.ErrOutage)
	s.At(5*day, func() { s.Books.Fails("pass-time", nil) })
	answered := s.Acts(6*day, contract.TicketAnswer)
	end := s.Runs()
	require.NoError(t, *answered)
	require.True(t, end.Over)
}
