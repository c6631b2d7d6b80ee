// Package settlement stores the payment provider's settlements, and their differences from our books.
package settlement

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/store/tx"
)

// Settlements stores the provider's batches by the day on which they were made, their lines, and the differences. A file is a day with all
// its batches.
type Settlements struct{ DB bun.IDB }

// State is the state of a file.
type State string

// States of a file.
const (
	Due    State = "due"    // to be read
	Broken State = "broken" // unreadable or implausible; a corrected one may follow
	Read   State = "read"
)

type fileRow struct {
	bun.BaseModel `bun:"table:settlement_files,alias:f"`

	Day      string           `bun:",pk"`
	ID       string           `bun:",scanonly"`
	State    State            `bun:",scanonly"`
	SHA256   []byte           `bun:"sha256,scanonly"`
	Lines    int              `bun:",scanonly"`
	Agreed   int              `bun:",scanonly"`
	Held     int              `bun:",scanonly"`
	Payments contract.Halalas `bun:",scanonly"`
	Refunds  contract.Halalas `bun:",scanonly"`
	Charged  contract.Halalas `bun:"chargebacks,scanonly"`
	Fees     contract.Halalas `bun:",scanonly"`
	VAT      contract.Halalas `bun:"vat,scanonly"`
	ReadAt   time.Time        `bun:",scanonly"`
}

// File is the file of a day with its totals.
type File struct {
	Day    string
	ID     string // subject of its posting
	State  State
	SHA256 []byte
	Lines  int
	Agreed int
	Held   int // open differences
	settlement.Sums
	ReadAt time.Time
}

// Lock returns the stored file of a day, and locks it until the end of the transaction.
func (q Settlements) Lock(ctx context.Context, day string) (f File, err error) {
	_, err = q.DB.NewInsert().Model(&fileRow{Day: day}).On("CONFLICT DO NOTHING").Exec(ctx)
	if err != nil {
		return f, wrap("lock settlement file", err)
	}
	f.Day = day
	err = q.DB.NewSelect().Model((*fileRow)(nil)).Column("id", "state", "sha256").Where("day = ?", day).For("UPDATE").
		Scan(ctx, &f.ID, &f.State, &f.SHA256)
	return f, wrap("lock settlement file", err)
}

// Break records that the file of a day is broken.
func (q Settlements) Break(ctx context.Context, day string, hash []byte, now time.Time) error {
	_, err := q.DB.NewUpdate().Model((*fileRow)(nil)).Set("state = 'broken'").Set("sha256 = ?", hash).Set("read_at = ?", now).
		Where("day = ?", day).Exec(ctx)
	return wrap("note broken settlement file", err)
}

// Finish stores the totals of a day's batches.
func (q Settlements) Finish(ctx context.Context, f File) error {
	_, err := q.DB.NewUpdate().Model((*fileRow)(nil)).Set("state = 'read'").Set("sha256 = ?", f.SHA256).Set("read_at = ?", f.ReadAt).
		Set("lines = ?", f.Lines).Set("agreed = ?", f.Agreed).Set("payments = ?", f.Payments).Set("refunds = ?", f.Refunds).
		Set("chargebacks = ?", f.Chargebacks).Set("fees = ?", f.Fees).Set("vat = ?", f.VAT).Where("day = ?", f.Day).Exec(ctx)
	return wrap("note settlement file", err)
}

// SkipRead returns the ids of batches that were not read before, in their order.
func (q Settlements) SkipRead(ctx context.Context, ids []string) (fresh []string, err error) {
	var known []string
	err = q.DB.NewSelect().Table("settlement_batches").Column("id").Where("id = ANY (?)", pgdialect.Array(ids)).Scan(ctx, &known)
	for _, id := range ids {
		if !slices.Contains(known, id) {
			fresh = append(fresh, id)
		}
	}
	return fresh, wrap("find read settlement batches", err)
}

// NoteRead records that a batch was read on a day.
func (q Settlements) NoteRead(ctx context.Context, day, id string) error {
	_, err := q.DB.NewInsert().Model(&batchRow{ID: id, Day: day}).Exec(ctx)
	return wrap("note settlement batch", err)
}

type batchRow struct {
	bun.BaseModel `bun:"table:settlement_batches"`

	ID  string `bun:",pk"`
	Day string
}

// linesAtOnce keeps a statement to some megabytes.
const linesAtOnce = 5000

const filesPage = 50

// Files returns one page of the files, the newest day first.
func (q Settlements) Files(ctx context.Context, page int) (files []File, err error) {
	var rows []fileRow
	held := q.DB.NewSelect().TableExpr("settlement_items AS i").ColumnExpr("count(*)").Where("i.day = f.day").Where("i.state = 'held'")
	err = q.DB.NewSelect().Model(&rows).ColumnExpr("f.day::text AS day").
		Column("state", "lines", "agreed", "payments", "refunds", "chargebacks", "fees", "vat", "read_at").ColumnExpr("(?) AS held", held).
		Order("f.day DESC").Limit(filesPage).Offset(tx.Offset(page, filesPage)).Scan(ctx)
	for _, r := range rows {
		files = append(files, File{
			Day: r.Day, State: r.State, Lines: r.Lines, Agreed: r.Agreed, Held: r.Held, ReadAt: r.ReadAt,
			Sums: settlement.Sums{Count: r.Lines, Payments: r.Payments, Refunds: r.Refunds, Chargebacks: r.Charged, Fees: r.Fees, VAT: r.VAT},
		})
	}
	return files, wrap("list settlement files", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
