package lateorder

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/lateorder"
)

// Runs stores how long orders waited in their stages. The database writes a row with each change of an order.
type Runs struct{ DB bun.IDB }

const (
	forgetRuns = `
		WITH RECURSIVE groups AS (
		    (SELECT kind, stage, city FROM stage_runs ORDER BY kind, stage, city LIMIT 1)
		    UNION ALL
		    SELECT n.* FROM groups AS g CROSS JOIN LATERAL (
		        SELECT kind, stage, city FROM stage_runs WHERE (kind, stage, city) > (g.kind, g.stage, g.city) ORDER BY kind, stage, city LIMIT 1) AS n),
		kept AS MATERIALIZED (
		    SELECT g.*, o.ended_at, o.id FROM groups AS g CROSS JOIN LATERAL (
		        SELECT ended_at, id FROM stage_runs WHERE kind = g.kind AND stage = g.stage AND city = g.city
		        ORDER BY ended_at DESC, id DESC LIMIT 1 OFFSET ?0 - 1) AS o)
		DELETE FROM stage_runs AS r USING kept AS k
		WHERE r.kind = k.kind AND r.stage = k.stage AND r.city = k.city AND (r.ended_at, r.id) < (k.ended_at, k.id)`
	learn = `
		INSERT INTO stage_expectations (kind, stage, city, within, slowest, runs, computed_at)
		SELECT kind, stage, city, percentile_disc(?0) WITHIN GROUP (ORDER BY took), percentile_disc(?1) WITHIN GROUP (ORDER BY took), count(*), ?2
		FROM stage_runs GROUP BY kind, stage, city HAVING count(*) >= ?3`
)

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
