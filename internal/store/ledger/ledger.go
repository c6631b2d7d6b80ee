// Package ledger stores the postings of the ledger.
package ledger

import (
	"context"
	"encoding/json"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

// Ledger holds the append-only books.
type Ledger struct{ *tx.Conn }

// Post posts one business operation; a repeated Key changes nothing. Lines that do not add up to zero are ErrConflict, at the
// latest when the transaction commits. So is a Key that was used for other lines. A posting that exceeds a prepaid balance is
// ErrNotCovered.
func (q Ledger) Post(ctx context.Context, p ledger.Posting) error {
	lines, err := json.Marshal(p.Entries)
	if err != nil {
		return fmt.Errorf("post %s: %w", p.Kind, err)
	}
	written, err := hot.Post.Exec(ctx, q.Conn, p.Key, p.Subject, p.Kind, string(lines), p.Overdraws)
	if err == nil && written == 0 {
		return q.compare(ctx, p, string(lines))
	}
	if storeerrors.Violates(err, "line_balances_covered") {
		return fmt.Errorf("post %s: %w", p.Kind, storeerrors.ErrNotCovered)
	}
	return storeerrors.Translate("post "+p.Kind, err)
}

func (q Ledger) compare(ctx context.Context, p ledger.Posting, lines string) error {
	var same bool
	known := q.DB.NewSelect().Table("ledger_operations").ColumnExpr("1").Where("key = ?", p.Key).Where("subject = ?", p.Subject).Where("kind = ?", p.Kind)
	entries := q.DB.NewSelect().Table("ledger_lines").
		ColumnExpr("jsonb_agg(jsonb_build_object('account', account, 'amount', amount) ORDER BY n)").Where("operation = ?", p.Key)
	err := q.DB.NewSelect().ColumnExpr("EXISTS (?) AND (?) = ?::jsonb", known, entries, lines).Scan(ctx, &same)
	if err == nil && !same {
		err = fmt.Errorf("%w: %s was posted differently", storeerrors.ErrConflict, p.Key)
	}
	return storeerrors.Translate("post "+p.Kind, err)
}

// Balance returns the amounts on each account for an order or a line. They add up to zero.
func (q Ledger) Balance(ctx context.Context, subject string) (map[string]contract.Halalas, error) {
	var accounts []ledger.Entry
	err := q.DB.NewSelect().TableExpr("ledger_lines AS l").Join("JOIN ledger_operations AS o ON o.key = l.operation").
		Column("l.account").ColumnExpr("sum(l.amount)::bigint AS amount").Where("o.subject = ?", subject).Group("l.account").Scan(ctx, &accounts)
	balance := make(map[string]contract.Halalas, len(accounts))
	for _, line := range accounts {
		balance[line.Account] = line.Amount
	}
	return balance, storeerrors.Translate("read balance", err)
}
