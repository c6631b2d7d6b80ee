package ledger

import (
	"context"

	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/usage"
	"selfcare/internal/ledger"
	storeerrors "selfcare/internal/store/errors"
)

// TakeUsage takes debits from the balances of their lines, all of them in one statement, and notes on each event which posting took it.
// The events are new in this transaction, so their postings are, too.
func (q Ledger) TakeUsage(ctx context.Context, debits []usage.Debit) error {
	if len(debits) == 0 {
		return nil
	}
	var keys, lines, operations, accounts, events, takenBy []string
	var places, amounts []int64
	for _, d := range debits {
		p := ledger.UsagePosting(d)
		keys, lines = append(keys, p.Key), append(lines, p.Subject)
		for n, entry := range p.Entries {
			operations, places = append(operations, p.Key), append(places, int64(n+1))
			accounts, amounts = append(accounts, entry.Account), append(amounts, int64(entry.Amount))
		}
		for _, event := range d.EventIDs {
			events, takenBy = append(events, event), append(takenBy, p.Key)
		}
	}
	// Raw: it changes three tables at once.
	_, err := q.DB.NewRaw(`
		WITH operation AS (
		    INSERT INTO ledger_operations (key, subject, kind, overdraws) SELECT key, line::uuid, ?2, true FROM unnest(?0::text[], ?1::text[]) AS o (key, line)
		), lines_of_it AS (
		    INSERT INTO ledger_lines (operation, n, account, amount)
		    SELECT operation, n, account, amount FROM unnest(?3::text[], ?4::bigint[], ?5::text[], ?6::bigint[]) WITH ORDINALITY AS l (operation, n, account, amount, place)
		    ORDER BY place
		)
		UPDATE usage_charges AS e SET taken_by = t.key FROM unnest(?7::text[], ?8::text[]) AS t (event, key) WHERE e.event_id = t.event`,
		pgdialect.Array(keys), pgdialect.Array(lines), ledger.KindUsage, pgdialect.Array(operations), pgdialect.Array(places),
		pgdialect.Array(accounts), pgdialect.Array(amounts), pgdialect.Array(events), pgdialect.Array(takenBy)).Exec(ctx)
	return storeerrors.Translate("take usage from balances", err)
}
