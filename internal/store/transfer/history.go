package transfer

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// OfLine returns one page of a line's sent and received transfers of some kinds, newest first, and their total.
func (q Transfers) OfLine(ctx context.Context, lineID string, kinds []string, page, size int) (found []Transfer, total int, err error) {
	mine := q.DB.NewSelect().Model((*row)(nil)).Where("?::uuid IN (from_line, to_line)", lineID).Where("kind IN (?)", bun.List(kinds)).
		Where("from_line = ? OR outcome = 'done'", lineID)
	count, err := mine.Clone().Count(ctx)
	if err != nil {
		return nil, 0, wrap("count transfers", err)
	}
	found, err = q.list(ctx, lineID, mine.ColumnExpr("t.*").Order("at DESC", "seq DESC").Limit(int64(size)).Offset(int64((page-1)*size)))
	return found, int(count), err
}

// list reads transfers as one of their lines sees them.
func (q Transfers) list(ctx context.Context, lineID string, mine *bun.SelectQuery) (found []Transfer, err error) {
	err = q.DB.NewSelect().TableExpr("(?) AS t", mine).
		Join("LEFT JOIN lines AS l ON l.id = CASE WHEN t.from_line = ? THEN t.to_line ELSE t.from_line END", lineID).
		Column("t.id", "t.number", "t.kind", "t.from_line", "t.amount", "t.outcome", "t.at").
		ColumnExpr("coalesce(t.to_line::text, '') AS to_line").ColumnExpr("coalesce(l.msisdn, t.party) AS party").
		ColumnExpr("coalesce(t.megabytes, 0) AS megabytes").Order("t.at DESC", "t.seq DESC").Scan(ctx, &found)
	return found, wrap("list transfers", err)
}

// Month sums up the sent and received transfers of a line in one month of Riyadh.
type Month struct {
	Month    string // YYYY-MM
	Sent     contract.Halalas
	Received contract.Halalas
	Count    int
}
