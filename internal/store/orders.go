package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// OpenOrder writes an order's first row; opening it again changes nothing. An order number in use is ErrConflict.
func (q *Queries) OpenOrder(ctx context.Context, o contract.Order, session []byte, subject string) error {
	row, err := q.rowOf(o)
	if err != nil {
		return err
	}
	row.Session, row.Subject = session, subject
	_, err = q.db.NewInsert().Model(&row).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return translate("open order", err)
}

// The events ride on the same statement: one round trip, and never one without the other.
const saveOrder = `
WITH saved AS (
    UPDATE orders SET stage = $2, step = $3, msisdn = $4, iccid = $5, failure_code = $6, due_at = $7,
        id_hash = $8, state = $9, personal = $10, seq = $11, updated_at = now()
    WHERE id = $1 AND seq < $11
), noted AS (
    INSERT INTO order_events (order_id, seq, n, key, at, params)
    SELECT o.id, $11, e.n, e.key, e.at, coalesce(e.params, '{}')
    FROM orders AS o CROSS JOIN jsonb_to_recordset($12::jsonb) AS e (n int, key text, at timestamptz, params jsonb)
    WHERE o.id = $1
    ON CONFLICT (order_id, seq, n) DO NOTHING
)
SELECT seq FROM orders WHERE id = $1`

// SaveOrder may be repeated and may arrive late: an older seq never overwrites a newer one.
// The order must have been opened; for an unknown one this is ErrNotFound.
func (q *Queries) SaveOrder(ctx context.Context, o contract.Order, events ...Event) error {
	row, err := q.rowOf(o)
	if err != nil {
		return err
	}
	encoded, err := encodeEvents(events)
	if err != nil {
		return err
	}
	err = q.prepared().row(ctx, saveOrder, row.ID, string(row.Stage), string(row.Step), orNull(row.MSISDN), orNull(row.ICCID),
		orNull(string(row.FailureCode)), timeOrNull(row.DueAt), row.IDHash, string(row.State), row.Personal, row.Seq, encoded).
		Scan(new(int64))
	return translate("save order", err)
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

// Order reads one order whole.
func (q *Queries) Order(ctx context.Context, id string) (OrderRecord, error) {
	row := orderRow{ID: id}
	err := q.prepared().row(ctx, "SELECT state, personal, session, subject FROM orders WHERE id = $1", id).
		Scan(&row.State, &row.Personal, &row.Session, &row.Subject)
	if err != nil {
		return OrderRecord{}, translate("read order", err)
	}
	return q.recordOf(row)
}

// Timeline is what happened to an order and its parcel, oldest first.
func (q *Queries) Timeline(ctx context.Context, orderID string) ([]TimelineEvent, error) {
	rows, err := q.prepared().query(ctx, `
		SELECT seq || '-' || n, key, at, params, seq, n FROM order_events WHERE order_id = $1
		UNION ALL
		SELECT 'scan-' || event_id, 'parcel.' || status, at, '{}', NULL, NULL FROM shipment_scans WHERE order_id = $1
		ORDER BY at, seq NULLS LAST, n, 1`, orderID)
	if err != nil {
		return nil, translate("read timeline", err)
	}
	defer func() { _ = rows.Close() }()
	var events []TimelineEvent
	for rows.Next() {
		var event TimelineEvent
		var params []byte
		if err := rows.Scan(&event.ID, &event.Key, &event.At, &params, new(any), new(any)); err != nil {
			return nil, translate("read timeline", err)
		}
		if err := json.Unmarshal(params, &event.Params); err != nil {
			return nil, fmt.Errorf("read timeline: %w", err)
		}
		events = append(events, event)
	}
	return events, translate("read timeline", rows.Err())
}

// OrdersByCard finds the orders a SIM card was sent with to the holder of an ID, newest first.
func (q *Queries) OrdersByCard(ctx context.Context, iccid, idNumber string) ([]OrderRecord, error) {
	var rows []orderRow
	err := q.db.NewSelect().Model(&rows).
		Where("o.iccid = ?", iccid).Where("o.id_hash = ?", q.keys.Hash(idNumber)).
		Order("o.created_at DESC").Limit(pageSize).Scan(ctx)
	if err != nil {
		return nil, translate("find orders by card", err)
	}
	return q.recordsOf(rows)
}

// OrderByNumber reads the order with the number printed on it.
func (q *Queries) OrderByNumber(ctx context.Context, number string) (OrderRecord, error) {
	var row orderRow
	if err := q.db.NewSelect().Model(&row).Where("o.number = ?", number).Scan(ctx); err != nil {
		return OrderRecord{}, translate("find order by number", err)
	}
	return q.recordOf(row)
}

// pageSize is the length of the pages of support lists.
const pageSize = 50

// SupportOrders is one page of orders, newest first.
func (q *Queries) SupportOrders(ctx context.Context, query SupportQuery) ([]OrderRecord, error) {
	var rows []orderRow
	selection := q.db.NewSelect().Model(&rows).Order("o.created_at DESC", "o.id DESC").
		Limit(pageSize).Offset(offset(query.Page, pageSize))
	for column, value := range map[string]string{"stage": query.Stage, "failure_code": query.FailureCode, "number": query.Number} {
		if value != "" {
			selection = selection.Where("o.? = ?", bun.Ident(column), value)
		}
	}
	if err := selection.Scan(ctx); err != nil {
		return nil, translate("list orders", err)
	}
	return q.recordsOf(rows)
}

func offset(page, perPage int) int64 { return int64(max(page, 1)-1) * int64(perPage) }

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func timeOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}
