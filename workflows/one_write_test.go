package workflows_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// TestOneWrite_IsAnsweredByWhatItWrote looks into the recorded histories: an update that the API answers from the database wrote
// one state, and that is its answer.
func TestOneWrite_IsAnsweredByWhatItWrote(t *testing.T) {
	seen := map[string]bool{}
	for _, file := range append(recorded(t, "order-*"), recorded(t, "plan-*")...) {
		for _, update := range completed(readHistory(t, file)) {
			if !contract.OneWrite[update.name] || update.answer == nil {
				continue
			}
			seen[update.name] = true
			require.Len(t, update.states, 1, "%s of %s", update.name, file)
			require.JSONEq(t, string(update.answer), string(update.states[0]), "%s of %s", update.name, file)
		}
	}
	require.Equal(t, contract.OneWrite, seen, "recorded at least once")
}

// What is bought from the balance is paid and delivered in the first workflow task: no figure of it grows unseen.
func TestHistories_OfABundleFromTheBalanceAreShort(t *testing.T) {
	for _, name := range []string{"purchase-bundle", "purchase-gift"} {
		for _, file := range recorded(t, name) {
			require.LessOrEqual(t, len(readHistory(t, file).Events), 18, file)
		}
	}
}

type doneUpdate struct {
	name   string
	states []json.RawMessage // of the order or plan, as written on the way
	answer json.RawMessage   // nil where it was refused
}

// completed are the updates of a history with what they wrote: by a local activity, or by a regular one after our database was away.
func completed(history *historypb.History) []doneUpdate {
	var done []doneUpdate
	var current *doneUpdate
	for _, event := range history.Events {
		switch {
		case event.GetWorkflowExecutionUpdateAcceptedEventAttributes() != nil:
			current = &doneUpdate{name: event.GetWorkflowExecutionUpdateAcceptedEventAttributes().GetAcceptedRequest().GetInput().GetName()}
		case event.GetMarkerRecordedEventAttributes() != nil && current != nil:
			current.note(event.GetMarkerRecordedEventAttributes().GetDetails()["result"])
		case event.GetActivityTaskCompletedEventAttributes() != nil && current != nil:
			current.note(event.GetActivityTaskCompletedEventAttributes().GetResult())
		case event.GetWorkflowExecutionUpdateCompletedEventAttributes() != nil && current != nil:
			for _, payload := range event.GetWorkflowExecutionUpdateCompletedEventAttributes().GetOutcome().GetSuccess().GetPayloads() {
				current.answer = payload.Data
			}
			done, current = append(done, *current), nil
		}
	}
	return done
}

func (u *doneUpdate) note(result *commonpb.Payloads) {
	for _, payload := range result.GetPayloads() {
		if isState(payload.Data) {
			u.states = append(u.states, payload.Data)
		}
	}
}

func isState(data []byte) bool {
	var state struct {
		Stage string `json:"stage"`
		Seq   int64  `json:"seq"`
	}
	return json.Unmarshal(data, &state) == nil && state.Stage != "" && state.Seq > 0
}

func readHistory(t *testing.T, path string) *historypb.History {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	history, err := client.HistoryFromJSON(file, client.HistoryJSONOptions{})
	require.NoError(t, err)
	return history
}
