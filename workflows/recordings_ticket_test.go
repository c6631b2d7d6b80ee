//go:build record

package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/workflowtest"
)

// ticketRecording is a service request that really runs; its times are moments.
type ticketRecording struct {
	*recording
	flow  *flow.Tickets
	books *workflowtest.TicketBooks
	in    contract.TicketInput
}

func (p *ticketRecording) begins() {
	_, err := p.flow.Start(p.t.Context(), p.in, p.key())
	require.NoError(p.t, err)
}

func (p *ticketRecording) acts(actions ...contract.TicketAction) {
	for _, action := range actions {
		_, err := p.flow.Act(p.t.Context(), p.in.Ticket, p.key(), contract.TicketAct{Action: action, Text: "words", CSTReference: "CST-1"})
		require.NoError(p.t, err, action)
	}
}

// ticketRecordings are the courses of a service request.
var ticketRecordings = map[string]func(*ticketRecording){
	"answered": func(p *ticketRecording) {
		p.begins()
		other := p.in
		other.Ticket.ID = "another"
		_, err := p.flow.Start(p.t.Context(), other, p.key())
		require.EqualError(p.t, err, string(contract.FailTicketTaken))
		p.begins()
		p.acts(contract.TicketTake, contract.TicketAnswer)
	},
	"overdue": func(p *ticketRecording) {
		p.books.DueIn = 500 * time.Millisecond
		p.begins()
		require.Eventually(p.t, func() bool { return p.books.Last().Overdue }, time.Minute, 10*time.Millisecond)
		p.acts(contract.TicketResolve)
	},
	"reopened": func(p *ticketRecording) {
		p.books.Rules.CloseAfter, p.books.Rules.ReopenFor = time.Hour, time.Hour
		p.begins()
		p.acts(contract.TicketAsk, contract.TicketReply, contract.TicketAnswer, contract.TicketEscalate, contract.TicketResolve, contract.TicketReopen)
		p.books.Rules.ReopenFor = 500 * time.Millisecond
		p.acts(contract.TicketClose)
	},
	"answered-and-forgotten": func(p *ticketRecording) {
		p.books.Loses("answer")
		p.begins()
		p.acts(contract.TicketAnswer)
	},
	"closed-and-forgotten": func(p *ticketRecording) {
		p.books.Loses("pass-time")
		p.begins()
		p.acts(contract.TicketAnswer)
	},
	"refused": func(p *ticketRecording) {
		p.books.Fails("open-request", workflowtest.No(contract.FailTicketTaken))
		_, err := p.flow.Start(p.t.Context(), p.in, p.key())
		require.EqualError(p.t, err, string(contract.FailTicketTaken))
	},
}

func TestRecordTickets(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range ticketRecordings {
		t.Run(name, func(t *testing.T) {
			p := &ticketRecording{recording: newRecording(t, server, name), flow: flow.NewTickets(server), in: workflowtest.NewTicket()}
			p.books = p.tickets
			p.books.Rules.CloseAfter, p.books.Rules.ReopenFor = 500*time.Millisecond, 500*time.Millisecond
			p.in.Ticket.ID, p.in.Ticket.Reference = p.id(), p.id()
			perform(p)
			id := contract.TicketWorkflowID(contract.TicketComplaint, p.id())
			require.NoError(t, server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
			p.save("service-request-"+name, id)
		})
	}
}
