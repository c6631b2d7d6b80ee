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
