// Package sim stores the stock of SIM cards.
package sim

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// SIMs stores the stock of SIM cards.
type SIMs struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:sims,alias:s"`

	ICCID string `bun:",pk"`
	PUK1  []byte `bun:"puk1"` // encrypted
}

// Allocate takes a card from stock for an order; a repeated call returns the same card. An empty stock is ErrOutOfStock.
func (q SIMs) Allocate(ctx context.Context, orderID string) (contract.SIM, error) {
	sim, err := q.simOf(ctx, orderID)
	if !errors.Is(err, sql.ErrNoRows) {
		return sim, storeerrors.Translate("allocate sim", err)
	}
	next := q.DB.NewSelect().Model((*row)(nil)).Column("iccid").Where("status = 'stock'").Order("iccid").Limit(1).For("UPDATE SKIP LOCKED")
	var taken row
	err = q.DB.NewUpdate().Model(&taken).Set("status = 'allocated'").Set("order_id = ?", orderID).Set("allocated_at = now()").
		Where("iccid = (?)", next).Returning("iccid, puk1").Scan(ctx)
	if err == nil {
		sim, err = q.open(taken)
	}
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
	sim, err := q.find(ctx, "iccid", iccid)
	return sim, storeerrors.Translate("find card", err)
}

func (q SIMs) simOf(ctx context.Context, orderID string) (contract.SIM, error) {
	return q.find(ctx, "order_id", orderID)
}

func (q SIMs) find(ctx context.Context, column, value string) (contract.SIM, error) {
	var found row
	if err := q.DB.NewSelect().Model(&found).Where("? = ?", bun.Ident(column), value).Scan(ctx); err != nil {
		return contract.SIM{}, err
	}
	return q.open(found)
}

func (q SIMs) open(r row) (contract.SIM, error) {
	puk, err := q.Keys.Open(SealContext(r.ICCID), r.PUK1)
	return contract.SIM{ICCID: r.ICCID, PUK1: string(puk)}, err
}

// SealContext is the seal context of a card's PUK, see Keys.Seal.
func SealContext(iccid string) string { return "sims/" + iccid }

// Return puts an order's card back into stock. An active card stays with its line.
func (q SIMs) Return(ctx context.Context, orderID string) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("status = 'stock'").Set("order_id = NULL").Set("allocated_at = NULL").
		Where("order_id = ?", orderID).Where("status = 'allocated'").Exec(ctx)
	return storeerrors.Translate("return sim", err)
}

// markActive marks the order's card, or otherwise its newest profile. It is raw because it changes two tables at once.
const markActive = `
WITH card AS (
    UPDATE sims SET status = 'active' WHERE order_id = ?0 RETURNING 1
), profile AS (
    UPDATE esim_profiles SET status = 'active', updated_at = now()
    WHERE iccid = (SELECT iccid FROM esim_profiles WHERE order_id = ?0 ORDER BY issue DESC LIMIT 1) AND status <> 'cancelled'
    RETURNING 1
)
SELECT (SELECT count(*) FROM card) + (SELECT count(*) FROM profile)`
