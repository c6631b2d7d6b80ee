package jobs_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	endingacts "selfcare/activities/ending"
	"selfcare/workflows/jobs"
)

func TestNumberReturns_DatabaseAway_GoOn(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var r *endingacts.Returns
	env.OnActivity(r.ReturnNumbers, mock.Anything).Return(errors.New("our database is away")).Times(3)
	env.OnActivity(r.ReturnNumbers, mock.Anything).Return(nil)
	env.ExecuteWorkflow(jobs.NumberReturns)
	var anew *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &anew)
}
