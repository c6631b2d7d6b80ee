package promo_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

const code = "NATIONAL96"

// offered adds a code with limits; 0 is none.
func offered(t *testing.T, db *bun.DB, uses, usesPerID int) {
	t.Helper()
	storetest.Exec(t, db, "INSERT INTO promo_codes (code, percent, max_uses, max_uses_per_id) VALUES (?, 10, nullif(?, 0), nullif(?, 0))", code, uses, usesPerID)
}

func used(t *testing.T, db *bun.DB) (n int) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT used FROM promo_codes WHERE code = ?", code).Scan(ctx, &n))
	return n
}

func order(t *testing.T, s *store.Store) (id string) {
	t.Helper()
	return storetest.Opened(t, s, storetest.FullOrder()).ID
}

func TestTake_Concurrent_KeepTheLimit(t *testing.T) {
	db, s := storetest.Database(t)
	offered(t, db, 3, 0)
	var orders [8]string
	for n := range orders {
		orders[n] = order(t, s)
	}
	winners := storetest.RequireWins(t, 3, storeerrors.ErrOutOfStock, func(caller int) error {
		return s.Promos.Take(ctx, code, orders[caller], orders[caller], storetest.Today)
	})
	first := orders[winners[0]]
	require.NoError(t, s.Promos.Take(ctx, code, first, "another ID", storetest.Today), "a repeated call uses nothing")
	require.Equal(t, 3, used(t, db))
	for range 2 {
		require.NoError(t, s.Promos.GiveBack(ctx, first))
	}
	require.Equal(t, 2, used(t, db))
	terms, err := s.Promos.Terms(ctx, code)
	require.NoError(t, err)
	require.False(t, terms.UsedUp)
}

func TestTake_SameID_CountsOrdersAndPurchases(t *testing.T) {
	db, s := storetest.Database(t)
	offered(t, db, 0, 2)
	storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	bought := storetest.NewID()
	take := func(id string) error { return s.Promos.Take(ctx, code, order(t, s), id, storetest.Today) }
	require.NoError(t, take(storetest.HerID))
	for range 2 {
		require.NoError(t, s.Promos.TakeForPurchase(ctx, code, bought, line.ID, storetest.Today))
	}
	require.ErrorIs(t, take(storetest.HerID), storeerrors.ErrOutOfStock)
	require.ErrorIs(t, s.Promos.TakeForPurchase(ctx, code, storetest.NewID(), line.ID, storetest.Today), storeerrors.ErrOutOfStock)
	require.NoError(t, take(storetest.HisID))
	for range 2 {
		require.NoError(t, s.Promos.GiveBackPurchase(ctx, bought))
	}
	require.NoError(t, take(storetest.HerID))
	require.Equal(t, 3, used(t, db))
}

func TestTake_UnknownCode_IsNotFound(t *testing.T) {
	_, s := storetest.Database(t)
	require.ErrorIs(t, s.Promos.Take(ctx, code, storetest.NewID(), storetest.HerID, storetest.Today), storeerrors.ErrNotFound)
	_, err := s.Promos.Terms(ctx, code)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

// An approved change with fewer uses than there were uses the code up, and a withdrawn code has ended.
func TestTake_ChangeInForce_CountsByItsTerms(t *testing.T) {
	db, s := storetest.Database(t)
	offered(t, db, 5, 0)
	for range 2 {
		require.NoError(t, s.Promos.Take(ctx, code, order(t, s), storetest.NewID(), storetest.Today))
	}
	storetest.Exec(t, db, "UPDATE promo_codes SET changed_at = now() - interval '1 hour'")
	approved := func(value, at string) {
		storetest.Fill(t, db, `INSERT INTO changes (id, kind, key, value, before, effective_at, note, state, proposed_by, proposed_at, approved_by, approved_at)
			VALUES (gen_random_uuid(), 'promo-code', '`+code+`', '`+value+`', 'null', `+at+`, 'Fewer', 'approved', gen_random_uuid(), now() - interval '2 days', gen_random_uuid(), now() - interval '1 day')`)
	}
	approved(`{"percent": 10, "amount": 0, "max_uses": 1, "starts_at": "2026-01-01T00:00:00Z"}`, "now() - interval '30 minutes'")
	require.ErrorIs(t, s.Promos.Take(ctx, code, order(t, s), storetest.NewID(), storetest.Today), storeerrors.ErrOutOfStock)
	terms, err := s.Promos.Terms(ctx, code)
	require.NoError(t, err)
	require.True(t, terms.UsedUp)
	require.True(t, terms.EndsAt.IsZero())

	approved("null", "now() - interval '10 minutes'")
	approved(`{"percent": 90, "amount": 0, "starts_at": "2026-01-01T00:00:00Z"}`, "now() + interval '1 hour'")
	terms, err = s.Promos.Terms(ctx, code)
	require.NoError(t, err)
	require.False(t, terms.EndsAt.IsZero())
	require.Equal(t, 10, terms.Percent, "a later change is not in force yet")
}

// Thousands of orders use a popular code, and each one waits for the one before it.
func TestTake_ManyUses_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	offered(t, db, 0, 3)
	storetest.Fill(t, db,
		"INSERT INTO promo_uses (order_id, code, id_hash, used_at) SELECT gen_random_uuid(), '"+code+"', int4send(n), now() FROM generate_series(1, 20000) AS n",
		"INSERT INTO promo_purchase_uses (purchase_id, code, id_hash, used_at) SELECT gen_random_uuid(), '"+code+"', int4send(n), now() FROM generate_series(1, 20000) AS n")
	orders := []string{order(t, s), order(t, s)}
	storetest.RequireIndexed(t, db, map[string]func() error{
		"order": func() error {
			next := orders[0]
			orders = orders[1:]
			return s.Promos.Take(ctx, code, next, storetest.HerID, storetest.Today)
		},
		"purchase": func() error {
			return s.Promos.TakeForPurchase(ctx, code, storetest.NewID(), storetest.NthLine(1), storetest.Today)
		},
	})
}
