package lateorder

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/lateorder"
)

// ofLasting returns why a change found no row.
func (q Incidents) ofLasting(ctx context.Context, doing, id, statement string, args ...any) error {
	// Raw: it runs statements of its callers.
	changed, err := q.DB.NewRaw(statement, args...).Exec(ctx)
	if err != nil {
		return wrapped(doing, err)
	}
	if count, err := changed.RowsAffected(); err != nil || count > 0 {
		return wrapped(doing, err)
	}
	if _, err := q.Get(ctx, id); err != nil {
		return err
	}
	return contract.Refuse(contract.FailIncidentOver)
}

// Gather records the orders that incidents touch now, and returns the number of new ones.
func (q Incidents) Gather(ctx context.Context, now time.Time) (found int, err error) {
	// Raw: it inserts what it selects.
	added, err := q.DB.NewRaw(`
		INSERT INTO incident_orders (incident_id, order_id)
		SELECT i.id, o.id FROM incidents AS i
		JOIN orders AS o ON o.waits_for <> '' AND (o.waits_for = i.partner OR i.city <> '' AND o.waits_for = 'courier' AND o.city = i.city)
		WHERE i.ended_at IS NULL AND i.from_at <= ?
		ON CONFLICT DO NOTHING`, now).Exec(ctx)
	if err != nil {
		return 0, wrapped("gather orders of incidents", err)
	}
	count, err := added.RowsAffected()
	return int(count), wrapped("gather orders of incidents", err)
}

// ListUntold returns orders whose customers have not been told that an incident has ended.
func (q Incidents) ListUntold(ctx context.Context, most int) (found []Touched, err error) {
	// Raw: it selects with a correlated selection of two tables.
	err = q.DB.NewRaw(`
		SELECT t.incident_id, t.order_id, EXISTS (
		    SELECT FROM incident_orders AS n JOIN incidents AS l ON l.id = n.incident_id
		    WHERE n.order_id = t.order_id AND l.ended_at IS NULL) AS again
		FROM incident_orders AS t JOIN incidents AS i ON i.id = t.incident_id
		WHERE t.told_at IS NULL AND i.ended_at IS NOT NULL ORDER BY t.touched_at, t.order_id LIMIT ?`, most).Scan(ctx, &found)
	return found, wrapped("find orders of incidents that are over", err)
}

// Learn computes the usual times from the last runs of each kind of order, stage and city, and drops older runs. It returns the
// number of usual times. A repeated call changes nothing.
func (q Runs) Learn(ctx context.Context, now time.Time) (known int, err error) {
	err = q.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		for _, statement := range []string{
			"LOCK TABLE stage_expectations IN SHARE ROW EXCLUSIVE MODE", // two workers take turns
			"DELETE FROM stage_expectations", forgetRuns,
		} {
			// Raw: it locks a table, and inserts what it selects.
			if _, err := tx.NewRaw(statement, lateorder.Samples).Exec(ctx); err != nil {
				return err
			}
		}
		learned, err := tx.NewRaw(learn, lateorder.Share, lateorder.Slowest, now, lateorder.Enough).Exec(ctx)
		if err != nil {
			return err
		}
		count, err := learned.RowsAffected()
		known = int(count)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("learn how long orders wait: %w", err)
	}
	return known, nil
}

// Late returns orders that wait longer than usual and are not marked yet, the longest waiting first. It skips an order that an
// older build has moved on since.
func (q Runs) Late(ctx context.Context, settings Figures, now time.Time, most int) (found []lateorder.Waiting, err error) {
	seconds := map[string]float64{}
	for stage, within := range settings.stages() {
		seconds[string(stage)] = within.Seconds()
	}
	otherwise, err := json.Marshal(seconds)
	if err != nil {
		return nil, fmt.Errorf("find late orders: %w", err)
	}
	var rows []struct {
		OrderID, Number, Variety string
		Awaited                  contract.Stage
		City                     string
		AwaitedSince             time.Time
		Within, Slowest          float64
	}
	// Raw: lateral selections over several tables.
	if err := q.DB.NewRaw(late, string(otherwise), now, most).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("find late orders: %w", err)
	}
	for _, r := range rows {
		found = append(found, lateorder.Waiting{
			OrderID: r.OrderID, Number: r.Number, Kind: r.Variety, Stage: r.Awaited, City: r.City, Since: r.AwaitedSince,
			Usual: lateorder.Usual{Within: asDuration(r.Within), Slowest: asDuration(r.Slowest)},
		})
	}
	return found, nil
}
