package webhook_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestKeepWebhook_Event_IsEncryptedOnce(t *testing.T) {
	db, s := storetest.Database(t)
	kept, err := s.Webhooks.IsKept(ctx, "payment", "evt_1")
	require.NoError(t, err)
	require.False(t, kept)
	var all errgroup.Group
	for range 20 {
		all.Go(func() error { return s.Webhooks.Keep(ctx, "payment", "evt_1", []byte(`{"name":"Noura"}`)) })
	}
	require.NoError(t, all.Wait())
	var body []byte
	require.NoError(t, db.NewRaw("SELECT body FROM webhook_events").Scan(ctx, &body))
	require.NotContains(t, string(body), "Noura")

	kept, err = s.Webhooks.IsKept(ctx, "payment", "evt_1")
	require.NoError(t, err)
	require.True(t, kept)
	kept, err = s.Webhooks.IsKept(ctx, "courier", "evt_1")
	require.NoError(t, err)
	require.False(t, kept, "event ids of different systems do not meet")
}

// A partner that repeats its call-back after the end of a month is still known.
func TestIsKept_MonthBefore_IsKnown(t *testing.T) {
	db, s := storetest.Database(t)
	require.NoError(t, s.Webhooks.Keep(ctx, "payment", "evt_1", nil))
	storetest.Exec(t, db, "UPDATE webhook_events SET month = date_trunc('month', now() - interval '35 days')")
	kept, err := s.Webhooks.IsKept(ctx, "payment", "evt_1")
	require.NoError(t, err)
	require.True(t, kept)
}

func TestIsKept_ManyMonths_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `INSERT INTO webhook_events (system, event_id, body) SELECT 'payment', 'evt_' || n, '' FROM generate_series(1, 5000) AS n`)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"known": func() error { return storetest.TakeError(s.Webhooks.IsKept(ctx, "payment", "evt_7")) },
		"keep":  func() error { return s.Webhooks.Keep(ctx, "payment", "evt_7", nil) },
	})
}
