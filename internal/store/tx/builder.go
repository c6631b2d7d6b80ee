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

// PurgeRows deletes the rows of a model with a time in a column before a moment, found by their key, until none is left, and
// returns their number. It deletes only rows that meet all conditions. It may be repeated after an interruption.
func PurgeRows(ctx context.Context, db bun.IDB, model any, key, column string, before time.Time, conditions ...string) (purged int, err error) {
	old := db.NewSelect().Model(model).Column(key).Where("? < ?", bun.Ident(column), before)
	for _, condition := range conditions {
		old = old.Where(condition)
	}
	return Purge(ctx, old, func(some *bun.SelectQuery) *bun.DeleteQuery {
		return db.NewDelete().Model(model).Where("? IN (?)", bun.Ident(key), some)
	})
}

// purgeAtOnce keeps each statement of a purge short.
const purgeAtOnce = 5000

// Purge deletes selected rows, a few thousand in each statement, until none is left, and returns their number. It may be repeated
// after an interruption.
func Purge(ctx context.Context, old *bun.SelectQuery, deleteOf func(some *bun.SelectQuery) *bun.DeleteQuery) (purged int, err error) {
	for {
		changed, err := Changed(deleteOf(old.Clone().Limit(purgeAtOnce)).Exec(ctx))
		purged += int(changed)
		if err != nil || changed < purgeAtOnce {
			return purged, err
		}
	}
}
