package jobs

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/activities/settlement"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflows never call these.
var (
	settlements *settlement.Activities
	days        *settlement.Days
)

// Reconciliation compares each day whose file is not read yet, newest first, and returns their number. A schedule starts it
// each night. A day that fails stays due and must not block the others: the order of days makes no difference.
func Reconciliation(ctx workflow.Context) (compared int, err error) {
	var due []string
	at := contract.At{Now: workflow.Now(ctx)}
	if err := process.CallLocal(ctx, &process.Attention{}, "Find the days to compare", &due, days.DueSettlements, at); err != nil {
		return 0, err
	}
	for _, day := range due {
		if failed := compare(ctx, day); failed != nil {
			err = failed
			continue
		}
		compared++
	}
	return compared, err
}

// compare compares a day in a child workflow of its own. Its id excludes a second run that support starts by hand.
func compare(ctx workflow.Context, day string) error {
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID: contract.DayReconciliationWorkflowID(day), StaticSummary: "Settlement file of " + day,
	})
	return workflow.ExecuteChildWorkflow(ctx, contract.WorkflowDayReconciliation, day).Get(ctx, nil)
}

// DayReconciliation compares our books with the file of one day. A repeat changes nothing.
func DayReconciliation(ctx workflow.Context, day string) (done contract.Reconciled, err error) {
	err = process.Do(process.WithFilePolicy(ctx, "Compare the settlement file of "+day), &process.Attention{}, &done, settlements.ReconcileDay, day)
	return done, err
}
