package jobs_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	paymentacts "selfcare/activities/payment"
	"selfcare/workflows/jobs"
)

func TestCardRemovals_ProviderAway_GoesOn(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var r *paymentacts.Removals
	env.OnActivity(r.ForgetRemovedCards, mock.Anything).Return(errors.New("the provider is away")).Times(3)
	env.OnActivity(r.ForgetRemovedCards, mock.Anything).Return(nil)
	env.ExecuteWorkflow(jobs.CardRemovals)
	var anew *workflow.ContinueAsNewError
	require.ErrorAs(t, env.GetWorkflowError(), &anew)
}
