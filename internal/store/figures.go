package store

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// HeldOrders counts the orders that wait for us, by failure code.
func (q *Queries) HeldOrders(ctx context.Context) (map[contract.Code]int, error) {
	var rows []struct {
		FailureCode contract.Code
		Count       int
	}
	err := q.db.NewRaw("SELECT failure_code, count(*) AS count FROM orders WHERE stage = 'held' GROUP BY failure_code").Scan(ctx, &rows)
	held := make(map[contract.Code]int, len(rows))
	for _, row := range rows {
		held[row.FailureCode] = row.Count
	}
	return held, translate("count held orders", err)
}

// OldestUnknownPayment is how long ago the oldest payment began whose outcome nobody knows; zero when there is none.
func (q *Queries) OldestUnknownPayment(ctx context.Context) (time.Duration, error) {
	var seconds float64
	err := q.prepared().row(ctx, `
		SELECT coalesce(extract(epoch FROM now() - min(at)), 0)::float8 FROM payments WHERE status = 'pending'`).Scan(&seconds)
	return time.Duration(seconds * float64(time.Second)), translate("find oldest unknown payment", err)
}
