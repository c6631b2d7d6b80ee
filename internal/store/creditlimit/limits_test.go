package creditlimit_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/store"
	creditlimitstore "selfcare/internal/store/creditlimit"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

// account returns a user and the main line of a user.
func account(t *testing.T, s *store.Store) (userID, lineID string) {
	t.Helper()
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	return her.ID, line.ID
}

func stored(t *testing.T, s *store.Store, lineID string, kind creditlimit.Kind) creditlimitstore.Row {
	t.Helper()
	rows, err := s.Limits.OfLines(ctx, lineID)
	require.NoError(t, err)
	for _, row := range rows {
		if row.Kind == kind {
			return row
		}
	}
	return creditlimitstore.Row{}
}

func TestChange_Repeated_IsRefused(t *testing.T) {
	db, s := storetest.Database(t)
	user, line := account(t, s)
	storetest.Exec(t, db, "UPDATE lines SET subscription_type = 'postpaid'")
	change := creditlimitstore.Change{
		ID: storetest.NewID(), LineID: line, UserID: user, Before: 50_000, Amount: 30_000, Used: 100, Lowest: 10_000, Highest: 100_000, At: storetest.Today,
	}
	changes := func(c creditlimitstore.Change) error {
		return s.InTx(ctx, func(q *store.Tx) error { return q.Limits.Change(ctx, c) })
	}
	require.NoError(t, changes(change))
	made, err := s.Limits.IsMade(ctx, change.ID)
	require.NoError(t, err)
	require.True(t, made)
	again := change
	again.Amount = 40_000
	require.ErrorContains(t, changes(again), "credit_limit_changes_pkey", "the id is the idempotency key")
	for name, refused := range map[string]creditlimitstore.Change{
		"credit_limit_changes_within_bounds": {Before: 30_000, Amount: 200_000, Lowest: 10_000, Highest: 100_000},
		"credit_limit_changes_above_used":    {Before: 30_000, Amount: 20_000, Used: 20_001, Lowest: 10_000, Highest: 100_000},
		"credit_limit_changes_change":        {Before: 30_000, Amount: 30_000, Lowest: 10_000, Highest: 100_000},
	} {
		refused.ID, refused.LineID, refused.UserID, refused.At = storetest.NewID(), line, user, storetest.Today
		require.ErrorContains(t, changes(refused), name)
	}
	require.Equal(t, creditlimitstore.Row{LineID: line, Kind: creditlimit.Credit, Amount: 30_000, UserID: user}, stored(t, s, line, creditlimit.Credit))
}

func TestSet_LiftedCap_AppliesAgain(t *testing.T) {
	_, s := storetest.Database(t)
	user, line := account(t, s)
	limit := creditlimitstore.Row{LineID: line, Kind: creditlimit.Extra, Amount: 5_000, UserID: user}
	require.NoError(t, s.Limits.Set(ctx, limit, storetest.Today))
	require.NoError(t, s.Limits.Lift(ctx, line, creditlimit.Extra, 3))
	require.Equal(t, 3, stored(t, s, line, creditlimit.Extra).Lifted)
	for _, percent := range []int{80, 100} {
		require.NoError(t, s.Limits.NoteTold(ctx, line, creditlimit.Extra, percent))
	}
	limit.Amount = 7_000
	for range 2 {
		require.NoError(t, s.Limits.Set(ctx, limit, storetest.Today))
	}
	limit.Told = 100
	require.Equal(t, limit, stored(t, s, line, creditlimit.Extra))
	require.NoError(t, s.Limits.Remove(ctx, line, creditlimit.Extra))
	require.Zero(t, stored(t, s, line, creditlimit.Extra))
}

// The customer is told of the default credit limit, too, which has no row before.
func TestNoteTold_DefaultLimit_HasNoAmount(t *testing.T) {
	_, s := storetest.Database(t)
	_, line := account(t, s)
	for range 2 {
		require.NoError(t, s.Limits.NoteTold(ctx, line, creditlimit.Balance, 80))
	}
	require.Equal(t, creditlimitstore.Row{LineID: line, Kind: creditlimit.Balance, Told: 80}, stored(t, s, line, creditlimit.Balance))
}

func TestSumUsed_Since_CountsChargedUse(t *testing.T) {
	db, s := storetest.Database(t)
	_, line := account(t, s)
	at := storetest.Today
	storetest.Fill(t, db, fmt.Sprintf(`
		INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at)
		SELECT 'e' || n, '%s', type, unit, 1, charged, '%s'::timestamptz + later FROM (VALUES
		    (1, 'int_min', 'minute', 100, interval '0'), (2, 'int_min', 'minute', 50, interval '1 hour'),
		    (3, 'int_min', 'minute', 900, interval '-1 microsecond'), (4, 'roaming_data', 'MB', 30, interval '0')) AS e (n, type, unit, charged, later)`, line, at.Format(time.RFC3339)))
	extra, roaming, err := s.Limits.SumUsed(ctx, line, at)
	require.NoError(t, err)
	require.Equal(t, []contract.Halalas{180, 30}, []contract.Halalas{extra, roaming})
}

func TestLimits_ManyLines_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db, `
		INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at)
		SELECT 'e' || id, id, 'int_min', 'minute', 1, 100, now() FROM lines`,
		"INSERT INTO line_limits (line_id, kind, amount) SELECT id, 'extra', 5000 FROM lines")
	line, number := storetest.NthLine(7), "0570000007"
	storetest.RequireIndexed(t, db, map[string]func() error{
		"of lines": func() error { return storetest.TakeError(s.Limits.OfLines(ctx, line)) },
		"account":  func() error { return storetest.TakeError(s.Limits.Account(ctx, line, time.Now())) },
		"charged":  func() error { return storetest.TakeError(s.Limits.ListCharged(ctx, []string{number})) },
		"used":     func() error { return storetest.TakeLastError(s.Limits.SumUsed(ctx, line, storetest.Past())) },
	})
}
