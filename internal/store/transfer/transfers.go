// Package transfer stores the transfers from lines to others, local and international.
package transfer

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/transfer"
)

// Transfers stores the transfers from lines to others.
type Transfers struct{ DB bun.IDB }

type row struct {
	bun.BaseModel `bun:"table:transfers,alias:t"`

	ID        string           `bun:"id,pk"`
	Number    string           `bun:"number"`
	Kind      string           `bun:"kind"`
	FromLine  string           `bun:"from_line"`
	ToLine    string           `bun:"to_line,nullzero"`
	Party     string           `bun:"party,nullzero"`
	Amount    contract.Halalas `bun:"amount"`
	Megabytes int64            `bun:"megabytes,nullzero"`
	WalletID  string           `bun:"wallet_id,nullzero"`
	At        time.Time        `bun:"at"`
}

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
	_, err = q.DB.NewSelect().Table("line_balances").ColumnExpr("1").Where("line_id = ?", lineID).For("UPDATE").Exec(ctx)
	if err != nil {
		return s, wrap("lock balance", err)
	}
	return q.ReadSender(ctx, lineID, now)
}

// ReadSender is Sender without the lock.
func (q Transfers) ReadSender(ctx context.Context, lineID string, now time.Time) (s transfer.Sender, err error) {
	balance := q.DB.NewSelect().Table("line_balances").Column("amount").Where("line_id = ?", lineID)
	err = q.DB.NewSelect().Model((*row)(nil)).ColumnExpr("coalesce((?), 0)", balance).
		ColumnExpr("coalesce(sum(amount) FILTER (WHERE at >= date_trunc('day', ?::timestamptz, 'Asia/Riyadh')), 0)::bigint", now).
		ColumnExpr("coalesce(sum(amount), 0)::bigint").
		Where("from_line = ?", lineID).Where("kind = 'local'").Where("outcome <> 'returned'").
		Where("at >= date_trunc('month', ?::timestamptz, 'Asia/Riyadh')", now).
		Scan(ctx, (*int64)(&s.Balance), (*int64)(&s.Today), (*int64)(&s.ThisMonth))
	return s, wrap("read what was transferred", err)
}

// Add inserts a new transfer, once.
func (q Transfers) Add(ctx context.Context, t Transfer) error {
	added := row{
		ID: t.ID, Number: t.Number, Kind: t.Kind, FromLine: t.FromLine, ToLine: t.ToLine, Party: t.Party, Amount: t.Amount,
		Megabytes: t.Megabytes, WalletID: t.WalletID, At: t.At,
	}
	_, err := q.DB.NewInsert().Model(&added).On("CONFLICT (id) DO NOTHING").Returning("NULL").Exec(ctx)
	return wrap("add transfer", err)
}

// End stores the outcome of a transfer; one to another country that is done can still be returned. For another purchase there is no row, and nothing is written.
func (q Transfers) End(ctx context.Context, id, outcome string) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("outcome = ?", outcome).Where("id = ?", id).Exec(ctx)
	return wrap("end transfer", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
