package purchase

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/bill"
	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/ledger"
	limited "selfcare/internal/spending"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/vas"
)

// validateService refuses a service that the line has or is about to get, also where two purchases ask at once. The price of a billed service
// has to be within the credit limit.
func validateService(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	if p.Way == contract.PayInvoice {
		if err := validateCredit(ctx, q, p, now); err != nil {
			return err
		}
	}
	fresh, err := q.Services.Start(ctx, vas.Held{
		ID: p.ID, LineID: p.LineID, ServiceID: p.Service.ServiceID, Price: p.Total, Since: p.CreatedAt,
	})
	if err == nil && !fresh {
		return contract.Refuse(contract.FailServiceHeld)
	}
	return err
}

// validateCredit locks the plan of the line, so that two purchases do not use the same rest of the credit limit.
func validateCredit(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	plan, err := q.PlanSubscriptions.GetLocked(ctx, p.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err != nil {
		return err
	}
	standing, err := limited.Look(ctx, q, plan, now)
	if err != nil {
		return err
	}
	return creditlimit.ValidateRoom(standing.Limits, p.Total)
}

// beginService books what we owe the partner of a running service, and writes until when it runs.
func beginService(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	running := *p.Service
	running.Until = now.AddDate(0, 0, running.CycleDays)
	p.Service = &running
	if err := postServicePayment(ctx, q, p, now); err != nil {
		return p, err
	}
	if err := q.Services.Run(ctx, p.ID, running.Until); err != nil {
		return p, err
	}
	return p, scheduleRenewals(ctx, q, p)
}

// postServicePayment books the price of a service: it was paid, or goes onto the bill of the line.
func postServicePayment(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	if p.Way != contract.PayInvoice {
		return q.Ledger.Post(ctx, ledger.ResalePosting(p))
	}
	plan, err := q.PlanSubscriptions.GetLocked(ctx, p.LineID)
	if err != nil {
		return err
	}
	first := renewal.Item{PurchaseID: p.ID, LineID: p.LineID, ServiceID: p.Service.ServiceID, Price: p.Total, Cost: p.Service.Cost, Cycle: 1}
	if err := bill.AddService(ctx, q, plan, first, now, p.Service.Until, now); err != nil {
		return err
	}
	return limited.FollowLine(ctx, q, p.LineID, now)
}

// endService ends the service of a purchase whose money goes back.
func endService(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	if purchase.Definitions[p.Kind].Delivers != purchase.Begin {
		return nil
	}
	return q.Services.End(ctx, p.ID, now)
}
