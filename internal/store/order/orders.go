package order

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

// Event is one line of an order's timeline.
type Event struct {
	Key    string
	At     time.Time
	Params map[string]string
}

// TimelineEvent is a stored Event; ID is unique within its order.
type TimelineEvent struct {
	ID     string
	Key    string
	At     time.Time
	Params map[string]string
}

// Record is an order with its access rights.
type Record struct {
	Order   contract.Order
	Session []byte // SHA-256 of the session token of the order's start, until its customer ends it
	Subject string // user id, empty for guests
	// UpdatedAt is set in lists only.
	UpdatedAt time.Time
}

// SupportQuery narrows the support list; an empty field does not.
type SupportQuery struct {
	Stage       string
	FailureCode string
	Number      string // order number
	After       *tx.Place
	Page        int // from 1, without a place
}

// Orders stores the orders with their timelines and sessions.
type Orders struct{ *tx.Conn }

// Open inserts an order with its events, in one statement. A repeated call changes nothing; another state is ErrStale. An order
// number in use is ErrOrderNumber.
func (q Orders) Open(ctx context.Context, o contract.Order, session []byte, subject string, events ...Event) error {
	row, err := q.rowOf(o)
	if err != nil {
		return err
	}
	encoded, err := encodeEvents(events)
	if err != nil {
		return err
	}
	err = hot.OpenOrder.Row(ctx, q.Conn, row.ID, row.Number, string(row.Kind), string(row.Stage), string(row.Step),
		tx.OrNull(row.MSISDN), tx.OrNull(row.ICCID), tx.OrNull(string(row.FailureCode)), tx.TimeOrNull(row.DueAt), row.IDHash,
		string(row.State), row.Personal, row.Seq, session, subject, row.CreatedAt, encoded).Scan(new(string))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return q.checkRepeat(ctx, row)
	case storeerrors.Violates(err, "orders_number_key"):
		return fmt.Errorf("open order: %w", storeerrors.ErrOrderNumber)
	default:
		return storeerrors.Translate("open order", err)
	}
}

// Save stores the next state of an order, and may be repeated. A late state writes nothing and is ErrStale, which also rolls back
// its transaction. An unknown order is ErrNotFound.
func (q Orders) Save(ctx context.Context, o contract.Order, events ...Event) error {
	row, err := q.rowOf(o)
	if err != nil {
		return err
	}
	encoded, err := encodeEvents(events)
	if err != nil {
		return err
	}
	err = hot.SaveOrder.Row(ctx, q.Conn, row.ID, string(row.Stage), string(row.Step), tx.OrNull(row.MSISDN), tx.OrNull(row.ICCID),
		tx.OrNull(string(row.FailureCode)), tx.TimeOrNull(row.DueAt), row.IDHash, string(row.State), row.Personal, row.Seq, encoded,
		row.MobileHash, row.EmailHash, string(row.Awaited), row.City, tx.TimeOrNull(row.LateAt), row.WaitsFor).Scan(new(string))
	if errors.Is(err, sql.ErrNoRows) {
		return q.checkRepeat(ctx, row)
	}
	return storeerrors.Translate("save order", err)
}

// Lock locks the order's row before the transaction touches anything else, so that two workers take turns. A state that is more
// than one step behind the row is ErrStale. An order without a row has nothing to lock.
func (q Orders) Lock(ctx context.Context, o contract.Order) error {
	var seq int64
	err := q.DB.NewSelect().Model((*orderRow)(nil)).Column("seq").Where("id = ?", o.ID).For("NO KEY UPDATE").Scan(ctx, &seq)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err == nil && seq > o.Seq+1:
		err = storeerrors.ErrStale
	}
	return storeerrors.Translate("lock order", err)
}

// checkRepeat tells a repetition from a late write.
func (q Orders) checkRepeat(ctx context.Context, row orderRow) error {
	var same bool
	err := q.DB.NewSelect().Model((*orderRow)(nil)).ColumnExpr("seq = ? AND state = ?::jsonb", row.Seq, string(row.State)).
		Where("id = ?", row.ID).Scan(ctx, &same)
	if err == nil && !same {
		err = storeerrors.ErrStale
	}
	return storeerrors.Translate("save order", err)
}

func encodeEvents(events []Event) (string, error) {
	type numbered struct {
		N      int               `json:"n"`
		Key    string            `json:"key"`
		At     time.Time         `json:"at"`
		Params map[string]string `json:"params,omitempty"`
	}
	rows := make([]numbered, len(events))
	for i, event := range events {
		rows[i] = numbered{N: i, Key: event.Key, At: event.At, Params: event.Params}
	}
	encoded, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("encode events: %w", err)
	}
	return string(encoded), nil
}

// Get reads one order with all its parts.
func (q Orders) Get(ctx context.Context, id string) (Record, error) {
	row := orderRow{ID: id}
	err := hot.Order.Row(ctx, q.Conn, id).
		Scan(&row.State, &row.Personal, &row.Session, &row.Subject)
	if err != nil {
		return Record{}, storeerrors.Translate("read order", err)
	}
	return q.recordOf(row)
}

// Seq returns the number of changes of an order, by which a page knows whether it is up to date.
func (q Orders) Seq(ctx context.Context, id string) (seq int64, err error) {
	err = q.DB.NewSelect().Table("orders").Column("seq").Where("id = ?", id).Scan(ctx, &seq)
	return seq, storeerrors.Translate("read order seq", err)
}

// NumberOf returns the number of an order, which customers read out and which names the workflow.
func (q Orders) NumberOf(ctx context.Context, id string) (number string, err error) {
	err = q.DB.NewSelect().Model((*orderRow)(nil)).Column("number").Where("id = ?", id).Scan(ctx, &number)
	return number, storeerrors.Translate("read order number", err)
}

// Timeline returns the events of an order and its parcel, oldest first.
func (q Orders) Timeline(ctx context.Context, orderID string) ([]TimelineEvent, error) {
	rows, err := hot.OrderTimeline.Query(ctx, q.Conn, orderID)
	if err != nil {
		return nil, storeerrors.Translate("read timeline", err)
	}
	defer func() { _ = rows.Close() }()
	var events []TimelineEvent
	for rows.Next() {
		var event TimelineEvent
		var params []byte
		if err := rows.Scan(&event.ID, &event.Key, &event.At, &params, new(any), new(any)); err != nil {
			return nil, storeerrors.Translate("read timeline", err)
		}
		if err := json.Unmarshal(params, &event.Params); err != nil {
			return nil, fmt.Errorf("read timeline: %w", err)
		}
		events = append(events, event)
	}
	return events, storeerrors.Translate("read timeline", rows.Err())
}

// ByCard finds the orders of a SIM card for the holder of an ID, newest first.
func (q Orders) ByCard(ctx context.Context, iccid, idNumber string) ([]Record, error) {
	var rows []orderRow
	err := q.DB.NewSelect().Model(&rows).
		Where("o.iccid = ?", iccid).Where("o.id_hash = ?", q.Keys.Hash(idNumber)).
		Order("o.created_at DESC").Limit(tx.PageSize).Scan(ctx)
	if err != nil {
		return nil, storeerrors.Translate("find orders by card", err)
	}
	return q.recordsOf(rows)
}

// ByNumber reads an order by its number.
func (q Orders) ByNumber(ctx context.Context, number string) (Record, error) {
	var row orderRow
	if err := q.DB.NewSelect().Model(&row).Where("o.number = ?", number).Scan(ctx); err != nil {
		return Record{}, storeerrors.Translate("find order by number", err)
	}
	return q.recordOf(row)
}

// ForSupport returns one page of orders, newest first.
func (q Orders) ForSupport(ctx context.Context, query SupportQuery) ([]Record, error) {
	var rows []orderRow
	selection := tx.PageAfter(q.DB.NewSelect().Model(&rows), tx.List{At: "created_at", ID: "id"}, query.After, query.Page, tx.PageSize)
	for column, value := range map[string]string{"stage": query.Stage, "failure_code": query.FailureCode, "number": query.Number} {
		if value != "" {
			selection = selection.Where("o.? = ?", bun.Ident(column), value)
		}
	}
	if err := selection.Scan(ctx); err != nil {
		return nil, storeerrors.Translate("list orders", err)
	}
	return q.recordsOf(rows)
}

// UnderClaim returns the order under an ID that ports a number in; ErrNotFound without one.
func (q Orders) UnderClaim(ctx context.Context, msisdn, idNumber string) (Record, error) {
	var row orderRow
	err := q.DB.NewSelect().Model(&row).Join("JOIN port_claims AS c ON c.order_id = o.id").
		Where("c.msisdn = ?", msisdn).Where("c.held_until IS NULL OR c.held_until > now()").
		Where("o.id_hash = ?", q.Keys.Hash(idNumber)).Scan(ctx)
	if err != nil {
		return Record{}, storeerrors.Translate("find port of number", err)
	}
	return q.recordOf(row)
}

// OwnPage is the page length of a customer's own orders.
const OwnPage = 10

// ownOrder selects a user's own orders: those that the user started, and those under the ID number of the main line, which the
// user has proved. Orders of sub-accounts do not count, because they may belong to other people.
const ownOrder = `(o.subject = ?0 OR o.id_hash = (
    SELECT p.id_hash FROM subscriptions AS s
    JOIN lines AS l ON l.id = s.line_id JOIN subscribers AS p ON p.id = l.subscriber_id
    WHERE s.user_id = ?0::uuid AND s.is_main AND s.ended_at IS NULL AND l.status <> 'ended'))`

// OfUser returns one page of a user's own orders, newest first, and whether there are more.
func (q Orders) OfUser(ctx context.Context, userID string, page int) (records []Record, more bool, err error) {
	var rows []orderRow
	err = q.DB.NewSelect().Model(&rows).Where(ownOrder, userID).
		Order("o.created_at DESC", "o.id DESC").Limit(OwnPage + 1).Offset(tx.Offset(page, OwnPage)).Scan(ctx)
	if err != nil {
		return nil, false, storeerrors.Translate("list own orders", err)
	}
	if more = len(rows) > OwnPage; more {
		rows = rows[:OwnPage]
	}
	records, err = q.recordsOf(rows)
	return records, more, err
}

// Owns tells whether an order is a user's own.
func (q Orders) Owns(ctx context.Context, userID, orderID string) (owns bool, err error) {
	err = q.DB.NewSelect().Model((*orderRow)(nil)).ColumnExpr("count(*) > 0").
		Where("o.id = ?", orderID).Where(ownOrder, userID).Scan(ctx, &owns)
	return owns, storeerrors.Translate("check owner of order", err)
}

// orderBooks is raw: a report over seven tables.
const orderBooks = `
SELECT coalesce((SELECT status FROM numbers WHERE order_id = ?0 LIMIT 1), 'none'),
       coalesce((SELECT 'claimed' FROM port_claims WHERE order_id = ?0), 'none'),
       coalesce((SELECT status FROM sims WHERE order_id = ?0), 'none'),
       coalesce((SELECT status FROM esim_profiles WHERE order_id = ?0 ORDER BY issue DESC LIMIT 1), 'none'),
       coalesce((SELECT status FROM shipments WHERE order_id = ?0 ORDER BY updated_at DESC LIMIT 1), 'none'),
       coalesce((SELECT l.status FROM line_sims AS s JOIN lines AS l ON l.id = s.line_id
                 WHERE s.order_id = ?0 AND s.state <> 'pending'), 'none'),
       coalesce((SELECT sum(amount) FROM payments WHERE subject = ?0 AND status = 'paid'), 0)::bigint`
