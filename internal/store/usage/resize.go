package usage

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// Resize makes a limited bucket larger, or smaller by at most the rest of it; otherwise it is ErrOverdrawn. Usage since its start
// is recounted.
func Resize(ctx context.Context, db bun.IDB, lineID, id string, by int64, now time.Time) ([]News, error) {
	if err := lock(ctx, db, lineID); err != nil {
		return nil, wrap("resize bucket", err)
	}
	var resized []bucketRow
	err := db.NewUpdate().Model((*bucketRow)(nil)).Set("total = total + ?", by).Set("updated_at = now()").
		Where("id = ?", id).Where("line_id = ?", lineID).Where("total + ? >= used", by).Returning("line_id, type, valid_from").Scan(ctx, &resized)
	if err == nil && len(resized) == 0 {
		err = ErrOverdrawn
	}
	if err != nil {
		return nil, wrap("resize bucket", err)
	}
	news, err := recount(ctx, db, spansOf(resized), nil, now)
	return news, wrap("resize bucket", err)
}
