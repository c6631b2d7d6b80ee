package ticket_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// next returns the input of the following run of a service request.
func next(t *testing.T, err error) (in contract.TicketInput) {
	t.Helper()
	var again *workflow.ContinueAsNewError
	require.ErrorAs(t, err, &again)
	require.NoError(t, converter.GetDefaultDataConverter().FromPayloads(again.Input, &in))
	return in
}

func TestRequest_ManyCustomerReplies_Refused(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	var last *error
	for n := range 250 {
		last = s.Acts(time.Hour+time.Duration(n)*time.Second, contract.TicketReply)
	}
	s.Acts(3*time.Hour, contract.TicketAnswer)
	end := s.Runs()
	workflowtest.RequireCode(t, contract.FailChangedTooOften, *last)
	require.Len(t, s.Did(string(contract.TicketAnswer)), 1)
	require.True(t, end.Over)
}

func TestTicket_ManyReplies_Continues(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	for n := range 320 {
		s.ActsAs(time.Hour+time.Duration(n)*time.Second, fmt.Sprint("key-", n), contract.TicketAnswer)
	}
	s.ExecuteWorkflow(contract.WorkflowTicket, s.Input)
	in := next(t, s.GetWorkflowError())
	require.Equal(t, s.Books.Last(), in.Ticket)
	require.NotEmpty(t, in.Taken)
	written := len(s.Did(string(contract.TicketAnswer)))

	another := workflowtest.NextTicketStory(t, s, in)
	repeated := another.ActsAs(time.Minute, in.Taken[len(in.Taken)-1], contract.TicketAnswer)
	opened := another.Opens(time.Minute, in.Ticket.ID)
	another.Acts(time.Hour, contract.TicketAnswer)
	end := another.Runs()
	require.NoError(t, *repeated)
	require.NoError(t, *opened)
	require.Len(t, s.Did(string(contract.TicketAnswer)), written+1, "the repeat writes nothing")
	require.True(t, end.Over)
}

func TestRequest_LongHistory_ContinuesAsNew(t *testing.T) {
	s := workflowtest.NewTicketStory(t)
	s.At(time.Hour, func() { s.SetContinueAsNewSuggested(true) })
	s.Acts(2*time.Hour, contract.TicketTake)
	s.ExecuteWorkflow(contract.WorkflowTicket, s.Input)
	require.Equal(t, contract.TicketInWork, next(t, s.GetWorkflowError()).Ticket.Stage)
}
