package app_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
)

// sealedHistory is a recorded history with a sealed input.
func sealedHistory(t *testing.T, key string) string {
	t.Helper()
	text, err := os.ReadFile("../../../workflows/testdata/histories/auto-recharge-by-hand.json")
	require.NoError(t, err)
	var history map[string]any
	require.NoError(t, json.Unmarshal(text, &history))
	began := history["events"].([]any)[0].(map[string]any)["workflowExecutionStartedEventAttributes"].(map[string]any)
	in64 := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	began["input"] = map[string]any{"payloads": []any{map[string]any{
		"metadata": map[string]any{"encoding": in64("binary/encrypted"), "encryption-key-id": in64(key)}, "data": in64("sealed"),
	}}}
	text, err = json.Marshal(history)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "order.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// An unreadable history proves nothing against a build: an operator must not roll the build back for it.
func TestReplay_UnreadableHistory_IsUnread(t *testing.T) {
	ring := "k1:" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", 32)))
	for name, keys := range map[string]string{"without a ring": "", "without its key": ring} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			err := app.Replay([]string{sealedHistory(t, "k7")}, keys, &out)
			require.ErrorContains(t, err, "cannot be read: PAYLOAD_KEYS must have the key that sealed it")
			require.NotContains(t, err.Error(), "TMPRL1100")
			require.Contains(t, out.String(), "UNREAD")
			require.NotContains(t, out.String(), "BROKEN")
		})
	}
}
