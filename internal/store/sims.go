package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"selfcare/internal/contract"
)

const allocateSIM = `
UPDATE sims SET status = 'allocated', order_id = $1, allocated_at = now()
WHERE iccid = (SELECT iccid FROM sims WHERE status = 'stock' ORDER BY iccid LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING iccid, puk1`

// AllocateSIM takes a card from stock for an order; asked again it answers with the same card. An empty stock is ErrOutOfStock.
func (q *Queries) AllocateSIM(ctx context.Context, orderID string) (contract.SIM, error) {
	sim, err := q.simOf(ctx, orderID)
	if !errors.Is(err, sql.ErrNoRows) {
		return sim, translate("allocate sim", err)
	}
	sim, err = q.scanSIM(q.prepared().row(ctx, allocateSIM, orderID))
	if violates(err, "sims_one_per_order") { // a twin was quicker
		sim, err = q.simOf(ctx, orderID)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return sim, fmt.Errorf("allocate sim: %w", ErrOutOfStock)
	}
	return sim, translate("allocate sim", err)
}

func (q *Queries) simOf(ctx context.Context, orderID string) (contract.SIM, error) {
	return q.scanSIM(q.prepared().row(ctx, "SELECT iccid, puk1 FROM sims WHERE order_id = $1", orderID))
}

func (q *Queries) scanSIM(row *sql.Row) (sim contract.SIM, err error) {
	var sealed []byte
	if err := row.Scan(&sim.ICCID, &sealed); err != nil {
		return contract.SIM{}, err
	}
	puk, err := q.keys.Open(SIMPlace(sim.ICCID), sealed)
	sim.PUK1 = string(puk)
	return sim, err
}

// SIMPlace is what a card's PUK is sealed for, see Keys.Seal.
func SIMPlace(iccid string) string { return "sims/" + iccid }

// ReturnSIM puts an order's card back to stock. An active card stays with its line.
func (q *Queries) ReturnSIM(ctx context.Context, orderID string) error {
	_, err := q.prepared().exec(ctx, `
		UPDATE sims SET status = 'stock', order_id = NULL, allocated_at = NULL WHERE order_id = $1 AND status = 'allocated'`, orderID)
	return translate("return sim", err)
}

// markActive takes the card, or else the newest profile, that the order was given.
const markActive = `
WITH card AS (
    UPDATE sims SET status = 'active' WHERE order_id = $1 RETURNING 1
), profile AS (
    UPDATE esim_profiles SET status = 'active', updated_at = now()
    WHERE iccid = (SELECT iccid FROM esim_profiles WHERE order_id = $1 ORDER BY issue DESC LIMIT 1) AND status <> 'cancelled'
    RETURNING 1
)
SELECT (SELECT count(*) FROM card) + (SELECT count(*) FROM profile)`

// MarkSIMActive notes that the network has activated the order's card or profile.
func (q *Queries) MarkSIMActive(ctx context.Context, orderID string) error {
	var changed int
	err := q.prepared().row(ctx, markActive, orderID).Scan(&changed)
	if err == nil && changed == 0 {
		err = ErrNotFound
	}
	return translate("mark sim active", err)
}
