package jobs

import (
	"go.temporal.io/sdk/workflow"

	sweepacts "selfcare/activities/sweep"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var sweeper *sweepacts.Activities // only the method names are used; the workflow never calls these

// RowSweep finds rows whose workflow is gone or late, and workflows without a row. A schedule starts it each hour.
func RowSweep(ctx workflow.Context) (swept contract.Swept, err error) {
	err = process.Do(process.WithLongReadPolicy(ctx, "Compare rows with workflows"), &process.Attention{}, &swept, sweeper.SweepRows)
	return swept, err
}
