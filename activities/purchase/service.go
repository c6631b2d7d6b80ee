package purchase

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	"selfcare/internal/store/serving"
)

// mayBegin refuses a service that the line has, or is getting: of two of the same moment one is first.
func mayBegin(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	fresh, err := q.Services.Start(ctx, serving.Held{
		ID: p.ID, LineID: p.LineID, ServiceID: p.Service.ServiceID, Price: p.Total, Since: p.CreatedAt,
	})
	if err == nil && !fresh {
		return contract.Refuse(contract.FailServiceHeld)
	}
	return err
}

// serviceBegun writes down what we owe the partner whose service runs, and until when it does.
func serviceBegun(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	running := *p.Service
	running.Until = now.AddDate(0, 0, running.CycleDays)
	p.Service = &running
	if err := q.Ledger.Post(ctx, resold(p, money.AccountContent, running.Cost)); err != nil {
		return p, err
	}
	if err := q.Services.Run(ctx, p.ID, running.Until); err != nil {
		return p, err
	}
	return p, renewsLater(ctx, q, p)
}

// serviceDropped has a service whose money goes back be nobody's.
func serviceDropped(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	if purchase.Definitions[p.Kind].Delivers != purchase.Begin {
		return nil
	}
	return q.Services.End(ctx, p.ID, now)
}
