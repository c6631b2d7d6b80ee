package autorecharge

import (
	"context"
)

// Calls returns the next calls, the oldest first.
func (q Rules) Calls(ctx context.Context, most int) (calls []Call, err error) {
	var rows []struct {
		Seq int64
		ruleRow
	}
	// Raw: a lateral join.
	err = q.DB.NewRaw(`
		SELECT c.seq, r.* FROM auto_recharge_calls AS c
		JOIN LATERAL (
		    SELECT id, line_id, user_id, card_id, language, frequency, weekday, day, hour, amount, state, reason, since
		    FROM auto_recharges WHERE line_id = c.line_id ORDER BY state = 'ended', created_at DESC LIMIT 1
		) AS r ON true ORDER BY c.seq LIMIT ?`, most).Scan(ctx, &rows)
	for _, row := range rows {
		calls = append(calls, Call{row.Seq, row.rule()})
	}
	return calls, wrap("read auto-recharge calls", err)
}
