package sim

import (
	"context"

	storeerrors "selfcare/internal/store/errors"
)

// MarkActive records that the network has activated the order's card or profile.
func (q SIMs) MarkActive(ctx context.Context, orderID string) error {
	var changed int
	// Raw: it changes two tables at once.
	err := q.DB.NewRaw(markActive, orderID).Scan(ctx, &changed)
	if err == nil && changed == 0 {
		err = storeerrors.ErrNotFound
	}
	return storeerrors.Translate("mark sim active", err)
}
