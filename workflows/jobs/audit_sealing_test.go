package jobs_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	auditacts "selfcare/activities/audit"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/jobs"
)

func TestAuditSealing_TurnOver_StartsAgain(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *auditacts.Activities
	env.OnActivity(a.SealAuditLog, mock.Anything).Return(errors.New("the database is away")).Times(3)
	env.OnActivity(a.SealAuditLog, mock.Anything).Return(nil)
	env.ExecuteWorkflow(jobs.AuditSealing)
	var anew *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &anew)
}

func TestAuditVerification_NextNight_GetsResult(t *testing.T) {
	for name, tt := range map[string]struct {
		before *contract.AuditVerified
		want   string
	}{
		"the first night": {nil, "verify-audit "},
		"any other":       {&contract.AuditVerified{Head: "1:before", Seals: 1, Entries: 3}, "verify-audit 1:before"},
	} {
		t.Run(name, func(t *testing.T) {
			env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
			workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))
			if tt.before != nil {
				env.SetLastCompletionResult(*tt.before)
			}
			env.ExecuteWorkflow(jobs.AuditVerification)
			require.NoError(t, env.GetWorkflowError())
			var now contract.AuditVerified
			require.NoError(t, env.GetWorkflowResult(&now))
			require.Equal(t, "2:after", now.Head)
			require.Equal(t, []string{tt.want}, j.Did())
		})
	}
}

func TestAuditVerification_DatabaseAway_Waits(t *testing.T) {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	j.Fails("verify-audit", workflowtest.ErrOurDatabase)
	workflowtest.Register(env, workflowtest.NewOutside(j, env.Now))
	env.RegisterDelayedCallback(func() { j.Fails("verify-audit", nil) }, 5*time.Hour)
	env.ExecuteWorkflow(jobs.AuditVerification)
	require.NoError(t, env.GetWorkflowError())
}
