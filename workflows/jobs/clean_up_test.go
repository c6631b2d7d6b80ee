package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	maintenanceacts "selfcare/activities/maintenance"
	ticketacts "selfcare/activities/ticket"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/jobs"
)

func TestCleanUp_OldRows_AreDeleted(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var r *maintenanceacts.Activities
	before := env.Now().Add(-24 * time.Hour)
	env.OnActivity(r.ForgetRequests, mock.Anything, mock.MatchedBy(before.Equal)).Return(3, nil).Once()
	env.OnActivity(r.ForgetSessions, mock.Anything, mock.MatchedBy(before.Equal)).Return(4, nil).Once()
	quarter := env.Now().Add(-90 * 24 * time.Hour)
	env.OnActivity(r.ForgetFailedSignIns, mock.Anything, mock.MatchedBy(quarter.Equal)).Return(6, nil).Once()
	env.OnActivity(r.ForgetLinks, mock.Anything, mock.MatchedBy(quarter.Equal)).Return(2, nil).Once()
	var q *ticketacts.Activities
	env.OnActivity(q.ForgetServiceRequests, mock.Anything, mock.MatchedBy(env.Now().Equal)).Return(8, nil).Once()
	env.OnActivity(r.KeepPartitions, mock.Anything).Return(7, nil).Once()
	env.ExecuteWorkflow(jobs.CleanUp)
	require.NoError(t, env.GetWorkflowError())
	var count int
	require.NoError(t, env.GetWorkflowResult(&count))
	require.Equal(t, 30, count)
	env.AssertExpectations(t)
}

func TestCleanUp_DatabaseAway_Waits(t *testing.T) {
	env := workflowtest.NewEnvironment()
	var r *maintenanceacts.Activities
	back := env.Now().Add(5 * time.Hour)
	env.OnActivity(r.ForgetRequests, mock.Anything, mock.Anything).Return(func(context.Context, time.Time) (int, error) {
		if env.Now().Before(back) {
			return 0, workflowtest.ErrOurDatabase
		}
		return 3, nil
	})
	for _, forget := range []any{r.ForgetSessions, r.ForgetFailedSignIns, r.ForgetLinks} {
		env.OnActivity(forget, mock.Anything, mock.Anything).Return(1, nil).Once()
	}
	env.OnActivity(r.KeepPartitions, mock.Anything).Return(1, nil).Once()
	var q *ticketacts.Activities
	env.OnActivity(q.ForgetServiceRequests, mock.Anything, mock.Anything).Return(1, nil).Once()
	shown := workflowtest.KeepAttributes(env)
	env.RegisterDelayedCallback(func() { require.Equal(t, true, shown[contract.AttrNeedsAttention]) }, 4*time.Hour)
	env.ExecuteWorkflow(jobs.CleanUp)
	require.NoError(t, env.GetWorkflowError())
	var count int
	require.NoError(t, env.GetWorkflowResult(&count))
	require.Equal(t, 8, count)
	require.Equal(t, false, shown[contract.AttrNeedsAttention])
}

func TestCleanUp_StepFails_DoesNotBlock(t *testing.T) {
	env := workflowtest.NewEnvironment()
	var r *maintenanceacts.Activities
	var q *ticketacts.Activities
	env.OnActivity(r.ForgetRequests, mock.Anything, mock.Anything).Return(0, workflowtest.No(contract.FailValidation)).Once()
	for _, forget := range []any{r.ForgetSessions, r.ForgetFailedSignIns, r.ForgetLinks, q.ForgetServiceRequests} {
		env.OnActivity(forget, mock.Anything, mock.Anything).Return(1, nil).Once()
	}
	env.OnActivity(r.KeepPartitions, mock.Anything).Return(1, nil).Once()
	env.ExecuteWorkflow(jobs.CleanUp)
	workflowtest.RequireCode(t, contract.FailValidation, env.GetWorkflowError())
	env.AssertExpectations(t)
}
