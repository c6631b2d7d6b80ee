// Package sim stores the stock of SIM cards.
package sim

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"selfcare/internal/contract"
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
	puk, err := q.Keys.Open(SealContext(sim.ICCID), sealed)
	sim.PUK1 = string(puk)
	return sim, err
}

// SealContext is the seal context of a card's PUK, see Keys.Seal.
func SealContext(iccid string) string { return "sims/" + iccid }

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
