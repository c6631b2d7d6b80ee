package portout_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestPortOuts_ManyLines_UsesAnIndex(t *testing.T) {
	db, _ := storetest.Database(t)
	s := store.New(db, testkit.Keys(t))
	storetest.FillLines(t, db, 1, storetest.FewLines)
	storetest.Exec(t, db, `
		INSERT INTO port_outs (reference, line_id, recipient, stage, seq, state, asked_at, cut_over_at)
		SELECT 'PO-' || n, ?, 'stc', 'rejected', 1, '{}', now(), now() FROM generate_series(1, 20000) AS n`, storetest.NthLine(1))
	storetest.Exec(t, db, "ANALYZE port_outs")
	for name, call := range map[string]func() ([]contract.PortOut, error){
		"of lines": func() ([]contract.PortOut, error) {
			return s.PortOuts.OfLines(ctx, []string{storetest.NthLine(2)}, storetest.Past())
		},
		"held": func() ([]contract.PortOut, error) { return s.PortOuts.ForSupport(ctx, "", 1) },
		"one":  func() ([]contract.PortOut, error) { return s.PortOuts.ForSupport(ctx, "PO-20000", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			read := storetest.Measure(t, db, func() {
				_, err := call()
				require.NoError(t, err)
			})
			require.Empty(t, read.Whole)
			require.LessOrEqual(t, read.Buffers, 100)
		})
	}
}
