package app_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/testkit"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
)

// keysOf calls do with the keys of a seeded database and returns its output.
func keysOf(t *testing.T, variables map[string]string, do func(app.Keys) error) (string, error) {
	t.Helper()
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	var out bytes.Buffer
	err = app.WithKeys(t.Context(), cfg, slog.New(slog.DiscardHandler), &out, do)
	return out.String(), err
}

func TestKeys_Rotation_GuidesOperator(t *testing.T) {
	variables := pointing(unanswered)
	variables["DATABASE_URL"], _ = testkit.SeededURL(t)
	former, index := testkit.SeededRing()
	added := "k2026:" + testkit.RandomKey()
	file := filepath.Join(t.TempDir(), "data_keys") // without the old key
	require.NoError(t, os.WriteFile(file, []byte(added+"\n"), 0o600))
	delete(variables, "DATA_KEYS")
	variables["DATA_KEYS_FILE"], variables["INDEX_KEY"] = file, index
	status := func(k app.Keys) error { return k.Status(t.Context()) }
	rotate := func(k app.Keys) error { return k.Rotate(t.Context()) }

	for _, do := range []func(app.Keys) error{status, rotate} {
		_, err := keysOf(t, variables, do)
		require.ErrorContains(t, err, "put it back behind the first one")
		require.ErrorContains(t, err, `of sims.puk1 are sealed with "test"`)
	}
	delete(variables, "DATA_KEYS_FILE")
	variables["DATA_KEYS"] = added + "," + former
	said, err := keysOf(t, variables, status)
	require.NoError(t, err)
	require.Regexp(t, `(?m)^COLUMN +KEY +VALUES$`, said)
	require.Regexp(t, `(?m)^sims.puk1 +test +5000$`, said)
	require.NotContains(t, said, "you may drop")

	said, err = keysOf(t, variables, rotate)
	require.NoError(t, err)
	require.Contains(t, said, "sims.puk1: 5000 values sealed (100 %)\n")
	require.Contains(t, said, "all columns are sealed with k2026\n")
	said, err = keysOf(t, variables, status)
	require.NoError(t, err)
	require.Contains(t, said, "key test seals no value. ")
	require.Contains(t, said, "If it was the first key before, you may drop it.\n")
	variables["DATA_KEYS"] = added
	_, err = keysOf(t, variables, status)
	require.NoError(t, err)
}

func TestKeysStatus_NewSecondKey_Unused(t *testing.T) {
	variables := pointing(unanswered)
	variables["DATABASE_URL"], _ = testkit.SeededURL(t)
	former, index := testkit.SeededRing()
	variables["DATA_KEYS"], variables["INDEX_KEY"] = former+",k2026:"+testkit.RandomKey(), index
	said, err := keysOf(t, variables, func(k app.Keys) error { return k.Status(t.Context()) })
	require.NoError(t, err)
	require.Contains(t, said, "key k2026 seals no value. If you have just added it, it is not used yet: put it first in DATA_KEYS")
	require.NotContains(t, said, "key k2026 seals no value. You may drop it")
}

func TestPayloadKeys_Old_HasADropDate(t *testing.T) {
	variables := pointing(unanswered)
	variables["DATABASE_URL"], variables["TEMPORAL_ADDRESS"] = testkit.PostgresURL(t), testkit.TemporalServer(t, nil).FrontendHostPort()
	variables["PAYLOAD_KEYS"] = "k2:" + testkit.RandomKey() + ",k1:" + testkit.RandomKey()
	said, err := keysOf(t, variables, func(k app.Keys) error { return k.RotateSchedules(t.Context()) })
	require.NoError(t, err)
	require.Contains(t, said, "0 schedules were sealed with k2")
	said, err = keysOf(t, variables, func(k app.Keys) error { return k.PayloadStatus(t.Context()) })
	require.NoError(t, err)
	require.Contains(t, said, "payload key k2: encrypts; 0 open workflows and 0 schedules need it")
	require.Regexp(t, `payload key k1: nothing open needs it. If you have just added it, it is not used yet. .* you may drop it after \d{4}-\d\d-\d\d`, said)
}

func TestPayloadKeys_Missing_NamesItsUsers(t *testing.T) {
	variables := pointing(unanswered)
	variables["DATABASE_URL"], variables["TEMPORAL_ADDRESS"] = testkit.PostgresURL(t), testkit.TemporalServer(t, nil).FrontendHostPort()
	former, err := codec.ParseKeys("k1:" + testkit.RandomKey())
	require.NoError(t, err)
	c, err := temporal.Dial(t.Context(), temporal.Config{
		Temporal: config.Temporal{Address: variables["TEMPORAL_ADDRESS"], Namespace: "default"}, Keys: former,
	}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(c.Close)
	_, err = c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "order/1", TaskQueue: "nobody"}, "Nothing", "Noura")
	require.NoError(t, err)
	variables["PAYLOAD_KEYS"] = "k2:" + testkit.RandomKey()
	require.Eventually(t, func() bool {
		_, err := keysOf(t, variables, func(k app.Keys) error { return k.PayloadStatus(t.Context()) })
		return err != nil && strings.Contains(err.Error(), "PAYLOAD_KEYS has no key k1, which 1 open workflows (the first of ")
	}, time.Minute, 100*time.Millisecond)
}
