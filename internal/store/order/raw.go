package order

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/ledger"
)

// Links returns the orders that are related to some orders, oldest first. An order that the reader may not see has only its
// relation.
func (q Orders) Links(ctx context.Context, reader Reader, orderIDs ...string) (map[string][]order.Link, error) {
	linked := make(map[string][]order.Link, len(orderIDs))
	if len(orderIDs) == 0 {
		return linked, nil
	}
	var rows []struct {
		Asked     string
		Relation  order.Relation
		ID        string
		Number    string
		Kind      contract.Kind
		Forbidden bool
	}
	owned := "FALSE"
	if reader.UserID != "" {
		owned = ownOrder
	}
	// Raw: a report over the orders of a line.
	err := q.DB.NewRaw(fmt.Sprintf(relatedOrders, owned), reader.UserID, reader.Session, bun.List(orderIDs)).Scan(ctx, &rows)
	if err != nil {
		return nil, storeerrors.Translate("find linked orders", err)
	}
	for _, row := range rows {
		link := order.Link{Relation: row.Relation, Forbidden: row.Forbidden}
		if !row.Forbidden {
			link.OrderID, link.Number, link.Kind = row.ID, row.Number, row.Kind
		}
		linked[row.Asked] = append(linked[row.Asked], link)
	}
	return linked, nil
}

// Books collects the rows of all tables about an order.
func (q Orders) Books(ctx context.Context, orderID string) (order.Books, error) {
	var b order.Books
	err := q.DB.NewRaw(orderBooks, orderID).Scan(ctx, &b.Number, &b.Port, &b.SIM, &b.Profile, &b.Shipment, &b.Line, &b.Paid)
	if err != nil {
		return b, storeerrors.Translate("read order books", err)
	}
	b.Accounts, err = ledger.Ledger(q).Balance(ctx, orderID)
	return b, err
}

// EndSession ends a session, the order's first one or a granted one. The session of a link keeps its row under an unusable name:
// the link stays used.
func (q Orders) EndSession(ctx context.Context, orderID string, session []byte) error {
	// Raw: it changes two tables at once.
	_, err := q.DB.NewRaw(`
		WITH first AS (UPDATE orders SET session = NULL WHERE id = ?0 AND session = ?1),
			linked AS (UPDATE order_sessions SET session = sha256(session) WHERE order_id = ?0 AND session = ?1 AND link IS NOT NULL)
		DELETE FROM order_sessions WHERE order_id = ?0 AND session = ?1 AND link IS NULL`, orderID, session).Exec(ctx)
	return storeerrors.Translate("end order session", err)
}
