package purchase

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
)

// tell queues the message about a purchase, with what causes it. A line that has ended is told nothing.
func tell(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	notice, lineID := purchase.Told(p)
	line, err := q.Lines.Get(ctx, lineID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	notice.Mobile = line.MSISDN
	if line.Kind == store.LineData { // nobody reads messages on it
		notice.Mobile = line.Contact.Mobile
	}
	return q.Outbox.Queue(ctx, notice)
}
