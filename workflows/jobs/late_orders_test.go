package jobs_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	lateorderacts "selfcare/activities/lateorder"
	"selfcare/workflows/jobs"
)

func TestLateOrders_TurnOver_StartsAgain(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *lateorderacts.Activities
	env.OnActivity(a.TellLateOrders, mock.Anything).Return(errors.New("the database is away")).Times(3)
	env.OnActivity(a.TellLateOrders, mock.Anything).Return(nil)
	env.ExecuteWorkflow(jobs.LateOrders)
	var anew *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &anew)
}

func TestExpectations_Done_ReturnsCount(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *lateorderacts.Activities
	env.OnActivity(a.LearnExpectations, mock.Anything).Return(7, nil)
	env.ExecuteWorkflow(jobs.Expectations)
	require.NoError(t, env.GetWorkflowError())
	var known int
	require.NoError(t, env.GetWorkflowResult(&known))
	require.Equal(t, 7, known)
}
