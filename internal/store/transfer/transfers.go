// Package transfer stores the transfers from lines to others, local and international.
package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/transfer"
	"selfcare/internal/store/usage"
)

// Transfers stores the transfers from lines to others.
type Transfers struct{ DB usage.DB }

// Kinds of transfers.
const (
	Local         = "local" // balance for another of our lines
	Data          = "data"
	International = "international" // top-up of a number of another country
)

// Outcomes of a transfer that has ended.
const (
	Done     = "done"
	Returned = "returned"
)

// Transfer is one transfer.
type Transfer struct {
	ID        string // of the purchase
	Number    string
	Kind      string
	FromLine  string
	ToLine    string // empty for an international transfer
	Party     string // the other number, when it is read for one side; an international one is masked
	Amount    contract.Halalas
	Megabytes int64
	WalletID  string
	Outcome   string
	At        time.Time
}

// Sender locks the balance of a line until the end of the transaction, and reads the facts that limit its transfers, so that two
// concurrent transfers count each other.
func (q Transfers) Sender(ctx context.Context, lineID string, now time.Time) (s transfer.Sender, err error) {
	_, err = q.DB.Exec(ctx, "SELECT FROM line_balances WHERE line_id = $1 FOR UPDATE", lineID)
	if err != nil {
		return s, wrap("lock balance", err)
	}
	return q.ReadSender(ctx, lineID, now)
}

// ReadSender is Sender without the lock.
func (q Transfers) ReadSender(ctx context.Context, lineID string, now time.Time) (s transfer.Sender, err error) {
	_, err = q.row(ctx, "read what was transferred", []any{(*int64)(&s.Balance), (*int64)(&s.Today), (*int64)(&s.ThisMonth)}, `
		SELECT coalesce((SELECT amount FROM line_balances WHERE line_id = $1), 0),
		       coalesce(sum(amount) FILTER (WHERE at >= date_trunc('day', $2::timestamptz, 'Asia/Riyadh')), 0)::bigint,
		       coalesce(sum(amount), 0)::bigint
		FROM transfers WHERE from_line = $1 AND kind = 'local' AND outcome <> 'returned' AND at >= date_trunc('month', $2::timestamptz, 'Asia/Riyadh')`,
		lineID, now)
	return s, err
}

// Add inserts a new transfer, once.
func (q Transfers) Add(ctx context.Context, t Transfer) error {
	_, err := q.DB.Exec(ctx, `
		INSERT INTO transfers (id, number, kind, from_line, to_line, party, amount, megabytes, wallet_id, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, nullif($8::bigint, 0), $9, $10) ON CONFLICT (id) DO NOTHING`,
		t.ID, t.Number, t.Kind, t.FromLine, unlessEmpty(t.ToLine), unlessEmpty(t.Party), int64(t.Amount), t.Megabytes, unlessEmpty(t.WalletID), t.At)
	return wrap("add transfer", err)
}

func unlessEmpty(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }

// End stores the outcome of a transfer. For another purchase there is no row, and nothing is written.
func (q Transfers) End(ctx context.Context, id, outcome string) error {
	_, err := q.DB.Exec(ctx, "UPDATE transfers SET outcome = $2 WHERE id = $1", id, outcome)
	return wrap("end transfer", err)
}

// row reads the only row of a query; false without one.
func (q Transfers) row(ctx context.Context, operation string, into []any, query string, args ...any) (found bool, err error) {
	rows, err := q.DB.Query(ctx, query, args...)
	if err != nil {
		return false, wrap(operation, err)
	}
	defer func() { _ = rows.Close() }()
	if rows.Next() {
		found, err = true, rows.Scan(into...)
	}
	return found, wrap(operation, errors.Join(err, rows.Err()))
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
