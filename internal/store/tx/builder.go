package tx

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
)

// Changed returns how many rows a statement changed.
func Changed(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// RequireChange returns the error of a statement, and otherwise an error of the caller if the statement changed no row.
func RequireChange(operation string, unchanged error, result sql.Result, err error) error {
	changed, err := Changed(result, err)
	if err == nil && changed == 0 {
		err = unchanged
	}
	return storeerrors.Translate(operation, err)
}

// AllColumns selects all columns of a model, for a selection that adds others. "SELECT *" would fail on a column that a newer
// release has added.
func AllColumns(s *bun.SelectQuery) *bun.SelectQuery { return s.ExcludeColumn() }

// purgeAtOnce keeps each statement of a purge short.
const purgeAtOnce = 500

// PurgeRows deletes the rows of a model with a time in a column before a moment, the oldest first and some hundreds in each statement, until
// none is left, and returns their number. It deletes only rows that meet all conditions. It may be repeated after an interruption. The
// column has an index. The table has no partitions: each of them has a row in the same place, and drops its old rows as a whole.
func PurgeRows(ctx context.Context, db bun.IDB, model any, column string, before time.Time, conditions ...string) (purged int, err error) {
	var from time.Time // each statement begins where the last one ended: it does not pass the index entries of deleted rows again
	for {
		old := db.NewSelect().Model(model).ColumnExpr("ctid").Where("? >= ?", bun.Ident(column), from).Where("? < ?", bun.Ident(column), before).
			OrderExpr("?", bun.Ident(column)).Limit(purgeAtOnce)
		for _, condition := range conditions {
			old = old.Where(condition)
		}
		// A row that changes meanwhile gets another place, and stays.
		deleted := db.NewDelete().Model(model).Where("ctid = ANY (ARRAY(?))", old).Returning("?", bun.Ident(column))
		var count int
		var last bun.NullTime
		err := db.NewSelect().With("deleted", deleted).TableExpr("deleted").ColumnExpr("count(*)").ColumnExpr("max(?)", bun.Ident(column)).Scan(ctx, &count, &last)
		purged += count
		if err != nil || count == 0 {
			return purged, err
		}
		from = last.Time
	}
}

// CountAtMost counts selected rows, and stops at a number.
func CountAtMost(ctx context.Context, db bun.IDB, rows *bun.SelectQuery, most int) (count int, err error) {
	err = db.NewSelect().TableExpr("(?) AS counted", rows.ColumnExpr("1").Limit(int64(most))).ColumnExpr("count(*)").Scan(ctx, &count)
	return count, err
}
