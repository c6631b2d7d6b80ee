package jobs_test

import (
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	sweepacts "selfcare/activities/sweep"
	"selfcare/internal/contract"
	"selfcare/workflows/jobs"
)

func TestRowSweep_Done_ReturnsFindings(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *sweepacts.Activities
	want := contract.Swept{Rows: 5, Workflows: 4, Findings: 1}
	env.OnActivity(a.SweepRows, mock.Anything).Return(want, nil)
	env.ExecuteWorkflow(jobs.RowSweep)
	require.NoError(t, env.GetWorkflowError())
	var swept contract.Swept
	require.NoError(t, env.GetWorkflowResult(&swept))
	require.Equal(t, want, swept)
}
