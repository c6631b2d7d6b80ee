package webhooks

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// numberStock takes numbers back into our stock.
type numberStock interface {
	InTx(ctx context.Context, f func(tx *store.Tx) error) error
}

// takeBack takes a number of our range back once and quarantines it; it is free again afterwards. A number that no other operator has in our records is refused: its departure may
// not be recorded yet, and the clearing house reports it again.
func (s *WebhookHandlers) takeBack(ctx context.Context, msisdn string) error {
	return s.Stock.InTx(ctx, func(q *store.Tx) error {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		taken, err := q.Endings.TakeBack(ctx, msisdn, s.Now().Add(settings.Ending.Rules().Quarantine))
		if err != nil || taken {
			return err
		}
		known, err := q.Endings.InStock(ctx, msisdn)
		if err == nil && !known {
			return contract.Refuse(contract.FailNumberNotFound)
		}
		return err
	})
}
