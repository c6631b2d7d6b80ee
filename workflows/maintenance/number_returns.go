package maintenance

import (
	"go.temporal.io/sdk/workflow"

	endingacts "selfcare/activities/ending"
	"selfcare/workflows/internal/process"
)

var returns *endingacts.Returns // names of the activities; the methods are never called here

// NumberReturns keeps one worker at giving numbers back to the operators of their ranges.
func NumberReturns(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Give numbers back to the operators of their ranges", NumberReturns, returns.ReturnNumbers)
}
