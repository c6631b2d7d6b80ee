package store

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

const orderBooks = `
SELECT coalesce((SELECT status FROM numbers WHERE order_id = $1 LIMIT 1), 'none'),
       coalesce((SELECT 'claimed' FROM port_claims WHERE order_id = $1), 'none'),
       coalesce((SELECT status FROM sims WHERE order_id = $1), 'none'),
       coalesce((SELECT status FROM esim_profiles WHERE order_id = $1 ORDER BY issue DESC LIMIT 1), 'none'),
       coalesce((SELECT status FROM shipments WHERE order_id = $1 ORDER BY updated_at DESC LIMIT 1), 'none'),
       coalesce((SELECT l.status FROM line_sims AS s JOIN lines AS l ON l.id = s.line_id
                 WHERE s.order_id = $1 AND s.state <> 'pending'), 'none'),
       coalesce((SELECT sum(amount) FROM payments WHERE order_id = $1 AND status = 'paid'), 0)::bigint`

// OrderBooks collects what every table says about an order.
func (q *Queries) OrderBooks(ctx context.Context, orderID string) (order.Books, error) {
	var b order.Books
	var paid int64
	err := q.prepared().row(ctx, orderBooks, orderID).
		Scan(&b.Number, &b.Port, &b.SIM, &b.Profile, &b.Shipment, &b.Line, &paid)
	if err != nil {
		return b, translate("read order books", err)
	}
	b.Paid = contract.Halalas(paid)
	b.Accounts, err = q.OrderBalance(ctx, orderID)
	return b, err
}
