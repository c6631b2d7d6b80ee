// Package settlement stores the payment provider's settlements, and their differences from our books.
package settlement

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/store/tx"
)

// Settlements stores the provider's files, their lines, and the differences.
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

// Finish stores the totals of a day's file.
func (q Settlements) Finish(ctx context.Context, f File) error {
	_, err := q.DB.NewUpdate().Model((*fileRow)(nil)).Set("state = 'read'").Set("sha256 = ?", f.SHA256).Set("read_at = ?", f.ReadAt).
		Set("lines = ?", f.Lines).Set("agreed = ?", f.Agreed).Set("payments = ?", f.Payments).Set("refunds = ?", f.Refunds).
		Set("fees = ?", f.Fees).Set("vat = ?", f.VAT).Where("day = ?", f.Day).Exec(ctx)
	return wrap("note settlement file", err)
}

// linesAtOnce keeps a statement to some megabytes.
const linesAtOnce = 5000

const filesPage = 50

// Files returns one page of the files, the newest day first.
func (q Settlements) Files(ctx context.Context, page int) (files []File, err error) {
	var rows []fileRow
	held := q.DB.NewSelect().TableExpr("settlement_items AS i").ColumnExpr("count(*)").Where("i.day = f.day").Where("i.state = 'held'")
	err = q.DB.NewSelect().Model(&rows).ColumnExpr("f.day::text AS day").
		Column("state", "lines", "agreed", "payments", "refunds", "fees", "vat", "read_at").ColumnExpr("(?) AS held", held).
		Order("f.day DESC").Limit(filesPage).Offset(tx.Offset(page, filesPage)).Scan(ctx)
	for _, r := range rows {
		files = append(files, File{
			Day: r.Day, State: r.State, Lines: r.Lines, Agreed: r.Agreed, Held: r.Held, ReadAt: r.ReadAt,
			Sums: settlement.Sums{Count: r.Lines, Payments: r.Payments, Refunds: r.Refunds, Fees: r.Fees, VAT: r.VAT},
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
