package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/port"
	storeerrors "selfcare/internal/store/errors"
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
func (q Ports) OrderUnder(ctx context.Context, msisdn, idNumber string) (OrderRecord, error) {
	return Orders(q).UnderClaim(ctx, msisdn, idNumber)
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

// PortOuts stores the port-out requests of other operators.
type PortOuts struct{ *tx.Conn }

// Open inserts a decided request; a repeated call changes nothing. A line with an open port-out is ErrConflict.
func (q PortOuts) Open(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("open port-out: %w", err)
	}
	line := sql.NullString{String: p.LineID, Valid: p.LineID != ""}
	_, err = q.Prepared().Exec(ctx, `
		INSERT INTO port_outs (reference, line_id, recipient, stage, asked_at, cut_over_at, seq, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (reference) DO NOTHING`,
		p.Reference, line, p.Recipient, string(p.Stage), p.AskedAt, p.CutOverAt, p.Seq, string(state))
	return storeerrors.Translate("open port-out", err)
}

// Save stores the next state of a request; any other state is ErrStale.
func (q PortOuts) Save(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("save port-out: %w", err)
	}
	changed, err := q.Prepared().Exec(ctx, `
		UPDATE port_outs SET stage = $2, held = $3, seq = $4, state = $5, updated_at = now() WHERE reference = $1 AND seq = $4 - 1`,
		p.Reference, string(p.Stage), p.Held != nil, p.Seq, string(state))
	if err == nil && changed == 0 {
		return fmt.Errorf("save port-out: %w", storeerrors.ErrStale)
	}
	return storeerrors.Translate("save port-out", err)
}

// Get finds a request by the clearing house's reference.
func (q PortOuts) Get(ctx context.Context, reference string) (p contract.PortOut, err error) {
	found, err := q.list(ctx, "SELECT state::text FROM port_outs WHERE reference = $1", reference)
	if err == nil && len(found) == 0 {
		return p, fmt.Errorf("find port-out: %w", storeerrors.ErrNotFound)
	}
	if err != nil {
		return p, err
	}
	return found[0], nil
}

// OfLines returns the requests for lines that are open, or that ended since a time; the newest first.
func (q PortOuts) OfLines(ctx context.Context, lineIDs []string, since time.Time) ([]contract.PortOut, error) {
	return q.list(ctx, `
		SELECT state::text FROM port_outs
		WHERE line_id = ANY($1::text[]::uuid[]) AND (stage IN ('agreed', 'moving') OR stage <> 'rejected' AND updated_at > $2)
		ORDER BY asked_at DESC, reference`, lineIDs, since)
}

// portOutsPage is the page length of support's list.
const portOutsPage = 50

// ForSupport returns one page of requests, the newest first: the held ones, or the one with a reference.
func (q PortOuts) ForSupport(ctx context.Context, reference string, page int) ([]contract.PortOut, error) {
	if reference != "" {
		return q.list(ctx, "SELECT state::text FROM port_outs WHERE reference = $1 LIMIT $2 OFFSET $3", reference, portOutsPage, tx.Offset(page, portOutsPage))
	}
	return q.list(ctx, `
		SELECT state::text FROM port_outs WHERE held
		ORDER BY asked_at DESC, reference LIMIT $1 OFFSET $2`, portOutsPage, tx.Offset(page, portOutsPage))
}

func (q PortOuts) list(ctx context.Context, query string, args ...any) (found []contract.PortOut, err error) {
	rows, err := q.Prepared().Query(ctx, query, args...)
	if err != nil {
		return nil, storeerrors.Translate("read port-outs", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var state []byte
		var p contract.PortOut
		if err := errors.Join(rows.Scan(&state), contract.Decode(state, &p)); err != nil {
			return nil, fmt.Errorf("read port-outs: %w", err)
		}
		found = append(found, p)
	}
	return found, storeerrors.Translate("read port-outs", rows.Err())
}

// FindAsked returns the facts about a requested number, and its line; empty for a number without a line.
func (q PortOuts) FindAsked(ctx context.Context, msisdn, idNumber string) (l port.Leaving, lineID, language string, err error) {
	var portedFrom, subscription, kind string
	var since time.Time
	var guarded sql.NullTime
	err = q.Prepared().Row(ctx, `
		SELECT l.id, l.status, l.kind, l.subscription_type, l.ported_from, l.activated_at, l.guarded_until, o.id_hash = $2,
		       coalesce(b.amount, 0), coalesce(s.state ->> 'language', 'ar'),
		       EXISTS (SELECT FROM port_outs AS p WHERE p.line_id = l.id AND p.stage IN ('agreed', 'moving')),
		       EXISTS (SELECT FROM line_changes AS c WHERE c.line_id = l.id AND (c.expires_at IS NULL OR c.expires_at > now()))
		FROM lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id
		LEFT JOIN line_balances AS b ON b.line_id = l.id LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
		WHERE l.msisdn = $1 AND l.status <> 'ended'`, msisdn, q.Keys.Hash(idNumber)).
		Scan(&lineID, &l.Status, &kind, &subscription, &portedFrom, &since, &guarded, &l.Owner, (*int64)(&l.Balance), &language, &l.Leaving, &l.Busy)
	if errors.Is(err, sql.ErrNoRows) {
		return port.Leaving{}, "", "", nil
	}
	l.Ours, l.Data, l.Prepaid, l.GuardedTill = true, kind == LineData, subscription == "prepaid", guarded.Time
	if portedFrom != "" {
		l.PortedInAt = since
	}
	return l, lineID, language, storeerrors.Translate("look at number asked for", err)
}
