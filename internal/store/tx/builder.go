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

// PurgeRows deletes the rows of a model with a time in a column before a moment, found by their key, until none is left, and
// returns their number. It may be repeated after an interruption.
func PurgeRows(ctx context.Context, db bun.IDB, model any, key, column string, before time.Time) (purged int, err error) {
	for {
		some := db.NewSelect().Model(model).Column(key).Where("? < ?", bun.Ident(column), before).Limit(purgeAtOnce)
		changed, err := Changed(db.NewDelete().Model(model).Where("? IN (?)", bun.Ident(key), some).Exec(ctx))
		purged += int(changed)
		if err != nil || changed < purgeAtOnce {
			return purged, err
		}
	}
}
