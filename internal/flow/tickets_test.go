package flow_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

// scanning runs a worker that scans files with scan.
func scanning(t *testing.T, scan func(workflow.Context, contract.AttachmentScan) error) {
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	w.RegisterWorkflowWithOptions(scan, workflow.RegisterOptions{Name: contract.WorkflowAttachmentScan})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
}

func TestTickets_File_IsScannedBeforeAnswer(t *testing.T) {
	const files = 5
	looked := make(chan contract.AttachmentScan, files)
	scanning(t, func(_ workflow.Context, in contract.AttachmentScan) error {
		looked <- in
		return nil
	})
	heard := func() (after bool) {
		id := uuid.NewString()
		require.NoError(t, flow.NewTickets(engine).Scan(t.Context(), id))
		after = len(looked) == 1
		require.Equal(t, contract.AttachmentScan{FileID: id}, testkit.Receive(t, looked))
		return after
	}
	for range files { // on a busy machine a sender may give up before the worker starts
		if heard() {
			return
		}
	}
	t.Fatal("each sender heard before their file was looked through")
}

func TestTickets_SlowScan_RunsWithoutSender(t *testing.T) {
	scanning(t, func(ctx workflow.Context, _ contract.AttachmentScan) error {
		workflow.GetSignalChannel(ctx, "scanner is back").Receive(ctx, nil)
		return nil
	})
	id := uuid.NewString()
	for range 2 { // a repeated call is the same scan
		require.NoError(t, flow.NewTickets(engine).Scan(t.Context(), id))
	}
	require.NoError(t, engine.SignalWorkflow(t.Context(), contract.AttachmentScanWorkflowID(id), "", "scanner is back", nil))
	require.NoError(t, engine.GetWorkflow(t.Context(), contract.AttachmentScanWorkflowID(id), "").Get(t.Context(), nil))
}

func TestTickets_FailedScan_LeavesFileWaiting(t *testing.T) {
	scanning(t, func(workflow.Context, contract.AttachmentScan) error {
		return temporal.NewNonRetryableApplicationError("our key is wrong", "any", nil)
	})
	require.NoError(t, flow.NewTickets(engine).Scan(t.Context(), uuid.NewString()))
}
