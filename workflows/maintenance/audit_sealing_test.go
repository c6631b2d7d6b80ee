package maintenance_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	auditacts "selfcare/activities/audit"
	"selfcare/workflows/maintenance"
)

func TestAuditSealing_GoesOnForEver(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *auditacts.Activities
	env.OnActivity(a.SealAuditLog, mock.Anything).Return(errors.New("the database is away")).Times(3)
	env.OnActivity(a.SealAuditLog, mock.Anything).Return(nil)
	env.ExecuteWorkflow(maintenance.AuditSealing)
	var anew *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &anew)
}
