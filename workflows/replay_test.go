package workflows_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	sdk "go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
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

// recording is what a history begins with.
type recording struct {
	Events []struct {
		Started struct {
			WorkflowType struct{ Name string }
			Input        struct{ Payloads []struct{ Data []byte } }
		} `json:"workflowExecutionStartedEventAttributes"`
	}
}

func TestReplay_EveryWorkflowAndEveryKindOfOrderIsRecorded(t *testing.T) {
	workflows, kinds := map[string]bool{}, map[order.Key]bool{}
	for _, file := range recorded(t, "*.json") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var found recording
		require.NoError(t, json.Unmarshal(text, &found), file)
		begun := found.Events[0].Started
		workflows[begun.WorkflowType.Name] = true
		if begun.WorkflowType.Name != contract.WorkflowOrder {
			continue
		}
		var in contract.OrderInput
		require.NoError(t, json.Unmarshal(begun.Input.Payloads[0].Data, &in), file)
		kinds[order.Key{Kind: in.Order.Kind, Source: in.Order.NumberSource, SIM: order.SIMTypeOf(in.Order.Kind, in.Order.SIMType)}] = true
	}
	for _, name := range workflowNames() {
		require.True(t, workflows[name], "no history of %s", name)
	}
	for _, key := range order.Kinds() {
		require.True(t, kinds[key], "no history of %v", key)
	}
}

// workflowNames are what the worker registers its workflows under.
func workflowNames() []string {
	names := make([]string, 0, len(worker.Workflows))
	for _, each := range worker.Workflows {
		path := runtime.FuncForPC(reflect.ValueOf(each).Pointer()).Name()
		names = append(names, path[strings.LastIndex(path, ".")+1:])
	}
	return names
}

// TestReplay_NoticesAnotherWay proves that the replay above can fail: the broken workflows wait where the real ones act.
func TestReplay_NoticesAnotherWay(t *testing.T) {
	waits := func(ctx workflow.Context) error { return workflow.Sleep(ctx, time.Hour) }
	replayer := sdk.NewWorkflowReplayer()
	for _, name := range workflowNames() {
		replayer.RegisterWorkflowWithOptions(waits, workflow.RegisterOptions{Name: name})
	}
	for _, file := range recorded(t, "*.json") {
		require.ErrorContains(t, replay(replayer, file), "[TMPRL1100]", file) // the SDK's code for it
	}
}
