// Package portin stores the claims on numbers of other operators, and the porting calendar.
package portin

import (
	"context"
	"time"

	"selfcare/internal/domain/calendar"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/order"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/tx"
)

// Ports stores the claims on numbers of other operators, and the porting calendar.
type Ports struct{ *tx.Conn }

// Operator is a mobile operator of the Kingdom.
type Operator struct {
	Key    string
	NameEn string
	NameAr string
	Ours   bool
}

// Donors lists the operators from which a number can be ported in.
func (q Ports) Donors(ctx context.Context) ([]Operator, error) {
	var donors []Operator
	err := q.DB.NewRaw("SELECT key, name_en, name_ar, ours FROM operators WHERE NOT ours ORDER BY position").Scan(ctx, &donors)
	return donors, storeerrors.Translate("list operators", err)
}

// Operator returns one operator; ours is one of them.
func (q Ports) Operator(ctx context.Context, key string) (Operator, error) {
	var o Operator
	err := q.DB.NewRaw("SELECT key, name_en, name_ar, ours FROM operators WHERE key = ?", key).Scan(ctx, &o)
	return o, storeerrors.Translate("read operator", err)
}

// Calendar returns the porting calendar: the settings, and the holidays from a day on.
func (q Ports) Calendar(ctx context.Context, s setting.Settings, from time.Time) (calendar.Calendar, error) {
	c := calendar.Calendar{From: s.Port.WindowFrom, Until: s.Port.WindowUntil, AroundTheClock: s.Port.AroundTheClock}
	err := q.DB.NewRaw("SELECT to_char(day, 'YYYY-MM-DD') FROM holidays WHERE day >= ?::date ORDER BY day",
		calendar.Date(from)).Scan(ctx, &c.Holidays)
	return c, storeerrors.Translate("read holidays", err)
}

const claimPort = `
INSERT INTO port_claims AS c (msisdn, order_id, held_until)
SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM lines WHERE msisdn = $1 AND status <> 'ended')
ON CONFLICT (msisdn) DO UPDATE SET order_id = EXCLUDED.order_id, held_until = CASE
    WHEN c.order_id <> EXCLUDED.order_id OR EXCLUDED.held_until IS NULL THEN EXCLUDED.held_until
    WHEN c.held_until IS NULL THEN NULL
    ELSE greatest(c.held_until, EXCLUDED.held_until) END
WHERE c.order_id = EXCLUDED.order_id OR c.held_until <= now()`

// Claim reserves a number to port in for one order, until a time or, for a zero time, until its release. Of several orders at
// once one wins, and a claim never gets shorter. A successful claim releases the order's earlier number; a failed claim keeps it.
// ErrNumberTaken means that another order has the number, or that it is in service with us.
func (q Ports) Claim(ctx context.Context, msisdn, orderID string, until time.Time) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := Ports{conn}
		_, err := q.Prepared().Exec(ctx, "DELETE FROM port_claims WHERE order_id = $1 AND msisdn <> $2", orderID, msisdn)
		if err != nil {
			return err
		}
		claimed, err := q.Prepared().Exec(ctx, claimPort, msisdn, orderID, tx.TimeOrNull(until))
		if err == nil && claimed == 0 {
			return storeerrors.ErrNumberTaken
		}
		return err
	})
	return storeerrors.Translate("claim ported number", err)
}

// OrderUnder returns the order under an ID that ports a number in; ErrNotFound without one.
func (q Ports) OrderUnder(ctx context.Context, msisdn, idNumber string) (order.Record, error) {
	return order.Orders(q).UnderClaim(ctx, msisdn, idNumber)
}

// Release lets other orders port the number in.
func (q Ports) Release(ctx context.Context, orderID string) error {
	_, err := q.Prepared().Exec(ctx, "DELETE FROM port_claims WHERE order_id = $1", orderID)
	return storeerrors.Translate("release ported number", err)
}

// HasLeft tells whether a number of our range is with another operator: its last line was ported out.
func (q Ports) HasLeft(ctx context.Context, msisdn string) (left bool, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT coalesce((SELECT EXISTS (SELECT FROM port_outs AS p WHERE p.line_id = l.id AND p.stage = 'left')
		    FROM lines AS l WHERE l.msisdn = $1 ORDER BY l.status <> 'ended' DESC, l.activated_at DESC LIMIT 1), false)`, msisdn).Scan(&left)
	return left, storeerrors.Translate("look whether number left", err)
}
