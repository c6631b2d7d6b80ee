package flow_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

func TestNotices_SameID_IsSentOnce(t *testing.T) {
	got := make(chan contract.NoticeInput, 2)
	w := worker.New(engine, contract.QueueOf(contract.WorkflowNotice), worker.Options{})
	w.RegisterWorkflowWithOptions(func(_ workflow.Context, in contract.NoticeInput) error {
		got <- in
		return nil
	}, workflow.RegisterOptions{Name: contract.WorkflowNotice})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	notice := contract.Notice{OrderID: uuid.NewString(), Key: "code", Template: "code-login", Mobile: "0570000001"}
	for range 2 {
		require.NoError(t, flow.NewNotices(engine).Send(t.Context(), notice, time.Minute))
		require.NoError(t, engine.GetWorkflow(t.Context(), contract.NoticeWorkflowID(notice.OrderID), "").Get(t.Context(), nil))
	}
	require.Equal(t, contract.NoticeInput{Notice: notice, Within: time.Minute}, testkit.Receive(t, got))
	require.Empty(t, got)
	described, err := engine.DescribeWorkflow(t.Context(), contract.NoticeWorkflowID(notice.OrderID), "")
	require.NoError(t, err)
	summary, err := described.GetStaticSummary()
	require.NoError(t, err)
	require.Equal(t, "Message code-login", summary)
}
