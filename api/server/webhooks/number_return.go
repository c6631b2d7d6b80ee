package webhooks

import (
	"context"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/store"
)

// numberReturned is the clearing house's report about a number of our range that another operator has given back.
const numberReturned = "number.returned"

// numberStock takes numbers back into our stock.
type numberStock interface {
	InTx(ctx context.Context, f func(tx *store.Tx) error) error
}

// returnReport quarantines a number of our range, which is free again afterwards.
func (s *WebhookHandlers) returnReport(event gen.WebhookEvent) (report, error) {
	msisdn, err := checked(event, "msisdn", outNumber)
	if err == nil && !number.IsOurs(msisdn) {
		err = invalid("msisdn")
	}
	return report{start: func(ctx context.Context) error { return s.takeBack(ctx, msisdn) }}, err
}

// takeBack takes a number back once. A number that no other operator has in our records is refused: its departure may
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
