package queries_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	nationaladdressacts "selfcare/activities/nationaladdress"
	"selfcare/internal/contract"
	"selfcare/workflows/queries"
)

var shortAddress = contract.AddressQuestion{ShortAddress: "RRRD2929", Language: "ar"}

func TestNationalAddress_Known_GivesAddress(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var a *nationaladdressacts.Activities
	known := contract.Address{City: "riyadh", ShortAddress: "RRRD2929"}
	env.OnActivity(a.FindNationalAddress, mock.Anything, shortAddress).Return(known, nil).Once()
	env.ExecuteWorkflow(queries.NationalAddress, shortAddress)
	var got contract.Address
	require.NoError(t, env.GetWorkflowResult(&got))
	require.Equal(t, known, got)
	env.AssertExpectations(t)
}

func TestNationalAddress_Refusal_HasKnownCode(t *testing.T) {
	for want, answer := range map[contract.Code]error{
		contract.FailShortAddressUnknown:     temporal.NewNonRetryableApplicationError("no", string(contract.FailShortAddressUnknown), nil),
		contract.FailShortAddressUnavailable: errors.New("the post is down"),
	} {
		var suite testsuite.WorkflowTestSuite
		env := suite.NewTestWorkflowEnvironment()
		var a *nationaladdressacts.Activities
		env.OnActivity(a.FindNationalAddress, mock.Anything, mock.Anything).Return(contract.Address{}, answer)
		env.ExecuteWorkflow(queries.NationalAddress, shortAddress)
		var failed *temporal.ApplicationError
		require.ErrorAs(t, env.GetWorkflowError(), &failed)
		require.Equal(t, string(want), failed.Type())
	}
}
