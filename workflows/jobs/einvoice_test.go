package jobs_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	einvoiceacts "selfcare/activities/einvoice"
	"selfcare/workflows/jobs"
)

func TestEInvoiceDelivery_TurnOver_StartsAgain(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *einvoiceacts.Activities
	env.OnActivity(a.DeliverEInvoices, mock.Anything, 1).Return(errors.New("the database is away")).Times(3)
	env.OnActivity(a.DeliverEInvoices, mock.Anything, 1).Return(nil)
	env.ExecuteWorkflow(jobs.EInvoiceDelivery, 1)
	var anew *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &anew)
}
