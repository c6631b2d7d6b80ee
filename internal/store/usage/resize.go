package usage

import (
	"context"
	"database/sql"
	"time"

	"selfcare/internal/domain/allowance"
)

// Resize makes a limited bucket larger, or smaller by at most the rest of it; otherwise it is ErrOverdrawn. Usage since its start
// is recounted.
func Resize(ctx context.Context, db DB, lineID, id string, by int64, now time.Time) ([]News, error) {
	if err := lock(ctx, db, []string{lineID}); err != nil {
		return nil, wrap("resize bucket", err)
	}
	changed := map[key]span{}
	err := readRows(ctx, db, func(rows *sql.Rows) error {
		var t allowance.Type
		var from time.Time
		err := rows.Scan(&t, &from)
		changed[key{lineID, allowance.Family(t)}] = span{from, from.Add(time.Microsecond)}
		return err
	}, `
		UPDATE line_allowances SET total = total + $3, updated_at = now()
		WHERE id = $2 AND line_id = $1 AND total + $3 >= used RETURNING type, valid_from`, lineID, id, by)
	if err == nil && len(changed) == 0 {
		err = ErrOverdrawn
	}
	if err != nil {
		return nil, wrap("resize bucket", err)
	}
	news, err := recount(ctx, db, changed, now)
	return news, wrap("resize bucket", err)
}
