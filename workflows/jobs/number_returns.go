package jobs

import (
	"go.temporal.io/sdk/workflow"

	endingacts "selfcare/activities/ending"
	"selfcare/workflows/internal/process"
)

var returns *endingacts.Returns // only the method names are used; the workflow never calls these

// NumberReturns keeps exactly one worker that returns numbers to the operators of their ranges.
func NumberReturns(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Return numbers to the operators of their ranges", NumberReturns, returns.ReturnNumbers)
}
