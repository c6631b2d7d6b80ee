// Package reconciliation compares our books with what the payment provider says it has settled.
package reconciliation

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/activities/settlement"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var settlements *settlement.Activities // names of the activities; the methods are never called here

// Reconciliation compares each day whose file is still to be read, the newest first, and says how many were. A schedule starts it each
// night. A day that cannot be compared stays due, and keeps no other one from its turn: in which order days come makes no difference.
func Reconciliation(ctx workflow.Context) (compared int, err error) {
	var days []string
	at := contract.At{Now: workflow.Now(ctx)}
	if err := process.Local(ctx, &process.Attention{}, "Which days are to be compared", &days, settlements.DueSettlements, at); err != nil {
		return 0, err
	}
	for _, day := range days {
		if failed := compare(ctx, day); failed != nil {
			err = failed
			continue
		}
		compared++
	}
	return compared, err
}

// compare has a day compared by a workflow of its own: there is one of it, also where support starts it by hand.
func compare(ctx workflow.Context, day string) error {
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID: contract.DayReconciliationWorkflowID(day), StaticSummary: "Settlement file of " + day,
	})
	return workflow.ExecuteChildWorkflow(ctx, contract.WorkflowDayReconciliation, day).Get(ctx, nil)
}

// DayReconciliation compares our books with the file of one day. Repeated it changes nothing.
func DayReconciliation(ctx workflow.Context, day string) (done contract.Reconciled, err error) {
	err = process.Do(process.WithFilePolicy(ctx, "Compare the settlement file of "+day), &process.Attention{}, &done, settlements.ReconcileDay, day)
	return done, err
}
