package store

import (
	"context"
	"time"

	"selfcare/internal/domain/calendar"
)

// Ports are the claims on numbers of other operators, and when those are moved.
type Ports struct{ *conn }

// Operator is a mobile operator of the Kingdom.
type Operator struct {
	Key    string
	NameEn string
	NameAr string
	Ours   bool
}

// Donors lists the operators a number can come from.
func (q Ports) Donors(ctx context.Context) ([]Operator, error) {
	var donors []Operator
	err := q.db.NewRaw("SELECT key, name_en, name_ar, ours FROM operators WHERE NOT ours ORDER BY position").Scan(ctx, &donors)
	return donors, translate("list operators", err)
}

// Operator is one operator, ours among them.
func (q Ports) Operator(ctx context.Context, key string) (Operator, error) {
	var o Operator
	err := q.db.NewRaw("SELECT key, name_en, name_ar, ours FROM operators WHERE key = ?", key).Scan(ctx, &o)
	return o, translate("read operator", err)
}

// Calendar is when numbers are moved: the settings, and the holidays from a day on.
func (q Ports) Calendar(ctx context.Context, s Settings, from time.Time) (calendar.Calendar, error) {
	c := calendar.Calendar{From: s.Port.WindowFrom, Until: s.Port.WindowUntil, AroundTheClock: s.Port.AroundTheClock}
	err := q.db.NewRaw("SELECT to_char(day, 'YYYY-MM-DD') FROM holidays WHERE day >= ?::date ORDER BY day",
		calendar.Date(from)).Scan(ctx, &c.Holidays)
	return c, translate("read holidays", err)
}

const claimPort = `
INSERT INTO port_claims AS c (msisdn, order_id, held_until)
SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM lines WHERE msisdn = $1 AND status <> 'ended')
ON CONFLICT (msisdn) DO UPDATE SET order_id = EXCLUDED.order_id, held_until = CASE
    WHEN c.order_id <> EXCLUDED.order_id OR EXCLUDED.held_until IS NULL THEN EXCLUDED.held_until
    WHEN c.held_until IS NULL THEN NULL
    ELSE greatest(c.held_until, EXCLUDED.held_until) END
WHERE c.order_id = EXCLUDED.order_id OR c.held_until <= now()`

// Claim makes an order the only one that brings a number along, until a time or, where that is zero, until it is
// released; of many orders at once one wins, and a claim never gets shorter. Another number the order claimed is given up; when the claim fails it is kept.
// Fails with ErrNumberTaken when another order has the number, or when it is in service with us.
func (q Ports) Claim(ctx context.Context, msisdn, orderID string, until time.Time) error {
	err := q.inTx(ctx, func(tx *Tx) error {
		_, err := tx.prepared().exec(ctx, "DELETE FROM port_claims WHERE order_id = $1 AND msisdn <> $2", orderID, msisdn)
		if err != nil {
			return err
		}
		claimed, err := tx.prepared().exec(ctx, claimPort, msisdn, orderID, timeOrNull(until))
		if err == nil && claimed == 0 {
			return ErrNumberTaken
		}
		return err
	})
	return translate("claim ported number", err)
}

// OrderUnder is the order that brings a number along under an ID; ErrNotFound where none does.
func (q Ports) OrderUnder(ctx context.Context, msisdn, idNumber string) (OrderRecord, error) {
	var row orderRow
	err := q.db.NewSelect().Model(&row).Join("JOIN port_claims AS c ON c.order_id = o.id").
		Where("c.msisdn = ?", msisdn).Where("c.held_until IS NULL OR c.held_until > now()").
		Where("o.id_hash = ?", q.keys.Hash(idNumber)).Scan(ctx)
	if err != nil {
		return OrderRecord{}, translate("find port of number", err)
	}
	return Orders(q).recordOf(row)
}

// Release lets others bring the number along.
func (q Ports) Release(ctx context.Context, orderID string) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM port_claims WHERE order_id = $1", orderID)
	return translate("release ported number", err)
}
