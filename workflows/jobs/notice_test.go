package jobs_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/workflows/jobs"
)

var codeNotice = contract.NoticeInput{
	Notice: contract.Notice{OrderID: "n-1", Key: "code", Template: "code-login", Language: "ar", Mobile: "0570000001"},
	Within: 10 * time.Minute,
}

func TestNotice_SendFails_TriesAgain(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var m *message.Activities
	env.OnActivity(m.NotifyCustomer, mock.Anything, codeNotice.Notice).Return(errors.New("sender is down")).Times(3)
	env.OnActivity(m.NotifyCustomer, mock.Anything, codeNotice.Notice).Return(nil).Once()
	env.ExecuteWorkflow(jobs.Notice, codeNotice)
	require.NoError(t, env.GetWorkflowError())
	env.AssertExpectations(t)
}

func TestNotice_NoLongerUseful_GivenUp(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var m *message.Activities
	env.OnActivity(m.NotifyCustomer, mock.Anything, codeNotice.Notice).Return(errors.New("sender is down"))
	begun := env.Now()
	env.ExecuteWorkflow(jobs.Notice, codeNotice)
	require.Error(t, env.GetWorkflowError())
	require.LessOrEqual(t, env.Now().Sub(begun), codeNotice.Within)
}
