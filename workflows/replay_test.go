package workflows_test

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	sdk "go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/worker"
)

// histories is where `go test -tags record -run TestRecord ./workflows/` puts what really ran.
const histories = "testdata/histories"

func recorded(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(histories, pattern))
	require.NoError(t, err)
	require.NotEmpty(t, files, "without histories a replay proves nothing")
	return files
}

func replay(replayer sdk.WorkflowReplayer, file string) error {
	return replayer.ReplayWorkflowHistoryFromJSONFile(log.NewStructuredLogger(slog.New(slog.DiscardHandler)), file)
}

func TestReplay_EveryRecordedHistoryTakesTheSameWayToday(t *testing.T) {
	replayer := sdk.NewWorkflowReplayer()
	for _, workflow := range worker.Workflows {
		replayer.RegisterWorkflow(workflow)
	}
	for _, file := range recorded(t, "*.json") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			require.NoError(t, replay(replayer, file))
		})
	}
}

// TestReplay_NoticesAnotherWay proves that the replay above can fail: each broken workflow waits where the real one acts.
func TestReplay_NoticesAnotherWay(t *testing.T) {
	broken := map[string]any{
		contract.WorkflowOrder: func(ctx workflow.Context, _ contract.OrderInput) error {
			return workflow.Sleep(ctx, time.Hour)
		},
		contract.WorkflowPayment: func(ctx workflow.Context, _ contract.PaymentInput) (contract.Payment, error) {
			return contract.Payment{}, workflow.Sleep(ctx, time.Hour)
		},
		contract.WorkflowShipment: func(ctx workflow.Context, _ contract.ShipmentInput) (contract.Shipment, error) {
			return contract.Shipment{}, workflow.Sleep(ctx, time.Hour)
		},
		contract.WorkflowESIMProfile: func(ctx workflow.Context, _ contract.ProfileInput) (contract.Profile, error) {
			return contract.Profile{}, workflow.Sleep(ctx, time.Hour)
		},
		contract.WorkflowLineChange: func(ctx workflow.Context, _ contract.LineChangeInput) error {
			return workflow.Sleep(ctx, time.Hour)
		},
		contract.WorkflowPrimarySwitch: func(ctx workflow.Context, _ contract.SIMChangeInput) error {
			return workflow.Sleep(ctx, time.Hour)
		},
		contract.WorkflowSIMDeactivation: func(ctx workflow.Context, _ contract.SIMChangeInput) error {
			return workflow.Sleep(ctx, time.Hour)
		},
	}
	replayer := sdk.NewWorkflowReplayer()
	for name, other := range broken {
		replayer.RegisterWorkflowWithOptions(other, workflow.RegisterOptions{Name: name})
	}
	for _, kind := range []string{"order", "payment", "shipment", "profile", "line-change", "primary-switch", "sim-deactivation"} {
		t.Run(kind, func(t *testing.T) {
			for _, file := range recorded(t, kind+"-*.json") {
				require.ErrorContains(t, replay(replayer, file), "[TMPRL1100]", file) // the SDK's code for it
			}
		})
	}
}
