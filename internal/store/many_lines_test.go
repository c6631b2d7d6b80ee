package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
)

const (
	fewLines  = 50
	manyLines = 200_000
)

// fillLines adds prepaid lines with a plan and a balance, up to the given number. The id of line n ends in n.
func fillLines(t testing.TB, db *bun.DB, from, to int) {
	t.Helper()
	require.NoError(t, db.RunInTx(ctx, nil, func(_ context.Context, tx bun.Tx) error {
		for _, statement := range []string{
			"SET LOCAL session_replication_role = replica", // triggers would write row by row
			`INSERT INTO subscribers (id, id_hash, personal) VALUES ('00000000-0000-7000-8000-00000000ffff', 'h', '') ON CONFLICT DO NOTHING`,
			`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, items)
			 SELECT 'p-1', 'P-1', 'P', 'ب', 100, 'prepaid', 'basic', 30, 0, '[]' WHERE NOT EXISTS (SELECT FROM plans)`,
			`INSERT INTO lines (id, order_id, subscriber_id, msisdn, subscription_type, activated_at)
			 SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), '00000000-0000-7000-8000-00000000ffff',
			        '057' || lpad(n::text, 7, '0'), 'prepaid', now() FROM generate_series(?0::int, ?1::int) AS n`,
			`INSERT INTO line_balances (line_id, amount) SELECT id, 5000 FROM lines ON CONFLICT DO NOTHING`,
			`INSERT INTO plan_subscriptions (line_id, plan_id, stage, auto_renew, cycle, cycle_from, cycle_until, step, due_at, seq, state)
			 SELECT id, 'p-1', 'active', true, 1, now(), now() + interval '30 days', 'renew', now() + interval '30 days', 1, '{}' FROM lines ON CONFLICT DO NOTHING`,
		} {
			if _, err := tx.NewRaw(statement, from, to).Exec(ctx); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}))
	storetest.Exec(t, db, "ANALYZE")
}

func nthLine(n int) string { return fmt.Sprintf("00000000-0000-7000-8000-%012x", n) }

// cost is the work of one call of the store.
type cost struct {
	Whole   string // tables that were read in full
	Buffers int
}

const readSoFar = `
	SELECT coalesce(sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)), 0)::int FROM pg_statio_user_tables`

// measure calls the store on the only connection of a database, whose counters show what the call read.
func measure(t *testing.T, db *bun.DB, call func()) (c cost) {
	t.Helper()
	db.SetMaxOpenConns(1)
	count := func(into any, query string) {
		storetest.Exec(t, db, "SELECT pg_stat_force_next_flush()")
		require.NoError(t, db.NewRaw(query).Scan(ctx, into))
	}
	var before, after int
	storetest.Exec(t, db, "SELECT pg_stat_force_next_flush()")
	storetest.Exec(t, db, "SELECT pg_stat_reset()")
	count(&before, readSoFar)
	call()
	count(&after, readSoFar)
	count(&c.Whole, `SELECT coalesce(string_agg(relname, ', ' ORDER BY relname), '') FROM pg_stat_user_tables WHERE seq_tup_read > 1000`)
	c.Buffers = after - before
	return c
}

// Ten million lines must not slow a posting down, because every payment needs one.
func TestPost_ManyLines_UsesIndexes(t *testing.T) {
	db, _ := storetest.Database(t)
	s := store.New(db, testkit.Keys(t))
	cost := func(key string, line int) cost {
		require.NoError(t, s.Ledger.Post(ctx, moved(key+" warm", nthLine(line), 100)))
		return measure(t, db, func() { require.NoError(t, s.Ledger.Post(ctx, moved(key, nthLine(line), 100))) })
	}
	fillLines(t, db, 1, fewLines)
	few := cost("few", fewLines)
	fillLines(t, db, fewLines+1, manyLines)
	many := cost("many", manyLines)
	require.Empty(t, many.Whole, "tables read whole")
	require.LessOrEqual(t, many.Buffers, few.Buffers+20, "with %d lines %d buffers", fewLines, few.Buffers)
}

func TestPost_AccountOfNoLine_IsRefused(t *testing.T) {
	for name, account := range map[string]string{
		"unknown line": ledger.LineAccount(storetest.NewID()), "no id": "line/1", "nothing": "line/", "upper case": "line/00000000-0000-7000-8000-00000000FFFF",
	} {
		t.Run(name, func(t *testing.T) {
			s := testkit.Store(t)
			err := s.Ledger.Post(ctx, ledger.Posting{Key: "k", Subject: storetest.NewID(), Kind: "moved", Entries: []ledger.Entry{
				{Account: "payment-provider", Amount: 1}, {Account: account, Amount: -1},
			}})
			require.ErrorContains(t, err, "ledger_lines_of_a_line")
		})
	}
}

func TestPortOuts_ManyLines_UsesAnIndex(t *testing.T) {
	db, _ := storetest.Database(t)
	s := store.New(db, testkit.Keys(t))
	fillLines(t, db, 1, fewLines)
	storetest.Exec(t, db, `
		INSERT INTO port_outs (reference, line_id, recipient, stage, seq, state, asked_at, cut_over_at)
		SELECT 'PO-' || n, ?, 'stc', 'rejected', 1, '{}', now(), now() FROM generate_series(1, 20000) AS n`, nthLine(1))
	storetest.Exec(t, db, "ANALYZE port_outs")
	for name, call := range map[string]func() ([]contract.PortOut, error){
		"of lines": func() ([]contract.PortOut, error) {
			return s.PortOuts.OfLines(ctx, []string{nthLine(2)}, storetest.Past())
		},
		"held": func() ([]contract.PortOut, error) { return s.PortOuts.ForSupport(ctx, "", 1) },
		"one":  func() ([]contract.PortOut, error) { return s.PortOuts.ForSupport(ctx, "PO-20000", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			read := measure(t, db, func() {
				_, err := call()
				require.NoError(t, err)
			})
			require.Empty(t, read.Whole)
			require.LessOrEqual(t, read.Buffers, 100)
		})
	}
}

// BenchmarkPost_ManyLines reports the median time of a warm posting to a random line, in microseconds, for each number of lines.
func BenchmarkPost_ManyLines(b *testing.B) {
	db, _ := testkit.Databases(b)
	s := store.New(db, testkit.Keys(b))
	lines, round := 0, 0
	for _, many := range []int{fewLines, manyLines} {
		fillLines(b, db, lines+1, many)
		lines = many
		b.Run(fmt.Sprintf("%d lines", many), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				round++
				posting := moved(fmt.Sprint("round ", round), nthLine(1+rand.IntN(lines)), 100)
				begin := time.Now()
				require.NoError(b, s.Ledger.Post(ctx, posting))
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs/median")
		})
	}
}
