package workflows_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/maintenance"
)

func TestBranchSync_AnswersHowManyBranchesWereCopied(t *testing.T) {
	env, j := newEnvironment(), newJournal()
	env.RegisterActivity(newOutside(j, env.Now))

	env.ExecuteWorkflow(maintenance.BranchSync)

	require.NoError(t, env.GetWorkflowError())
	var copied int
	require.NoError(t, env.GetWorkflowResult(&copied))
	require.Equal(t, branches, copied)
	require.Equal(t, []string{"sync-branches"}, j.did())
}

func TestBranchSync_FailsWhenTheCourierRefuses(t *testing.T) {
	env, j := newEnvironment(), newJournal()
	j.fails("sync-branches", no(contract.FailCourierRefused))
	env.RegisterActivity(newOutside(j, env.Now))

	env.ExecuteWorkflow(maintenance.BranchSync)

	requireCode(t, contract.FailCourierRefused, env.GetWorkflowError())
}
