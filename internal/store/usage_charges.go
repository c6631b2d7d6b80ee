package store

import (
	"context"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/money"
	"selfcare/internal/ledger"
)

// PostingUsage is the kind of the postings that take use beyond the plan from prepaid balances.
const PostingUsage = "usage"

// takeUsage takes debits from the balances of their lines, all of them in one statement, and notes on each event which posting took it.
// Use cannot be refused afterwards, so a balance may fall below zero. VAT was paid when the balance was bought (ADR 42): all of it is
// revenue. The events are new in this transaction, so their postings are, too.
func (q Ledger) takeUsage(ctx context.Context, debits []allowance.Debit) error {
	if len(debits) == 0 {
		return nil
	}
	var keys, lines, accounts, events, takenBy []string
	var amounts []int64
	for _, d := range debits {
		keys, lines, accounts = append(keys, d.Key), append(lines, d.LineID), append(accounts, ledger.LineAccount(d.LineID))
		amounts = append(amounts, int64(d.Amount))
		for _, event := range d.EventIDs {
			events, takenBy = append(events, event), append(takenBy, d.Key)
		}
	}
	_, err := q.prepared().exec(ctx, `
		WITH debit AS (
		    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) WITH ORDINALITY AS d (key, line, account, amount, place)
		), operation AS (
		    INSERT INTO ledger_operations (key, subject, kind, overdraws) SELECT key, line::uuid, $5, true FROM debit
		), lines_of_it AS (
		    INSERT INTO ledger_lines (operation, n, account, amount)
		    SELECT d.key, side.n, CASE side.n WHEN 1 THEN d.account ELSE $6 END, CASE side.n WHEN 1 THEN d.amount ELSE -d.amount END
		    FROM debit AS d CROSS JOIN (VALUES (1), (2)) AS side (n) ORDER BY d.place, side.n
		)
		UPDATE usage_events AS e SET taken_by = t.key FROM unnest($7::text[], $8::text[]) AS t (event, key) WHERE e.event_id = t.event`,
		keys, lines, accounts, amounts, PostingUsage, money.AccountRevenue, events, takenBy)
	return translate("take usage from balances", err)
}
