package app

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/outage"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/metrics"
)

type noted struct{ windows []outage.Window }

func (n *noted) Note(_ context.Context, windows []outage.Window, _ time.Time) error {
	n.windows = append(n.windows, windows...)
	return nil
}

func TestCallWatcher_NoActivity_MarksNoWork(t *testing.T) {
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
