package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestPlanSubscription_ManyNews_ContinuesAsNew(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 100_00)
	s.Says(workflowtest.Begin.Add(time.Hour), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	s.At(workflowtest.Begin.Add(workflowtest.Day), func(env *testsuite.TestWorkflowEnvironment) {
		env.SetContinueAsNewSuggested(true)
		env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{})
	})
	s.RunsUntil(workflowtest.Begin.Add(3 * workflowtest.Day))
	require.Equal(t, 2, s.Runs)
}
