// Package line stores the lines in service and their owners.
package line

import (
	"context"
	"database/sql"
	"time"

	"selfcare/internal/domain/line"
	storeerrors "selfcare/internal/store/errors"
)

// Concerns reads the facts about a line that may need the holder's attention.
func (q Lines) Concerns(ctx context.Context, lineID string, now time.Time) (c line.Concerns, err error) {
	var suspended, leavesAt, keepUntil, dueAt sql.NullTime
	// Raw: a report over four tables.
	err = q.DB.NewRaw(`
		SELECT l.status, l.suspended_since, coalesce(p.reference, ''), p.cut_over_at,
		       d.id IS NOT NULL, CASE WHEN d.stage = 'waiting' THEN d.undo_until END, coalesce(due.owed, 0), due.since
		FROM lines AS l
		LEFT JOIN port_outs AS p ON p.line_id = l.id AND p.stage IN ('agreed', 'moving')
		LEFT JOIN line_deactivations AS d ON d.line_id = l.id AND d.stage IN ('waiting', 'ending', 'held')
		CROSS JOIN LATERAL (
		    SELECT sum(left_over)::bigint AS owed, min(due_at) AS since
		    FROM invoice_dues WHERE line_id = l.id AND left_over > 0 AND due_at <= ?1) AS due
		WHERE l.id = ?0`, lineID, now).
		Scan(ctx, &c.Status, &suspended, &c.PortOut, &leavesAt, &c.Ending, &keepUntil, (*int64)(&c.Overdue), &dueAt)
	c.SuspendedSince, c.LeavesAt, c.KeepUntil, c.DueAt = suspended.Time, leavesAt.Time, keepUntil.Time, dueAt.Time
	return c, storeerrors.Translate("read the concerns of a line", err)
}
