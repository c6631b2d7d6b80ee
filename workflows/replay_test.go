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

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/worker"
)

// histories is the folder that `make record` writes into.
const histories = "testdata/histories"

// recorded lists the histories whose names match the pattern. A replay without histories proves nothing.
func recorded(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(histories, pattern+".json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

func replay(replayer sdk.WorkflowReplayer, file string) error {
	return replayer.ReplayWorkflowHistoryFromJSONFile(log.NewStructuredLogger(slog.New(slog.DiscardHandler)), file)
}

func TestReplay_RecordedHistories_AllPass(t *testing.T) {
	replayer := sdk.NewWorkflowReplayer()
	for _, workflow := range worker.Workflows {
		replayer.RegisterWorkflow(workflow)
	}
	for _, file := range recorded(t, "*") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			require.NoError(t, replay(replayer, file))
		})
	}
}

// beginning is the first event of a history.
type beginning struct {
	Events []struct {
		Started struct {
			WorkflowType struct{ Name string }
			Input        struct{ Payloads []struct{ Data []byte } }
		} `json:"workflowExecutionStartedEventAttributes"`
	}
}

func TestReplay_EveryWorkflowAndKind_IsRecorded(t *testing.T) {
	workflows, covered := map[string]bool{}, map[order.Key]bool{}
	for _, file := range recorded(t, "*") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var found beginning
		require.NoError(t, json.Unmarshal(text, &found), file)
		begun := found.Events[0].Started
		workflows[begun.WorkflowType.Name] = true
		if begun.WorkflowType.Name != contract.WorkflowOrder {
			continue
		}
		var in contract.OrderInput
		require.NoError(t, json.Unmarshal(begun.Input.Payloads[0].Data, &in), file)
		covered[order.Key{Kind: in.Order.Kind, Source: in.Order.NumberSource, SIM: order.SIMTypeOf(in.Order.Kind, in.Order.SIMType)}] = true
	}
	for _, name := range workflowNames() {
		require.True(t, workflows[name], "no history of %s", name)
	}
	for _, key := range orderkinds.All() {
		require.True(t, covered[key], "no history of %v", key)
	}
}

// workflowNames returns the names under which the worker registers its workflows.
func workflowNames() []string {
	names := make([]string, 0, len(worker.Workflows))
	for _, each := range worker.Workflows {
		path := runtime.FuncForPC(reflect.ValueOf(each).Pointer()).Name()
		names = append(names, path[strings.LastIndex(path, ".")+1:])
	}
	return names
}
