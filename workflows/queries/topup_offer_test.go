package queries_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	topupacts "selfcare/activities/topup"
	"selfcare/internal/contract"
	"selfcare/workflows/queries"
)

var (
	question = contract.TopUpQuestion{Mobile: "+919876543210"}
	served   = contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India"}
	offered  = contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India", Products: []contract.TopUpProduct{{ID: "4711", Cost: 455}}}
)

func TestTopUpOffer_Number_GivesProducts(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *topupacts.Activities
	env.OnActivity(a.FindTopUpOperator, mock.Anything, question).Return(served, nil).Once()
	env.OnActivity(a.ListTopUpProducts, mock.Anything, served).Return(offered, nil).Once()
	env.ExecuteWorkflow(queries.TopUpOffer, question)
	var got contract.TopUpOffer
	require.NoError(t, env.GetWorkflowResult(&got))
	require.Equal(t, offered, got)
	env.AssertExpectations(t)
}

func TestTopUpOffer_Refusal_HasKnownCode(t *testing.T) {
	no := temporal.NewNonRetryableApplicationError("no", string(contract.FailInternationalUnserved), nil)
	for want, answer := range map[contract.Code]error{
		contract.FailInternationalUnserved: no, contract.FailOutsideSystem: errors.New("the partner is down"),
	} {
		var suite testsuite.WorkflowTestSuite
		env := suite.NewTestWorkflowEnvironment()
		var a *topupacts.Activities
		env.OnActivity(a.FindTopUpOperator, mock.Anything, question).Return(contract.TopUpOffer{}, answer)
		env.ExecuteWorkflow(queries.TopUpOffer, question)
		var failed *temporal.ApplicationError
		require.ErrorAs(t, env.GetWorkflowError(), &failed)
		require.Equal(t, string(want), failed.Type())
	}
}

func TestTopUpOffer_NoProducts_Refused(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *topupacts.Activities
	env.OnActivity(a.FindTopUpOperator, mock.Anything, question).Return(served, nil)
	env.OnActivity(a.ListTopUpProducts, mock.Anything, served).Return(contract.TopUpOffer{}, errors.New("the partner is down"))
	env.ExecuteWorkflow(queries.TopUpOffer, question)
	var failed *temporal.ApplicationError
	require.ErrorAs(t, env.GetWorkflowError(), &failed)
	require.Equal(t, string(contract.FailOutsideSystem), failed.Type())
}
