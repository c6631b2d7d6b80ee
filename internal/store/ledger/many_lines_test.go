package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
)

// Ten million lines must not slow a posting down, because every payment needs one.
func TestPost_ManyLines_UsesIndexes(t *testing.T) {
	db, _ := storetest.Database(t)
	s := store.New(db, testkit.Keys(t))
	cost := func(key string, line int) storetest.Cost {
		require.NoError(t, s.Ledger.Post(ctx, moved(key+" warm", storetest.NthLine(line), 100)))
		return storetest.Measure(t, db, func() { require.NoError(t, s.Ledger.Post(ctx, moved(key, storetest.NthLine(line), 100))) })
	}
	storetest.FillLines(t, db, 1, storetest.FewLines)
	few := cost("few", storetest.FewLines)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.ManyLines)
	many := cost("many", storetest.ManyLines)
	require.Empty(t, many.Whole, "tables read whole")
	require.LessOrEqual(t, many.Buffers, few.Buffers+20, "with %d lines %d buffers", storetest.FewLines, few.Buffers)
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

// BenchmarkPost_ManyLines reports the median time of a warm posting to a random line, in microseconds, for each number of lines.
func BenchmarkPost_ManyLines(b *testing.B) {
	db, _ := testkit.Databases(b)
	s := store.New(db, testkit.Keys(b))
	lines, round := 0, 0
	for _, many := range []int{storetest.FewLines, storetest.ManyLines} {
		storetest.FillLines(b, db, lines+1, many)
		lines = many
		b.Run(fmt.Sprintf("%d lines", many), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				round++
				posting := moved(fmt.Sprint("round ", round), storetest.NthLine(1+rand.IntN(lines)), 100)
				begin := time.Now()
				require.NoError(b, s.Ledger.Post(ctx, posting))
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs/median")
		})
	}
}
