// Package portin stores the claims on numbers of other operators, and the porting calendar.
package portin

import (
	"context"
	"time"

	"github.com/uptrace/bun"

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
	bun.BaseModel `bun:"table:operators,alias:o"`

	Key    string `bun:",pk"`
	NameEn string
	NameAr string
	Ours   bool
}

type claimRow struct {
	bun.BaseModel `bun:"table:port_claims,alias:c"`
}

// Donors lists the operators from which a number can be ported in.
func (q Ports) Donors(ctx context.Context) ([]Operator, error) {
	var donors []Operator
	err := q.DB.NewSelect().Model(&donors).Where("NOT ours").Order("position").Scan(ctx)
	return donors, storeerrors.Translate("list operators", err)
}

// Operator returns one operator; ours is one of them.
func (q Ports) Operator(ctx context.Context, key string) (Operator, error) {
	var o Operator
	err := q.DB.NewSelect().Model(&o).Where("key = ?", key).Scan(ctx)
	return o, storeerrors.Translate("read operator", err)
}

// Calendar returns the porting calendar: the settings, and the holidays from a day on.
func (q Ports) Calendar(ctx context.Context, s setting.Settings, from time.Time) (calendar.Calendar, error) {
	c := calendar.Calendar{From: s.Port.WindowFrom, Until: s.Port.WindowUntil, AroundTheClock: s.Port.AroundTheClock}
	days, err := q.Holidays(ctx, from)
	c.Holidays = days
	return c, err
}

// Holidays lists the holidays from a day on, written YYYY-MM-DD.
func (q Ports) Holidays(ctx context.Context, from time.Time) (days []string, err error) {
	err = q.DB.NewSelect().Table("holidays").ColumnExpr("to_char(day, 'YYYY-MM-DD')").Where("day >= ?::date", calendar.Date(from)).
		Order("day").Scan(ctx, &days)
	return days, storeerrors.Translate("read holidays", err)
}

// claimPort is raw: it inserts what it selects.
const claimPort = `
INSERT INTO port_claims AS c (msisdn, order_id, held_until)
SELECT ?0, ?1::uuid, ?2::timestamptz WHERE NOT EXISTS (SELECT FROM lines WHERE msisdn = ?0 AND status <> 'ended')
ON CONFLICT (msisdn) DO UPDATE SET order_id = EXCLUDED.order_id, held_until = CASE
    WHEN c.order_id <> EXCLUDED.order_id OR EXCLUDED.held_until IS NULL THEN EXCLUDED.held_until
    WHEN c.held_until IS NULL THEN NULL
    ELSE greatest(c.held_until, EXCLUDED.held_until) END
WHERE c.order_id = EXCLUDED.order_id OR c.held_until <= now()`

// OrderUnder returns the order under an ID that ports a number in; ErrNotFound without one.
func (q Ports) OrderUnder(ctx context.Context, msisdn, idNumber string) (order.Record, error) {
	return order.Orders(q).UnderClaim(ctx, msisdn, idNumber)
}

// Release lets other orders port the number in.
func (q Ports) Release(ctx context.Context, orderID string) error {
	_, err := q.DB.NewDelete().Model((*claimRow)(nil)).Where("order_id = ?", orderID).Exec(ctx)
	return storeerrors.Translate("release ported number", err)
}

// HasLeft tells whether a number of our range is with another operator: its last line was ported out.
func (q Ports) HasLeft(ctx context.Context, msisdn string) (left bool, err error) {
	last := q.DB.NewSelect().TableExpr("lines AS l").Column("l.id").Where("l.msisdn = ?", msisdn).
		OrderExpr("l.status <> 'ended' DESC, l.activated_at DESC").Limit(1)
	left, err = q.DB.NewSelect().TableExpr("port_outs AS p").Where("p.line_id = (?)", last).Where("p.stage = 'left'").Exists(ctx)
	return left, storeerrors.Translate("look whether number left", err)
}
