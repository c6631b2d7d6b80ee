package app

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/outage"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/identity/nafath"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/metrics"
)

type noted struct{ windows []outage.Window }

func (n *noted) Note(_ context.Context, windows []outage.Window, _ time.Time) error {
	n.windows = append(n.windows, windows...)
	return nil
}

func (*noted) ListLasting(context.Context, time.Time) ([]outage.Outage, error) { return nil, nil }

// Only customers cause calls of the identity app: while none tries, nothing else would notice that it answers again.
func TestCallWatcher_Answer_EndsOutage(t *testing.T) {
	_, db := testkit.Databases(t)
	system := gatewaytest.Start(t, http.StatusServiceUnavailable, "")
	w := &callWatcher{Metrics: metrics.New(), notes: db.Outages, log: slog.New(slog.DiscardHandler)}
	gateway, err := nafath.New(nafath.Config{URL: system.URL}, w, w.log)
	require.NoError(t, err)
	now := time.Now().Add(-time.Minute)
	lasting := func() []outage.Outage {
		found, err := db.Outages.ListLasting(t.Context(), now)
		require.NoError(t, err)
		return found
	}
	looks := func() {
		now = time.Now()
		w.probe(t.Context(), &partners.Gateways{Identity: gateway}, now)
		w.note(t.Context(), now)
	}
	require.NoError(t, db.Outages.Note(t.Context(), []outage.Window{
		{Partner: "identity", FirstFail: now.Add(-20 * time.Second), FailedAt: now, Failed: 3},
	}, now))
	require.Len(t, lasting(), 1)

	looks()
	require.Len(t, lasting(), 1, "it does not answer yet")
	require.WithinDuration(t, time.Now(), lasting()[0].FailedAt, 30*time.Second, "the console says when it was tried last")

	system.Answer(http.StatusNotFound, `{"code":"not_found"}`)
	looks()
	require.Len(t, lasting(), 1, "it was tried just now")
	now = time.Now().Add(probeEvery)
	w.probe(t.Context(), &partners.Gateways{Identity: gateway}, now)
	w.note(t.Context(), now)
	require.Empty(t, lasting())
}

func TestCallWatcher_Outside_NotCounted(t *testing.T) {
	notes := &noted{}
	w := &callWatcher{Metrics: metrics.New(), notes: notes, log: slog.New(slog.DiscardHandler)}
	w.CountCall(t.Context(), "courier", false)
	w.note(t.Context(), time.Now())
	require.Len(t, notes.windows, 1)
	require.Equal(t, 1, notes.windows[0].Failed)
	require.Empty(t, notes.windows[0].Waits)
}

func TestCallWatcher_EachPartner_HasAName(t *testing.T) {
	for _, p := range partners.All {
		if p.Name == "sadad" { // SADAD calls the product
			continue
		}
		require.True(t, texts.Has("partner."+p.Name), p.Name)
	}
}
