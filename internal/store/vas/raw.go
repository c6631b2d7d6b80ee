package vas

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Start inserts a starting service of a line; false when the line has it already. It may be repeated.
func (q Services) Start(ctx context.Context, h Held) (fresh bool, err error) {
	var holder string
	// Raw: it inserts a row or reads the other one.
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
	// Raw: it locks the line and changes the service.
	_, err := q.DB.NewRaw(`
		WITH line AS (
		    SELECT l.status FROM line_services AS s JOIN lines AS l ON l.id = s.line_id WHERE s.id = ?0 FOR KEY SHARE OF l
		)
		UPDATE line_services SET state = CASE WHEN (SELECT status FROM line) = 'ended' THEN 'ending' ELSE 'active' END, until = ?1
		WHERE id = ?0 AND state = 'starting'`, id, until).Exec(ctx)
	return wrap("run service", err)
}
