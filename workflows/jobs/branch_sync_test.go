package jobs_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/jobs"
)

func TestBranchSync_Done_ReturnsCount(t *testing.T) {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))

	env.ExecuteWorkflow(jobs.BranchSync)

	require.NoError(t, env.GetWorkflowError())
	var copied int
	require.NoError(t, env.GetWorkflowResult(&copied))
	require.Equal(t, workflowtest.Branches, copied)
	require.Equal(t, []string{"sync-branches"}, j.Did())
}

func TestBranchSync_CourierRefuses_Fails(t *testing.T) {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	j.Fails("sync-branches", workflowtest.No(contract.FailCourierRefused))
	workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))

	env.ExecuteWorkflow(jobs.BranchSync)

	workflowtest.RequireCode(t, contract.FailCourierRefused, env.GetWorkflowError())
}

func TestBranchSync_DatabaseAway_Waits(t *testing.T) {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	j.Fails("sync-branches", workflowtest.ErrOurDatabase)
	workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))
	env.RegisterDelayedCallback(func() { j.Fails("sync-branches", nil) }, 5*time.Hour)

	env.ExecuteWorkflow(jobs.BranchSync)

	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{"sync-branches"}, j.Did())
}
