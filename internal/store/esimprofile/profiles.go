// Package esimprofile stores the eSIM profiles of orders.
package esimprofile

import (
	"context"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

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
