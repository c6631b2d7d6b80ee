package jobs

import (
	"go.temporal.io/sdk/workflow"

	lateorderacts "selfcare/activities/lateorder"
	"selfcare/workflows/internal/process"
)

var lateOrders *lateorderacts.Activities // only the method names are used; the workflow never calls these

// LateOrders keeps exactly one worker that tells orders when they wait for longer than usual.
func LateOrders(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Inform customers of late orders", LateOrders, lateOrders.TellLateOrders)
}

// Expectations calculates how long orders usually wait and returns the number of kinds, stages and cities with a known value.
// A schedule starts it each night.
func Expectations(ctx workflow.Context) (known int, err error) {
	err = process.Do(process.WithGatewayPolicy(ctx, "Measure how long orders wait"), &process.Attention{}, &known, lateOrders.LearnExpectations)
	return known, err
}
