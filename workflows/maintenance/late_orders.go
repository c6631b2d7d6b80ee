package maintenance

import (
	"go.temporal.io/sdk/workflow"

	jeopardyacts "selfcare/activities/jeopardy"
	"selfcare/workflows/internal/process"
)

var jeopardy *jeopardyacts.Activities // names of the activities; the methods are never called here

// LateOrders keeps one worker at telling orders that they wait for longer than is usual.
func LateOrders(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Tell late orders", LateOrders, jeopardy.TellLateOrders)
}

// Expectations works out how long orders usually wait, and says of how many kinds, stages and cities that is known. A schedule
// starts it each night.
func Expectations(ctx workflow.Context) (known int, err error) {
	err = process.Do(process.WithGatewayPolicy(ctx, "Learn how long orders wait"), &process.Attention{}, &known, jeopardy.LearnExpectations)
	return known, err
}
