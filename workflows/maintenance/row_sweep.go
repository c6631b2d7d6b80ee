package maintenance

import (
	"go.temporal.io/sdk/workflow"

	sweepacts "selfcare/activities/sweep"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/run"
)

var sweeper *sweepacts.Activities // names of the activities; the methods are never called here

// RowSweep finds rows whose workflow is gone or late, and workflows without a row. A schedule starts it each hour.
func RowSweep(ctx workflow.Context) (swept contract.Swept, err error) {
	err = run.Do(run.WithLongReadPolicy(ctx, "Compare rows with workflows"), &run.Attention{}, &swept, sweeper.SweepRows)
	return swept, err
}
