// Package bill holds the processes that bill postpaid lines: the billing day, the cycle of one bill day, and dunning.
package bill

import (
	"errors"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	billacts "selfcare/activities/bill"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var bills *billacts.Activities

// BillingDay starts the cycles of all periods that ended by the scheduled day and are not billed yet, and returns their
// number. This also makes up for a night that was missed. A cycle that runs is not started again. Lines that were put aside
// are tried once more.
func BillingDay(ctx workflow.Context) (started int, err error) {
	var due []contract.BillingCycleInput
	at := contract.At{Now: process.ReadScheduledTime(ctx)}
	if err := process.CallLocal(ctx, &process.Attention{}, "Find the periods to bill", &due, bills.DueBillingPeriods, at); err != nil {
		return 0, err
	}
	for _, period := range due {
		begun, failed := start(ctx, period)
		if failed != nil { // the period stays due; the others must still be billed
			err = failed
		}
		if begun {
			started++
		}
	}
	retry := process.Do(process.WithGatewayPolicy(ctx, "Bill the lines that were skipped"), &process.Attention{}, nil, bills.RetryBills, process.At(ctx))
	if err == nil {
		err = retry
	}
	return started, err
}

func start(ctx workflow.Context, in contract.BillingCycleInput) (begun bool, err error) {
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID:            contract.BillingCycleWorkflowID(in.Cohort, in.Period),
		WorkflowIDReusePolicy: enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		ParentClosePolicy:     enumspb.PARENT_CLOSE_POLICY_ABANDON,
		StaticSummary:         fmt.Sprintf("Bill the lines of day %d for %s", in.Cohort, in.Period),
	})
	err = workflow.ExecuteChildWorkflow(ctx, BillingCycle, in).GetChildWorkflowExecution().Get(ctx, nil)
	var known *serviceerror.WorkflowExecutionAlreadyStarted
	if temporal.IsWorkflowExecutionAlreadyStartedError(err) || errors.As(err, &known) {
		return false, nil
	}
	return err == nil, err
}

// batchesPerRun keeps the history of a cycle short.
const batchesPerRun = 200

// BillingCycle bills the lines of one bill day for one period in batches and returns the number of invoices. A repeat never
// bills a line twice for a period.
func BillingCycle(ctx workflow.Context, in contract.BillingCycleInput) (int, error) {
	attention := &process.Attention{}
	for range batchesPerRun {
		var done contract.BilledBatch
		batch := contract.BillingBatch{At: process.At(ctx), Cohort: in.Cohort, Period: in.Period, After: in.After}
		if err := process.Do(process.WithGatewayPolicy(ctx, "Bill a batch of lines"), attention, &done, bills.BillLines, batch); err != nil {
			return in.Billed, err
		}
		in.Billed, in.After = in.Billed+done.Issued, done.Last
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("%d invoices of the period that ends in %s", in.Billed, in.Period))
		if done.Last == "" {
			return in.Billed, nil
		}
	}
	return in.Billed, workflow.NewContinueAsNewError(ctx, BillingCycle, in)
}

// stepsPerRun keeps the history of Dunning short.
const stepsPerRun = 100

// Dunning takes the due steps for unpaid invoices and returns how many its last run took. A schedule starts it each morning.
func Dunning(ctx workflow.Context) (int, error) {
	total, at := 0, process.At(ctx)
	for range stepsPerRun {
		var taken int
		if err := process.Do(process.WithGatewayPolicy(ctx, "Handle unpaid invoices that are due"), &process.Attention{}, &taken, bills.TakeDunningSteps, at); err != nil {
			return total, err
		}
		total += taken
		if taken == 0 {
			return total, nil
		}
	}
	return total, workflow.NewContinueAsNewError(ctx, Dunning)
}

// CreditNote credits an invoice, in full or in part, and returns the number of the credit note.
func CreditNote(ctx workflow.Context, in contract.InvoiceCredit) (number string, err error) {
	credit := contract.InvoiceCreditAt{At: process.At(ctx), Credit: in}
	err = process.Do(process.WithGatewayPolicy(ctx, "Issue the credit note"), &process.Attention{}, &number, bills.CreditInvoice, credit)
	return number, err
}

// SADADPayment applies a payment made at a bank to the bill that it names. A payment that fits no bill is held for support.
func SADADPayment(ctx workflow.Context, in contract.SADADPayment) error {
	payment := contract.SADADPaymentAt{At: process.At(ctx), ID: in.ID}
	return process.Do(process.WithGatewayPolicy(ctx, "Record the payment at a bank"), &process.Attention{}, nil, bills.TakeSADADPayment, payment)
}
