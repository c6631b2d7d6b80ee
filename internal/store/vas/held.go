package vas

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"selfcare/internal/contract"
)

// States of a line's service.
const (
	Starting = "starting"
	Active   = "active"
	Ending   = "ending"
)

// Held is a service of a line.
type Held struct {
	ID          string // of the purchase
	LineID      string
	ServiceID   string
	NameEn      string
	NameAr      string
	PartnerCode string
	State       string
	Price       contract.Halalas
	Since       time.Time
	Until       time.Time `bun:",nullzero"`
}

const heldColumns = `
	l.id, l.line_id, l.service_id, s.name_en, s.name_ar, s.partner_code, l.state, l.price, l.since, l.until
	FROM line_services AS l JOIN services AS s ON s.id = l.service_id`

// OfLine returns the services of a line, newest first; with a channel only those that can be managed there.
func (q Services) OfLine(ctx context.Context, lineID, channel string) (found []Held, err error) {
	err = q.DB.NewRaw("SELECT"+heldColumns+`
		WHERE l.line_id = ?0 AND l.state <> 'ended' AND (?1 = '' OR ?1 = ANY(s.availability)) ORDER BY l.since DESC, l.id`, lineID, channel).Scan(ctx, &found)
	return found, wrap("list services of line", err)
}

// Start inserts a starting service of a line; false when the line has it already. It may be repeated.
func (q Services) Start(ctx context.Context, h Held) (fresh bool, err error) {
	var holder string
	err = q.DB.NewRaw(`
		WITH added AS (
		    INSERT INTO line_services (id, line_id, service_id, state, price, since) VALUES (?0, ?1, ?2, 'starting', ?3, ?4)
		    ON CONFLICT (line_id, service_id) WHERE state <> 'ended' DO NOTHING RETURNING id
		) SELECT id FROM added UNION ALL SELECT id FROM line_services WHERE line_id = ?1 AND service_id = ?2 AND state <> 'ended' LIMIT 1`,
		h.ID, h.LineID, h.ServiceID, int64(h.Price), h.Since).Scan(ctx, &holder)
	if errors.Is(err, sql.ErrNoRows) { // the row of the first caller is not visible yet
		return false, nil
	}
	return holder == h.ID, wrap("start service", err)
}

// Run records that a service runs until a time. On a line that has ended meanwhile it is to end. The lock lets an end of the line wait.
func (q Services) Run(ctx context.Context, id string, until time.Time) error {
	return q.exec(ctx, "run service", `
		WITH line AS (
		    SELECT l.status FROM line_services AS s JOIN lines AS l ON l.id = s.line_id WHERE s.id = ?0 FOR KEY SHARE OF l
		)
		UPDATE line_services SET state = CASE WHEN (SELECT status FROM line) = 'ended' THEN 'ending' ELSE 'active' END, until = ?1
		WHERE id = ?0 AND state = 'starting'`, id, until)
}

// Leave marks a running service of a line for its end; an ending one stays so. It returns false when none runs.
func (q Services) Leave(ctx context.Context, lineID, serviceID string) (left bool, err error) {
	result, err := q.DB.NewRaw(`
		UPDATE line_services SET state = 'ending' WHERE line_id = ?0 AND service_id = ?1 AND state IN ('active', 'ending')`, lineID, serviceID).Exec(ctx)
	if err != nil {
		return false, wrap("leave service", err)
	}
	changed, err := result.RowsAffected()
	return changed > 0, wrap("leave service", err)
}

// ToEnd returns services that the partner has to end: those that were left, which the end of a line does, too, and those whose
// cycle has ended without renewal.
func (q Services) ToEnd(ctx context.Context, now time.Time, most int) (found []Held, err error) {
	err = q.DB.NewRaw("SELECT"+heldColumns+`
		WHERE l.state = 'ending' OR l.state = 'active' AND l.until <= ?0 AND NOT EXISTS (
		    SELECT FROM line_renewals AS r WHERE r.purchase_id = l.id AND r.renews) ORDER BY l.until, l.id LIMIT ?1`, now, most).Scan(ctx, &found)
	return found, wrap("find services to end", err)
}

// End records that a service has ended, or will never start.
func (q Services) End(ctx context.Context, id string, at time.Time) error {
	return q.exec(ctx, "end service", "UPDATE line_services SET state = 'ended', ended_at = ?1 WHERE id = ?0 AND state <> 'ended'", id, at)
}

func (q Services) exec(ctx context.Context, operation, statement string, args ...any) error {
	_, err := q.DB.NewRaw(statement, args...).Exec(ctx)
	return wrap(operation, err)
}
