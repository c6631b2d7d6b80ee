package subaccount

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
)

// lineSummaries is raw: it joins a list, and a lateral selection that groups buckets. It has a row for each line.
const lineSummaries = `
SELECT l.id, l.status, l.suspended_since, coalesce(p.name_en, '') AS plan_name_en, coalesce(p.name_ar, '') AS plan_name_ar,
       coalesce(b.amount, 0) AS balance, coalesce(s.state, '{}') AS state, coalesce(u.used, '[]') AS used,
` + hot.OnTheWay + `
FROM unnest(?::text[]) AS wanted (id) JOIN lines AS l ON l.id = wanted.id::uuid
LEFT JOIN plans AS p ON p.id = l.plan_id
LEFT JOIN line_balances AS b ON b.line_id = l.id
LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('type', type, 'unit', unit, 'total', total, 'used', used) ORDER BY position, type) AS used
    FROM (
        SELECT type, min(unit) AS unit, min(position) AS position, sum(total)::bigint AS total, sum(least(used, total))::bigint AS used
        FROM line_allowances WHERE line_id = l.id AND valid_from <= now() AND (valid_until IS NULL OR valid_until > now())
        GROUP BY type HAVING count(total) = count(*)
    ) AS of_type
) AS u ON true`

// summaryRow receives lineSummaries.
type summaryRow struct {
	ID             string
	Status         contract.LineStatus
	SuspendedSince time.Time
	PlanNameEn     string
	PlanNameAr     string
	Balance        contract.Halalas
	State          json.RawMessage
	Used           json.RawMessage
	Moving         bool
	Leaving        bool
}

// Summarise reads several lines at once, by their ids.
func (q Subscriptions) Summarise(ctx context.Context, lineIDs []string) (map[string]LineSummary, error) {
	var rows []summaryRow
	if err := q.DB.NewRaw(lineSummaries, pgdialect.Array(lineIDs)).Scan(ctx, &rows); err != nil {
		return nil, storeerrors.Translate("read line summaries", err)
	}
	found := make(map[string]LineSummary, len(rows))
	for _, r := range rows {
		g := LineSummary{PlanNameEn: r.PlanNameEn, PlanNameAr: r.PlanNameAr, Balance: r.Balance}
		if err := errors.Join(contract.Decode(r.State, &g.Followed), json.Unmarshal(r.Used, &g.Used)); err != nil {
			return nil, storeerrors.Translate("read line summaries", err)
		}
		g.Status, g.Plan, g.Moving, g.Leaving, g.SuspendedSince = r.Status, g.Followed.Stage, r.Moving, r.Leaving, r.SuspendedSince
		found[r.ID] = g
	}
	return found, nil
}
