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
	"selfcare/internal/store/tx"
)

// SIMs stores the stock of SIM cards.
type SIMs struct{ *tx.Conn }

const allocateSIM = `
UPDATE sims SET status = 'allocated', order_id = $1, allocated_at = now()
WHERE iccid = (SELECT iccid FROM sims WHERE status = 'stock' ORDER BY iccid LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING iccid, puk1`

// Allocate takes a card from stock for an order; a repeated call returns the same card. An empty stock is ErrOutOfStock.
func (q SIMs) Allocate(ctx context.Context, orderID string) (contract.SIM, error) {
	sim, err := q.simOf(ctx, orderID)
	if !errors.Is(err, sql.ErrNoRows) {
		return sim, storeerrors.Translate("allocate sim", err)
	}
	sim, err = q.scan(q.Prepared().Row(ctx, allocateSIM, orderID))
	if storeerrors.Violates(err, "sims_one_per_order") { // a concurrent call was faster
		sim, err = q.simOf(ctx, orderID)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return sim, fmt.Errorf("allocate sim: %w", storeerrors.ErrOutOfStock)
	}
	return sim, storeerrors.Translate("allocate sim", err)
}

// Card returns a card of our stock with its PUK; ErrNotFound for another card.
func (q SIMs) Card(ctx context.Context, iccid string) (contract.SIM, error) {
	sim, err := q.scan(q.Prepared().Row(ctx, "SELECT iccid, puk1 FROM sims WHERE iccid = $1", iccid))
	return sim, storeerrors.Translate("find card", err)
}

func (q SIMs) simOf(ctx context.Context, orderID string) (contract.SIM, error) {
	return q.scan(q.Prepared().Row(ctx, "SELECT iccid, puk1 FROM sims WHERE order_id = $1", orderID))
}

func (q SIMs) scan(row tx.Scanner) (sim contract.SIM, err error) {
	var sealed []byte
	if err := row.Scan(&sim.ICCID, &sealed); err != nil {
		return contract.SIM{}, err
	}
	puk, err := q.Keys.Open(SIMSealContext(sim.ICCID), sealed)
	sim.PUK1 = string(puk)
	return sim, err
}

// SIMSealContext is the seal context of a card's PUK, see Keys.Seal.
func SIMSealContext(iccid string) string { return "sims/" + iccid }

// Return puts an order's card back into stock. An active card stays with its line.
func (q SIMs) Return(ctx context.Context, orderID string) error {
	_, err := q.Prepared().Exec(ctx, `
		UPDATE sims SET status = 'stock', order_id = NULL, allocated_at = NULL WHERE order_id = $1 AND status = 'allocated'`, orderID)
	return storeerrors.Translate("return sim", err)
}

// markActive marks the order's card, or otherwise its newest profile.
const markActive = `
WITH card AS (
    UPDATE sims SET status = 'active' WHERE order_id = $1 RETURNING 1
), profile AS (
    UPDATE esim_profiles SET status = 'active', updated_at = now()
    WHERE iccid = (SELECT iccid FROM esim_profiles WHERE order_id = $1 ORDER BY issue DESC LIMIT 1) AND status <> 'cancelled'
    RETURNING 1
)
SELECT (SELECT count(*) FROM card) + (SELECT count(*) FROM profile)`

// MarkActive records that the network has activated the order's card or profile.
func (q SIMs) MarkActive(ctx context.Context, orderID string) error {
	var changed int
	err := q.Prepared().Row(ctx, markActive, orderID).Scan(&changed)
	if err == nil && changed == 0 {
		err = storeerrors.ErrNotFound
	}
	return storeerrors.Translate("mark sim active", err)
}

// Profiles stores the eSIM profiles of orders.
type Profiles struct{ *tx.Conn }

// Claim assigns a profile to an order; a repeated call changes nothing. A profile of another order is ErrConflict.
func (q Profiles) Claim(ctx context.Context, in contract.ProfileOrder, iccid string) error {
	changed, err := q.Prepared().Exec(ctx, `
		INSERT INTO esim_profiles AS p (iccid, order_id, issue, status) VALUES ($1, $2, $3, 'ordered')
		ON CONFLICT (iccid) DO UPDATE SET issue = p.issue WHERE p.order_id = EXCLUDED.order_id AND p.issue = EXCLUDED.issue`,
		iccid, in.OrderID, in.Issue)
	if err == nil && changed == 0 {
		err = storeerrors.ErrConflict
	}
	return storeerrors.Translate("claim profile", err)
}

// Move stores the state of a profile. Final states stay: a late state changes nothing.
func (q Profiles) Move(ctx context.Context, orderID, iccid string, state contract.ProfileState) error {
	_, err := q.Prepared().Exec(ctx, `
		UPDATE esim_profiles SET status = $3, updated_at = now()
		WHERE iccid = $1 AND order_id = $2 AND status NOT IN ('installed', 'cancelled', 'active')`, iccid, orderID, string(state))
	return storeerrors.Translate("move profile", err)
}

// OrderOf returns the id of a profile's order.
func (q Profiles) OrderOf(ctx context.Context, iccid string) (orderID string, err error) {
	err = q.Prepared().Row(ctx, "SELECT order_id FROM esim_profiles WHERE iccid = $1", iccid).Scan(&orderID)
	return orderID, storeerrors.Translate("find order by profile", err)
}

// Shipments stores the parcels of orders.
type Shipments struct{ *tx.Conn }

// Save stores the newest state of a parcel.
func (q Shipments) Save(ctx context.Context, orderID string, s contract.Shipment) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO shipments AS s (airway_bill, order_id, status, tracking_url, attempts) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (airway_bill) DO UPDATE SET status = EXCLUDED.status, tracking_url = EXCLUDED.tracking_url,
		    attempts = greatest(s.attempts, EXCLUDED.attempts), updated_at = now()
		WHERE s.status NOT IN ('delivered', 'returned', 'cancelled')`,
		s.AirwayBill, orderID, string(s.Status), s.TrackingURL, s.Attempts)
	return storeerrors.Translate("save shipment", err)
}

// AddScan stores one scan of the courier; a repeated event changes nothing.
func (q Shipments) AddScan(ctx context.Context, orderID string, scan contract.ParcelScanned) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO shipment_scans (event_id, order_id, airway_bill, status, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (event_id) DO NOTHING`, scan.EventID, orderID, scan.AirwayBill, string(scan.Status), scan.At)
	return storeerrors.Translate("add scan", err)
}

// OrderOf returns the id of a parcel's order.
func (q Shipments) OrderOf(ctx context.Context, airwayBill string) (orderID string, err error) {
	err = q.Prepared().Row(ctx, "SELECT order_id FROM shipments WHERE airway_bill = $1", airwayBill).Scan(&orderID)
	return orderID, storeerrors.Translate("find order of parcel", err)
}

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
func (q Ports) Calendar(ctx context.Context, s Settings, from time.Time) (calendar.Calendar, error) {
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
