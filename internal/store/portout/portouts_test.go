package portout_test

import (
	"context"
	"testing"

	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestPortOuts_ManyLines_UsesAnIndex(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `
		INSERT INTO port_outs (reference, line_id, recipient, stage, seq, state, asked_at, cut_over_at)
		SELECT 'PO-' || n, '`+storetest.NthLine(1)+`', 'stc', 'rejected', 1, '{}', now(), now() FROM generate_series(1, 20000) AS n`)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"of lines": func() error {
			_, err := s.PortOuts.OfLines(ctx, []string{storetest.NthLine(2)}, storetest.Past())
			return err
		},
		"held": func() error {
			_, err := s.PortOuts.ForSupport(ctx, "", 1)
			return err
		},
		"one": func() error {
			_, err := s.PortOuts.ForSupport(ctx, "PO-20000", 1)
			return err
		},
	})
}
