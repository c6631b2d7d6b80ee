package portin

import (
	"context"
	"time"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Claim reserves a number to port in for one order, until a time or, for a zero time, until its release. Of several orders at
// once one wins, and a claim never gets shorter. A successful claim releases the order's earlier number; a failed claim keeps it.
// ErrNumberTaken means that another order has the number, or that it is in service with us.
func (q Ports) Claim(ctx context.Context, msisdn, orderID string, until time.Time) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := Ports{conn}
		_, err := q.DB.NewDelete().Model((*claimRow)(nil)).Where("order_id = ?", orderID).Where("msisdn <> ?", msisdn).Exec(ctx)
		if err != nil {
			return err
		}
		// Raw: an insertion with a condition over another table.
		claimed, err := tx.Changed(q.DB.NewRaw(claimPort, msisdn, orderID, tx.TimeOrNull(until)).Exec(ctx))
		if err == nil && claimed == 0 {
			return storeerrors.ErrNumberTaken
		}
		return err
	})
	return storeerrors.Translate("claim ported number", err)
}
