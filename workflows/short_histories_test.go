package workflows_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
)

// A purchase from the balance is paid and delivered in the first workflow task; this test notices a longer history.
func TestHistories_BundleFromBalance_AreShort(t *testing.T) {
	for _, name := range []string{"purchase-bundle", "purchase-gift"} {
		for _, file := range recorded(t, name) {
			require.LessOrEqual(t, len(readHistory(t, file).Events), 18, file)
		}
	}
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
