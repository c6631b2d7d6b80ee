package portout_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
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
			_, err := s.PortOuts.OfLines(ctx, []string{storetest.NthLine(2)}, storetest.Past(), storetest.Past())
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

func TestPortOuts_OfLines_HasLastRefused(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.FillLines(t, db, 1, storetest.FewLines)
	day := 24 * time.Hour
	now := time.Now()
	add := func(reference, line string, stage contract.PortOutStage, ago time.Duration) {
		storetest.Exec(t, db, `
			INSERT INTO port_outs (reference, line_id, recipient, stage, seq, state, asked_at, cut_over_at, updated_at)
			VALUES (?0, ?1, 'stc', ?2, 1, jsonb_build_object('reference', ?0::text), ?3, ?3, ?3)`, reference, line, string(stage), now.Add(-ago))
	}
	one, two, three := storetest.NthLine(1), storetest.NthLine(2), storetest.NthLine(3)
	add("first-no", one, contract.PortOutRejected, 9*day)
	add("last-no", one, contract.PortOutRejected, 8*day)
	add("agreed", one, contract.PortOutAgreed, 20*day)
	add("stopped", one, contract.PortOutStopped, 6*day)
	add("stopped-long-ago", one, contract.PortOutStopped, 8*day)
	add("no-long-ago", two, contract.PortOutRejected, 31*day)
	add("of-another", three, contract.PortOutRejected, day)

	found, err := s.PortOuts.OfLines(ctx, []string{one, two}, now.Add(-7*day), now.Add(-30*day))

	require.NoError(t, err)
	var references []string
	for _, p := range found {
		references = append(references, p.Reference)
	}
	require.Equal(t, []string{"stopped", "last-no", "agreed"}, references)
}
