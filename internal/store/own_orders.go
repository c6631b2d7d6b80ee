package store

import "context"

// OwnOrdersPage is the length of the pages of a customer's own orders.
const OwnOrdersPage = 10

// ownOrder is what makes an order a user's own: started while signed in, or under the ID number of the main line, which
// the user has proven. Sub-accounts may be lines of other people, whose orders stay theirs.
const ownOrder = `(o.subject = ?0 OR o.id_hash = (
    SELECT p.id_hash FROM subscriptions AS s
    JOIN lines AS l ON l.id = s.line_id JOIN subscribers AS p ON p.id = l.subscriber_id
    WHERE s.user_id = ?0::uuid AND s.is_main AND s.ended_at IS NULL AND l.status <> 'ended'))`

// OrdersOf is one page of ten of a user's own orders, newest first, and whether there are more.
func (q *Queries) OrdersOf(ctx context.Context, userID string, page int) (records []OrderRecord, more bool, err error) {
	var rows []orderRow
	err = q.db.NewSelect().Model(&rows).Where(ownOrder, userID).
		Order("o.created_at DESC", "o.id DESC").Limit(OwnOrdersPage + 1).Offset(offset(page, OwnOrdersPage)).Scan(ctx)
	if err != nil {
		return nil, false, translate("list own orders", err)
	}
	if more = len(rows) > OwnOrdersPage; more {
		rows = rows[:OwnOrdersPage]
	}
	records, err = q.recordsOf(rows)
	return records, more, err
}

// OwnsOrder tells whether an order is a user's own.
func (q *Queries) OwnsOrder(ctx context.Context, userID, orderID string) (owns bool, err error) {
	err = q.db.NewSelect().Model((*orderRow)(nil)).ColumnExpr("count(*) > 0").
		Where("o.id = ?", orderID).Where(ownOrder, userID).Scan(ctx, &owns)
	return owns, translate("check owner of order", err)
}
