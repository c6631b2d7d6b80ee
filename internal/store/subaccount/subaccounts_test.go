package subaccount_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/subaccount"
)

var ctx = context.Background()

// hisLine returns a line of another owner, in service for a year.
func hisLine(t *testing.T, s *store.Store, msisdn string) (id string) {
	t.Helper()
	id, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: msisdn, Kind: linestore.Voice, Type: "prepaid", Person: contract.Person{IDNumber: storetest.HisID},
	}, storetest.Today.AddDate(-1, 0, 0))
	require.NoError(t, err)
	return id
}

func numbers(t *testing.T, s *store.Store, userID string) (all []string) {
	t.Helper()
	found, err := s.Subscriptions.Of(ctx, userID)
	require.NoError(t, err)
	for _, line := range found {
		all = append(all, line.MSISDN)
	}
	return all
}

func TestAddSubAccount_Concurrent_KeepTheLimit(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	var lines [8]string
	for n := range lines {
		lines[n] = hisLine(t, s, fmt.Sprintf("057000001%d", n))
	}
	storetest.RequireWins(t, 3, storeerrors.ErrTooMany, func(caller int) error {
		return storetest.TakeError(s.Subscriptions.AddSubAccount(ctx, her.ID, subaccount.Subscription{LineID: lines[caller]}, 3))
	})
	require.Len(t, numbers(t, s, her.ID), 4, "with the main line")
}

func TestAddSubAccount_SameLine_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	line := hisLine(t, s, "0570000002")
	add := func() (subaccount.Subscription, error) {
		return s.Subscriptions.AddSubAccount(ctx, her.ID, subaccount.Subscription{LineID: line, Nickname: "His", Email: "his@example.sa"}, 3)
	}
	added, err := add()
	require.NoError(t, err)
	_, err = add()
	require.ErrorIs(t, err, storeerrors.ErrConflict)
	require.NoError(t, s.Subscriptions.End(ctx, her.ID, added.ID))
	require.ErrorIs(t, s.Subscriptions.End(ctx, her.ID, added.ID), storeerrors.ErrNotFound)
	_, err = add()
	require.NoError(t, err, "it was removed")
	require.Equal(t, []string{"0570000001", "0570000002"}, numbers(t, s, her.ID))
}

func TestSubscriptions_MainLine_StaysAsItIs(t *testing.T) {
	_, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	sub, err := s.Subscriptions.Subscribe(ctx, her.ID, subaccount.Subscription{LineID: hisLine(t, s, "0570000003"), Nickname: "Son", Email: "son@example.sa"})
	require.NoError(t, err)
	mine, err := s.Subscriptions.Of(ctx, her.ID)
	require.NoError(t, err)
	for name, tt := range map[string]struct{ user, id string }{
		"the main line":  {her.ID, mine[0].ID},
		"of anyone else": {him.ID, sub.ID},
	} {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, s.Subscriptions.Rename(ctx, tt.user, tt.id, "New"), storeerrors.ErrNotFound)
			require.ErrorIs(t, s.Subscriptions.End(ctx, tt.user, tt.id), storeerrors.ErrNotFound)
		})
	}
	require.NoError(t, s.Subscriptions.Rename(ctx, her.ID, sub.ID, "Daughter"))
	mine, err = s.Subscriptions.Of(ctx, her.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"Daughter", "son@example.sa"}, []string{mine[1].Nickname, mine[1].Email})
}

func TestSetAccess_EmptyList_AllowsNothing(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	sub, err := s.Subscriptions.Subscribe(ctx, her.ID, subaccount.Subscription{LineID: hisLine(t, s, "0570000002")})
	require.NoError(t, err)
	for _, keys := range [][]string{{}, {"recharge", "usage"}, nil} {
		id, err := s.Subscriptions.SetAccess(ctx, "0570000001", "0570000002", keys)
		require.NoError(t, err)
		require.Equal(t, sub.ID, id)
		lines, err := s.Subscriptions.Of(ctx, her.ID)
		require.NoError(t, err)
		require.Equal(t, keys, lines[1].Access)
	}
	_, err = s.Subscriptions.SetAccess(ctx, "0570000001", "0570000001", nil)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "the main line has all rights")
}

// A holder sees the history of another owner's line from the day on which the line was added.
func TestOf_LentLine_HidesItsHistory(t *testing.T) {
	db, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	lent := hisLine(t, s, "0570000002")
	_, err := s.Subscriptions.Subscribe(ctx, her.ID, subaccount.Subscription{LineID: lent})
	require.NoError(t, err)
	own, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000003", Kind: linestore.Data, Type: "prepaid", Person: contract.Person{IDNumber: storetest.HerID},
	}, storetest.Today.AddDate(-1, 0, 0))
	require.NoError(t, err)
	_, err = s.Subscriptions.Subscribe(ctx, her.ID, subaccount.Subscription{LineID: own})
	require.NoError(t, err)
	lines, err := s.Subscriptions.Of(ctx, her.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"", lent, own}, []string{"", lines[1].LineID, lines[2].LineID}, "the main line comes first")
	require.WithinDuration(t, time.Now(), lines[1].Since, time.Minute)
	require.True(t, storetest.Today.AddDate(-1, 0, 0).Equal(lines[2].Since))

	storetest.Exec(t, db, "UPDATE lines SET status = 'ended' WHERE id = ?", lent)
	require.Equal(t, []string{"0570000001", "0570000003"}, numbers(t, s, her.ID))
}

func TestSubscriptions_ManyLines_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db,
		"INSERT INTO users (id, mobile, password_hash) SELECT id, msisdn, 'x' FROM lines",
		"INSERT INTO subscriptions (user_id, line_id, is_main) SELECT id, id, true FROM lines")
	line := storetest.NthLine(7)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"of a user":      func() error { return storetest.TakeError(s.Subscriptions.Of(ctx, line)) },
		"standings":      func() error { return storetest.TakeError(s.Subscriptions.Standings(ctx, line)) },
		"line summaries": func() error { return storetest.TakeError(s.Subscriptions.Summarise(ctx, []string{line})) },
	})
}
