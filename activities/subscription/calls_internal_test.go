package subscription

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

// hearing accepts calls only while a test lets it.
type hearing struct {
	mu    sync.Mutex
	deaf  bool
	heard []string
}

func (h *hearing) Call(_ context.Context, s contract.PlanSubscription) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.deaf {
		return errors.New("Temporal is away")
	}
	h.heard = append(h.heard, s.LineID)
	return nil
}

func (h *hearing) Inform(ctx context.Context, s contract.PlanSubscription) error {
	return h.Call(ctx, s)
}

func (h *hearing) ReportDue(context.Context, contract.PlanSubscription) error { return nil }

func TestCalls_FailedCall_Stays(t *testing.T) {
	ctx := t.Context()
	s := testkit.Seeded(t)
	waiting, err := s.PlanSubscriptions.Calls(ctx, callBatch)
	require.NoError(t, err)
	require.NotEmpty(t, waiting)

	way := &hearing{deaf: true}
	calls := NewCalls(s, way, nil)
	_, err = calls.call(ctx)
	require.Error(t, err)
	way.deaf = false
	for count := 1; count > 0; {
		count, err = calls.call(ctx)
		require.NoError(t, err)
	}
	require.Subset(t, way.heard, []string{waiting[0].Subscription.LineID})
	require.Len(t, way.heard, len(waiting))
}

// deafTo accepts all calls except those of one line.
type deafTo struct {
	hearing
	line string
}

func (h *deafTo) Call(ctx context.Context, s contract.PlanSubscription) error {
	if s.LineID == h.line {
		return errors.New("its workflow cannot be started")
	}
	return h.hearing.Call(ctx, s)
}

func (h *deafTo) Inform(ctx context.Context, s contract.PlanSubscription) error {
	return h.Call(ctx, s)
}

func TestCalls_OneFails_IsPutAside(t *testing.T) {
	ctx := t.Context()
	s := testkit.Seeded(t)
	waiting, err := s.PlanSubscriptions.Calls(ctx, callBatch)
	require.NoError(t, err)
	require.Greater(t, len(waiting), 1)
	way := &deafTo{line: waiting[0].Subscription.LineID}
	calls := NewCalls(s, way)

	_, err = calls.call(ctx)
	require.NoError(t, err)

	require.Len(t, way.heard, len(waiting)-1)
	count, err := calls.call(ctx)
	require.NoError(t, err)
	require.Zero(t, count, "not again for a minute")
	aside, err := s.Figures.PutAside(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, aside["subscription-call"])
}
