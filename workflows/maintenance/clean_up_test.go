package maintenance_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	maintenanceacts "selfcare/activities/maintenance"
	"selfcare/workflows/maintenance"
)

func TestCleanUp_ForgetsAnswersSessionsAndMessages(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var r *maintenanceacts.Activities
	before := env.Now().Add(-24 * time.Hour)
	env.OnActivity(r.ForgetRequests, mock.Anything, mock.MatchedBy(before.Equal)).Return(3, nil).Once()
	env.OnActivity(r.ForgetSessions, mock.Anything, mock.MatchedBy(before.Equal)).Return(4, nil).Once()
	quarter := env.Now().Add(-90 * 24 * time.Hour)
	env.OnActivity(r.ForgetMessages, mock.Anything, mock.MatchedBy(quarter.Equal)).Return(5, nil).Once()
	env.ExecuteWorkflow(maintenance.CleanUp)
	require.NoError(t, env.GetWorkflowError())
	var count int
	require.NoError(t, env.GetWorkflowResult(&count))
	require.Equal(t, 12, count)
	env.AssertExpectations(t)
}
