// Package esimprofile stores the eSIM profiles of orders.
package esimprofile

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Profiles stores the eSIM profiles of orders.
type Profiles struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:esim_profiles,alias:p"`

	ICCID   string `bun:",pk"`
	OrderID string
	Issue   int
	Status  string
}

// Claim assigns a profile to an order; a repeated call changes nothing. A profile of another order is ErrConflict.
func (q Profiles) Claim(ctx context.Context, in contract.ProfileOrder, iccid string) error {
	result, err := q.DB.NewInsert().Model(&row{ICCID: iccid, OrderID: in.OrderID, Issue: in.Issue, Status: "ordered"}).
		On("CONFLICT (iccid) DO UPDATE").Set("issue = p.issue").
		Where("p.order_id = EXCLUDED.order_id").Where("p.issue = EXCLUDED.issue").Exec(ctx)
	return tx.RequireChange("claim profile", storeerrors.ErrConflict, result, err)
}

// Move stores the state of a profile. Final states stay: a late state changes nothing.
func (q Profiles) Move(ctx context.Context, orderID, iccid string, state contract.ProfileState) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("status = ?", state).Set("updated_at = now()").
		Where("iccid = ?", iccid).Where("order_id = ?", orderID).Where("status NOT IN ('installed', 'cancelled', 'active')").Exec(ctx)
	return storeerrors.Translate("move profile", err)
}

// OrderOf returns the id of a profile's order.
func (q Profiles) OrderOf(ctx context.Context, iccid string) (orderID string, err error) {
	err = q.DB.NewSelect().Model((*row)(nil)).Column("order_id").Where("iccid = ?", iccid).Scan(ctx, &orderID)
	return orderID, storeerrors.Translate("find order by profile", err)
}
