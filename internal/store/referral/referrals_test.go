package referral_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/referral"
	"selfcare/internal/store/storetest"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

const code = "ABCD2345"

// invited returns the line that invites, with its code, and the completed order of a friend.
func invited(t *testing.T, s *store.Store) (inviter string, o contract.Order) {
	t.Helper()
	storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	_, err = s.Referrals.Of(ctx, line.ID, code)
	require.NoError(t, err)
	o = storetest.FullOrder()
	o.Referral = code
	storetest.Opened(t, s, o)
	require.NoError(t, s.Lines.Create(ctx, o, at))
	return line.ID, o
}

func TestOf_OfferedCode_IsKeptOnce(t *testing.T) {
	_, s := storetest.Database(t)
	inviter, _ := invited(t, s)
	again, err := s.Referrals.Of(ctx, inviter, "ZZZZ9999")
	require.NoError(t, err)
	require.Equal(t, referral.Referral{Code: code}, again)
	other := storetest.Metered(t, s, "0570000002")
	_, err = s.Referrals.Of(ctx, other, code)
	require.ErrorIs(t, err, storeerrors.ErrConflict, "the code of another line")
	own, err := s.Referrals.Of(ctx, other, "ZZZZ9999")
	require.NoError(t, err)
	require.Equal(t, "ZZZZ9999", own.Code)
}

func TestReward_Concurrent_RewardsOnce(t *testing.T) {
	_, s := storetest.Database(t)
	inviter, o := invited(t, s)
	friend, err := s.Lines.OfOrder(ctx, o.ID)
	require.NoError(t, err)
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error {
		lines, err := s.Referrals.Reward(ctx, o, 1000, at)
		if len(lines) > 0 {
			require.Equal(t, []string{inviter, friend}, lines)
		}
		return storetest.Win(len(lines) > 0, err)
	})
	earned, err := s.Referrals.Of(ctx, inviter, "ZZZZ9999")
	require.NoError(t, err)
	require.Equal(t, referral.Referral{Code: code, Friends: 1, Earned: 1000}, earned)
}

func TestReward_InviterHasEnded_RewardsNone(t *testing.T) {
	_, s := storetest.Database(t)
	inviter, o := invited(t, s)
	known := func() bool {
		known, err := s.Referrals.IsKnown(ctx, code)
		require.NoError(t, err)
		return known
	}
	require.True(t, known())
	require.NoError(t, s.Endings.EndLine(ctx, inviter, at))
	require.False(t, known())
	lines, err := s.Referrals.Reward(ctx, o, 1000, at)
	require.NoError(t, err)
	require.Empty(t, lines)
}

func TestReverse_Repeated_KeepsItsTime(t *testing.T) {
	db, s := storetest.Database(t)
	inviter, o := invited(t, s)
	amount, lines, err := s.Referrals.Reverse(ctx, o.ID, at)
	require.NoError(t, err)
	require.Zero(t, amount)
	require.Empty(t, lines, "there was no reward")
	rewarded, err := s.Referrals.Reward(ctx, o, 1000, at)
	require.NoError(t, err)
	for _, reversed := range []time.Time{at, at.Add(time.Hour)} {
		amount, lines, err = s.Referrals.Reverse(ctx, o.ID, reversed)
		require.NoError(t, err)
		require.Equal(t, contract.Halalas(1000), amount)
		require.Equal(t, rewarded, lines)
	}
	var stored time.Time
	require.NoError(t, db.NewRaw("SELECT reversed_at FROM referral_rewards").Scan(ctx, &stored))
	require.True(t, at.Equal(stored))
	earned, err := s.Referrals.Of(ctx, inviter, "ZZZZ9999")
	require.NoError(t, err)
	require.Equal(t, referral.Referral{Code: code}, earned)
	again, err := s.Referrals.Reward(ctx, o, 1000, at)
	require.NoError(t, err)
	require.Empty(t, again, "a reversed reward is not given again")
}
