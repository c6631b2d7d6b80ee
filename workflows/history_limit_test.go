package workflows_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
)

// The server's default limits for one run.
const (
	mostUpdates = 2_000
	mostEvents  = 51_200
)

// A run of an order takes fewer changes and reports than the server takes updates. Each costs so few events that the history
// stays below its limit.
func TestHistories_OrderUpdates_StayBelowLimit(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(histories, "order-*.json"))
	require.NoError(t, err)
	looked := 0
	for _, name := range files {
		history := readHistory(t, name)
		updates := 0
		for _, event := range history.GetEvents() {
			if event.GetEventType() == enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED {
				updates++
			}
		}
		if updates < 8 { // too few to compute an average
			continue
		}
		looked++
		require.Less(t, len(history.GetEvents())*mostUpdates/updates, mostEvents, name)
	}
	require.Greater(t, looked, 50)
}
