//go:build record

package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/workflows/internal/workflowtest"
)

// billDay is a day on which two bill days end: the last day of its month.
var billDay = time.Date(2027, time.April, 30, 1, 0, 0, 0, calendar.Riyadh)

// billRecording is a billing process that really runs.
type billRecording struct {
	*recording
	name        string
	unscheduled bool
}

func (p *billRecording) starts(id, workflow string, args ...any) client.WorkflowRun {
	scheduled := temporal.NewSearchAttributes(temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime").ValueSet(billDay))
	options := client.StartWorkflowOptions{ID: id, TaskQueue: contract.TaskQueue}
	if workflow == contract.WorkflowBillingDay && !p.unscheduled {
		options.TypedSearchAttributes = scheduled
	}
	run, err := p.server.ExecuteWorkflow(p.t.Context(), options, workflow, args...)
	require.NoError(p.t, err)
	return run
}

// runs runs a process to its end and saves it.
func (p *billRecording) runs(fails bool, workflow string, args ...any) {
	err := p.starts(p.name, workflow, args...).Get(p.t.Context(), nil)
	require.Equal(p.t, fails, err != nil, err)
	p.save(p.name, p.name)
}

// firstRun runs a process that continues as new, and saves its first run.
func (p *billRecording) firstRun(workflow string, args ...any) {
	p.bills.Batches = 1000
	run := p.starts(p.name, workflow, args...)
	require.Eventually(p.t, func() bool { return p.continued(run) }, 2*time.Minute, 50*time.Millisecond)
	require.NoError(p.t, p.server.TerminateWorkflow(p.t.Context(), p.name, "", "recorded"))
	p.saveRun(p.name, run.GetID(), run.GetRunID())
}

func (p *billRecording) continued(run client.WorkflowRun) bool {
	events := p.history(run.GetID(), run.GetRunID(), false)
	return events[len(events)-1].GetWorkflowExecutionContinuedAsNewEventAttributes() != nil
}

var (
	cycleOfNovember = contract.BillingCycleInput{Cohort: 15, Period: "2026-11"}
	invoiceTooMuch  = contract.InvoiceCredit{ID: "c1", InvoiceID: "i1", Amount: 5000, Reason: "billed twice", Actor: "support-1"}
)

// billRecordings are the courses of the billing processes.
var billRecordings = map[string]func(*billRecording){
	"billing-day":         func(p *billRecording) { p.runs(false, contract.WorkflowBillingDay) },
	"billing-day-by-hand": func(p *billRecording) { p.unscheduled = true; p.runs(false, contract.WorkflowBillingDay) },
	"billing-day-again":   dayAgain,
	"billing-cycle":       func(p *billRecording) { p.runs(false, contract.WorkflowBillingCycle, cycleOfNovember) },
	"billing-cycle-large": func(p *billRecording) { p.firstRun(contract.WorkflowBillingCycle, cycleOfNovember) },
	"billing-cycle-refused": func(p *billRecording) {
		p.outside.Fails("bill", workflowtest.No(contract.FailValidation))
		p.runs(true, contract.WorkflowBillingCycle, cycleOfNovember)
	},
	"dunning":       func(p *billRecording) { p.runs(false, contract.WorkflowDunning) },
	"dunning-large": func(p *billRecording) { p.firstRun(contract.WorkflowDunning) },
	"dunning-refused": func(p *billRecording) {
		p.outside.Fails("dun", workflowtest.No(contract.FailValidation))
		p.runs(true, contract.WorkflowDunning)
	},
	"credit-note": func(p *billRecording) { p.runs(false, contract.WorkflowCreditNote, invoiceTooMuch) },
	"credit-note-refused": func(p *billRecording) {
		p.outside.Fails("credit", workflowtest.No(contract.FailInvoicePaid))
		p.runs(true, contract.WorkflowCreditNote, invoiceTooMuch)
	},
	"sadad-payment": func(p *billRecording) { p.runs(false, contract.WorkflowSADADPayment, contract.SADADPayment{ID: "p1"}) },
	"sadad-payment-refused": func(p *billRecording) {
		p.outside.Fails("take", workflowtest.No(contract.FailSADADUnknown))
		p.runs(true, contract.WorkflowSADADPayment, contract.SADADPayment{ID: "p1"})
	},
}

// dayAgain is a day of a backfill, whose cycles have run.
func dayAgain(p *billRecording) {
	require.NoError(p.t, p.starts("before", contract.WorkflowBillingDay).Get(p.t.Context(), nil))
	for _, cohort := range []int{30, 31} {
		id := contract.BillingCycleWorkflowID(cohort, billDay.Format("2006-01"))
		require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), id, "").Get(p.t.Context(), nil))
	}
	p.runs(false, contract.WorkflowBillingDay)
}

func TestRecordBills(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range billRecordings {
		t.Run(name, func(t *testing.T) {
			perform(&billRecording{recording: newRecording(t, server, name), name: name})
		})
	}
}
