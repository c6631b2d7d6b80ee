package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
)

// even requires that the books agree with the charges, and that no balance is below zero.
func (b *book) even(rt *rapid.T) {
	for what, off := range map[string]string{
		"the ledger": "SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines",
		"what was charged": `SELECT count(*) FROM (SELECT cycle, sum(amount) AS total FROM subscription_charges WHERE paid_by = 'balance' GROUP BY cycle) AS c
			FULL JOIN (SELECT split_part(key, ':', 3)::int AS cycle, (SELECT sum(amount) FROM ledger_lines WHERE operation = key AND amount > 0) AS total
			           FROM ledger_operations WHERE kind = 'renewal') AS l USING (cycle) WHERE c.total IS DISTINCT FROM l.total`,
	} {
		var n int
		require.NoError(b.t, b.db.NewRaw(off).Scan(ctx, &n))
		if n != 0 {
			rt.Fatalf("%s: off by %d", what, n)
		}
	}
	if left := b.balance(); left < 0 {
		rt.Fatalf("the balance is %d", left)
	}
}

func TestAdvance_AnyInterleaving_LedgerIsEven(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	clock := activated
	rapid.Check(t, func(rt *rapid.T) {
		for range 15 {
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				b.has(contract.Halalas(rapid.Int64Range(1, 15_000).Draw(rt, "recharged")))
			case 1: // when it is due; a repeat counts once
				if s.DueAt.After(clock) {
					clock = s.DueAt
				}
				before := s
				s = b.advances(s, clock)
				_, _ = b.AdvanceSubscription(ctx, before, at(clock))
			case 2: // when it is not due
				clock = clock.Add(time.Duration(rapid.IntRange(1, 72).Draw(rt, "hours")) * time.Hour)
				s = b.advances(s, clock)
			default:
				choice := contract.RenewalChoice{At: at(clock)}
				turn := b.StopRenewal
				if !s.AutoRenew {
					turn = b.StartRenewal
				}
				if turned, err := turn(ctx, s, choice); err == nil {
					s = turned
				}
			}
		}
		b.even(rt)
	})
}
