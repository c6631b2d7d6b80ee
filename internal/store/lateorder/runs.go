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

// Runs stores how long orders waited in their stages. The database writes a row with each change of an order.
type Runs struct{ DB bun.IDB }

// Learn computes the usual times from the last runs of each kind of order, stage and city, and drops older runs. It returns the
// number of usual times. A repeated call changes nothing.
func (q Runs) Learn(ctx context.Context, now time.Time) (known int, err error) {
	err = q.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		for _, statement := range []string{
			"LOCK TABLE stage_expectations IN SHARE ROW EXCLUSIVE MODE", // two workers take turns
			"DELETE FROM stage_expectations", forgetRuns,
		} {
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

const (
	forgetRuns = `
		DELETE FROM stage_runs WHERE id IN (
		    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY kind, stage, city ORDER BY ended_at DESC, id DESC) AS age FROM stage_runs) AS r
		    WHERE age > ?0)`
	learn = `
		INSERT INTO stage_expectations (kind, stage, city, within, slowest, runs, computed_at)
		SELECT kind, stage, city, percentile_disc(?0) WITHIN GROUP (ORDER BY took), percentile_disc(?1) WITHIN GROUP (ORDER BY took), count(*), ?2
		FROM stage_runs GROUP BY kind, stage, city HAVING count(*) >= ?3`
)

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

func asDuration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

const late = `
	SELECT o.id AS order_id, o.number, o.variety, o.awaited, o.city, o.awaited_since, o.within, o.slowest FROM (
	    SELECT o.id, o.number, o.awaited, o.city, o.awaited_since, v.variety,
	        coalesce(extract(epoch FROM e.within), (?0::jsonb ->> o.awaited)::float8, 'infinity')::float8 AS within,
	        coalesce(extract(epoch FROM e.slowest), 0)::float8 AS slowest
	    FROM orders AS o
	    CROSS JOIN LATERAL (SELECT o.kind || CASE o.state ->> 'numberSource' WHEN 'port-in' THEN '-port-in' ELSE '' END AS variety) AS v
	    LEFT JOIN stage_expectations AS e ON e.kind = v.variety AND e.stage = o.awaited AND e.city = o.city
	    WHERE o.awaited <> '' AND o.late_at IS NULL AND coalesce(o.state -> 'held' ->> 'from', o.stage) = o.awaited
	) AS o
	WHERE extract(epoch FROM ?1::timestamptz - o.awaited_since) > o.within
	ORDER BY o.awaited_since, o.id LIMIT ?2`

// Counts counts the late orders by kind and stage.
func (q Runs) Counts(ctx context.Context) (counts []lateorder.Count, err error) {
	err = q.DB.NewSelect().Table("orders").
		ColumnExpr("kind || CASE state ->> 'numberSource' WHEN 'port-in' THEN '-port-in' ELSE '' END AS kind").
		ColumnExpr("awaited AS stage").ColumnExpr("count(*) AS orders").
		Where("late_at IS NOT NULL").GroupExpr("1, 2").OrderExpr("1, 2").Scan(ctx, &counts)
	if err != nil {
		return nil, fmt.Errorf("count late orders: %w", err)
	}
	return counts, nil
}
