package app_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/testkit"
	"selfcare/internal/platform/config"
)

// keysOf does something with the keys of a seeded database and answers with what was written.
func keysOf(t *testing.T, variables map[string]string, do func(app.Keys) error) (string, error) {
	t.Helper()
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	var out bytes.Buffer
	err = app.WithKeys(t.Context(), cfg, slog.New(slog.DiscardHandler), &out, do)
	return out.String(), err
}

func TestKeys_TellTheWayFromOneKeyToTheNext(t *testing.T) {
	variables := pointing(nobody)
	variables["DATABASE_URL"], _ = testkit.SeededURL(t)
	former, index := testkit.SeededRing()
	added := "k2026:" + testkit.RandomKey()
	variables["DATA_KEYS"], variables["INDEX_KEY"] = added, index
	status := func(k app.Keys) error { return k.Status(t.Context()) }
	rotate := func(k app.Keys) error { return k.Rotate(t.Context()) }

	for _, do := range []func(app.Keys) error{status, rotate} {
		_, err := keysOf(t, variables, do)
		require.ErrorContains(t, err, "put it back behind the first one")
		require.ErrorContains(t, err, `of sims.puk1 are sealed with "test"`)
	}
	variables["DATA_KEYS"] = added + "," + former
	said, err := keysOf(t, variables, status)
	require.NoError(t, err)
	require.Regexp(t, `(?m)^COLUMN +KEY +VALUES$`, said)
	require.Regexp(t, `(?m)^sims.puk1 +test +5000$`, said)
	require.NotContains(t, said, "may be dropped")

	said, err = keysOf(t, variables, rotate)
	require.NoError(t, err)
	require.Contains(t, said, "sims.puk1: 5000 of 5000\n")
	require.Contains(t, said, "all columns are sealed with k2026\n")
	said, err = keysOf(t, variables, status)
	require.NoError(t, err)
	require.Contains(t, said, "key test has sealed nothing that is left: it may be dropped from DATA_KEYS\n")
	variables["DATA_KEYS"] = added
	_, err = keysOf(t, variables, status)
	require.NoError(t, err)
}

func TestKeys_OfPayloadsSayWhenTheyMayBeDropped(t *testing.T) {
	variables := pointing(nobody)
	variables["DATABASE_URL"], variables["TEMPORAL_ADDRESS"] = testkit.PostgresURL(t), testkit.TemporalServer(t, nil).FrontendHostPort()
	variables["PAYLOAD_KEYS"] = "k2:" + testkit.RandomKey() + ",k1:" + testkit.RandomKey()
	said, err := keysOf(t, variables, func(k app.Keys) error { return k.RotateSchedules(t.Context()) })
	require.NoError(t, err)
	require.Contains(t, said, "0 schedules were sealed with k2")
	said, err = keysOf(t, variables, func(k app.Keys) error { return k.PayloadStatus(t.Context()) })
	require.NoError(t, err)
	require.Contains(t, said, "payload key k2: encrypts; 0 open workflows and 0 schedules need it")
	require.Regexp(t, `payload key k1: nothing open needs it; it may be dropped after \d{4}-\d\d-\d\d`, said)
}
