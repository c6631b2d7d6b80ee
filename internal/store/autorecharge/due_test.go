package autorecharge_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	autorechargestore "selfcare/internal/store/autorecharge"
	"selfcare/internal/store/storetest"
)

func TestDue_Look_MovesOnUntilChanged(t *testing.T) {
	db, s := storetest.Database(t)
	r := weekly(t, db, s)
	opened(t, s, r)
	first := autorecharge.FirstLook(r)
	lock := func(now time.Time, without ...string) []autorechargestore.DueRule {
		found, err := s.AutoRecharges.LockDue(ctx, now, 10, without)
		require.NoError(t, err)
		return found
	}
	require.Empty(t, lock(first.Add(-time.Second)))
	require.Empty(t, lock(first, r.ID))
	found := lock(first)
	require.Len(t, found, 1)
	require.Equal(t, r, found[0].AutoRecharge)
	require.True(t, first.Equal(found[0].DueAt))

	next := first.Add(time.Hour)
	for range 2 { // the second one is late: it has seen the look before
		require.NoError(t, s.AutoRecharges.Advance(ctx, []autorechargestore.Looked{{ID: r.ID, DueAt: first, Next: next}}))
		next = next.Add(time.Minute)
	}
	require.Empty(t, lock(first))
	require.Len(t, lock(first.Add(time.Hour)), 1)

	require.NoError(t, s.AutoRecharges.Pause(ctx, r.ID, contract.FailAutoRechargeCardFailed))
	require.NoError(t, s.AutoRecharges.Advance(ctx, []autorechargestore.Looked{{ID: r.ID, DueAt: first.Add(time.Hour), Next: next}}))
	require.Empty(t, lock(next.AddDate(1, 0, 0)), "a paused rule has no look")
}

func TestDue_CardRemoved_LooksUntilTold(t *testing.T) {
	db, s := storetest.Database(t)
	r := weekly(t, db, s)
	opened(t, s, r)
	require.NoError(t, s.Cards.Remove(ctx, r.UserID, r.CardID))
	found, err := s.AutoRecharges.LockDue(ctx, time.Now().Add(time.Minute), 10, nil)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, contract.AutoPaused, found[0].State)
	require.NoError(t, s.AutoRecharges.Advance(ctx, []autorechargestore.Looked{{ID: r.ID, DueAt: found[0].DueAt}}))
	found, err = s.AutoRecharges.LockDue(ctx, time.Now().Add(time.Minute), 10, nil)
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestDue_PutAside_WaitsUntilThen(t *testing.T) {
	db, s := storetest.Database(t)
	r := weekly(t, db, s)
	opened(t, s, r)
	now := autorecharge.FirstLook(r)
	require.NoError(t, s.AutoRecharges.PutAside(ctx, r.ID, now.Add(time.Minute)))
	for wait, count := range map[time.Duration]int{59 * time.Second: 0, time.Minute: 1} {
		found, err := s.AutoRecharges.LockDueRule(ctx, r.ID, now.Add(wait))
		require.NoError(t, err)
		require.Len(t, found, count)
	}
}
