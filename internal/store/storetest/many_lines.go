package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
)

const (
	FewLines  = 50
	SomeLines = 5_000 // enough for a call without an index to show, see RequireIndexed
	ManyLines = 200_000
)

// FillLines adds prepaid lines with a plan and a balance, up to the given number. The id of line n ends in n.
func FillLines(t testing.TB, db *bun.DB, from, to int) {
	t.Helper()
	fill(t, db, []any{from, to},
		`INSERT INTO subscribers (id, id_hash, personal) VALUES ('00000000-0000-7000-8000-00000000ffff', 'h', '') ON CONFLICT DO NOTHING`,
		`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, items)
		 SELECT 'p-1', 'P-1', 'P', 'ب', 100, 'prepaid', 'basic', 30, 0, '[]' WHERE NOT EXISTS (SELECT FROM plans)`,
		`INSERT INTO lines (id, order_id, subscriber_id, msisdn, subscription_type, activated_at)
		 SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), '00000000-0000-7000-8000-00000000ffff',
		        '057' || lpad(n::text, 7, '0'), 'prepaid', now() FROM generate_series(?0::int, ?1::int) AS n`,
		`INSERT INTO line_balances (line_id, amount) SELECT id, 5000 FROM lines ON CONFLICT DO NOTHING`,
		`INSERT INTO plan_subscriptions (line_id, plan_id, stage, auto_renew, cycle, cycle_from, cycle_until, step, due_at, seq, state)
		 SELECT id, 'p-1', 'active', true, 1, now(), now() + interval '30 days', 'renew', now() + interval '30 days', 1, '{}' FROM lines ON CONFLICT DO NOTHING`,
	)
}

// Fill adds rows past all triggers and foreign keys, so that a table gets long in moments.
func Fill(t testing.TB, db *bun.DB, statements ...string) {
	t.Helper()
	fill(t, db, nil, statements...)
}

func fill(t testing.TB, db *bun.DB, args []any, statements ...string) {
	t.Helper()
	require.NoError(t, db.RunInTx(t.Context(), nil, func(_ context.Context, tx bun.Tx) error {
		for _, statement := range append([]string{"SET LOCAL session_replication_role = replica"}, statements...) { // triggers would write row by row
			if _, err := tx.NewRaw(statement, args...).Exec(t.Context()); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}))
	Exec(t, db, "ANALYZE")
}

func NthLine(n int) string { return fmt.Sprintf("00000000-0000-7000-8000-%012x", n) }

// Cost is the work of one call of the store.
type Cost struct {
	Whole   string // tables that were read in full
	Buffers int
}

const ReadSoFar = `
	SELECT coalesce(sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)), 0)::int FROM pg_statio_user_tables`

// Measure calls the store on the only connection of a database, whose counters show what the call read.
func Measure(t *testing.T, db *bun.DB, call func()) (c Cost) {
	t.Helper()
	db.SetMaxOpenConns(1)
	count := func(into any, query string) {
		Exec(t, db, "SELECT pg_stat_force_next_flush()")
		require.NoError(t, db.NewRaw(query).Scan(t.Context(), into))
	}
	var before, after int
	Exec(t, db, "SELECT pg_stat_force_next_flush()")
	Exec(t, db, "SELECT pg_stat_reset()")
	count(&before, ReadSoFar)
	call()
	count(&after, ReadSoFar)
	count(&c.Whole, `SELECT coalesce(string_agg(relname, ', ' ORDER BY relname), '') FROM pg_stat_user_tables WHERE seq_tup_read > 1000`)
	c.Buffers = after - before
	return c
}

// mostBuffers is the work of a call that finds its rows by indexes, in pages.
const mostBuffers = 100

// RequireIndexed fails for a call that reads a table in full, or more pages than an index needs. The table has to be long, see Fill, and the
// store has to be on the same connection, see Measure.
func RequireIndexed(t *testing.T, db *bun.DB, calls map[string]func() error) {
	t.Helper()
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, call(), "for plans and system tables that are read once")
			read := Measure(t, db, func() { require.NoError(t, call()) })
			require.Empty(t, read.Whole, "tables read whole")
			require.LessOrEqual(t, read.Buffers, mostBuffers)
		})
	}
}

// Measured returns a store on the connection of a new database for RequireIndexed, with a few lines.
func Measured(t *testing.T) (*bun.DB, *store.Store) {
	t.Helper()
	db, _ := Database(t)
	FillLines(t, db, 1, FewLines)
	return db, store.New(db, testkit.Keys(t))
}

// TakeError leaves the answer of a call out.
func TakeError[T any](_ T, err error) error { return err }

// TakeLastError is TakeError for a call with two answers.
func TakeLastError[A, B any](_ A, _ B, err error) error { return err }
