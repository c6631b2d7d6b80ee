package queries_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	courieracts "selfcare/activities/courier"
	"selfcare/internal/contract"
	"selfcare/workflows/queries"
)

func TestParcelLabel_Booked_GivesLabel(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var c *courieracts.Activities
	in, label := contract.LabelQuestion{AirwayBill: "290019498498"}, contract.ParcelLabel{PDF: []byte("%PDF-1.7")}
	env.OnActivity(c.FetchLabel, mock.Anything, in).Return(label, nil).Once()
	env.ExecuteWorkflow(queries.ParcelLabel, in)
	var got contract.ParcelLabel
	require.NoError(t, env.GetWorkflowResult(&got))
	require.Equal(t, label, got)
	env.AssertExpectations(t)
}

func TestParcelLabel_Refusal_HasKnownCode(t *testing.T) {
	for want, answer := range map[contract.Code]error{
		contract.FailLabelMissing:  temporal.NewNonRetryableApplicationError("no", string(contract.FailLabelMissing), nil),
		contract.FailOutsideSystem: errors.New("the courier is down"),
	} {
		var suite testsuite.WorkflowTestSuite
		env := suite.NewTestWorkflowEnvironment()
		var c *courieracts.Activities
		env.OnActivity(c.FetchLabel, mock.Anything, mock.Anything).Return(contract.ParcelLabel{}, answer)
		env.ExecuteWorkflow(queries.ParcelLabel, contract.LabelQuestion{AirwayBill: "290019498498"})
		var failed *temporal.ApplicationError
		require.ErrorAs(t, env.GetWorkflowError(), &failed)
		require.Equal(t, string(want), failed.Type())
	}
}
