package jobs_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	vasacts "selfcare/activities/vas"
	"selfcare/workflows/jobs"
)

func TestServiceEnds_TurnOver_StartsAgain(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var e *vasacts.Ending
	env.OnActivity(e.EndServices, mock.Anything).Return(errors.New("the partner is away")).Times(3)
	env.OnActivity(e.EndServices, mock.Anything).Return(nil)
	env.ExecuteWorkflow(jobs.ServiceEnds)
	var anew *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &anew)
}
