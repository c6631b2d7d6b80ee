package message

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/testsuite"
)

// Turns runs the turns of one sender without the pauses between them.
func Turns(m *Activities) func() (pause time.Duration, err error) {
	return TurnsIn(m, func(ctx context.Context) context.Context { return ctx })
}

// TurnsIn is Turns with another context for each turn.
func TurnsIn(m *Activities, in func(context.Context) context.Context) func() (pause time.Duration, err error) {
	d := newDelivery(m, 0)
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	env.RegisterActivityWithOptions(func(ctx context.Context) (time.Duration, error) {
		_, pause, err := d.takeTurn(in(ctx))
		return pause, err
	}, activity.RegisterOptions{Name: "turn"})
	return func() (pause time.Duration, err error) {
		answer, err := env.ExecuteActivity("turn")
		if err != nil {
			return 0, err
		}
		return pause, answer.Get(&pause)
	}
}
