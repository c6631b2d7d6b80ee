package purchase

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// scheduleRenewals notes the items of a purchase that renew after their cycle, if the customer agreed to that. The workflow of the line's plan is
// woken for the first due item. On a line without such a workflow the items end with their cycle.
func scheduleRenewals(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	items := renewing(p)
	if len(items) == 0 {
		return nil
	}
	s, err := q.PlanSubscriptions.GetLocked(ctx, p.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil || s.Stage == contract.SubscriptionEnded {
		return err
	}
	next := s
	for _, item := range items {
		if err := q.Renewals.Begin(ctx, item); err != nil {
			return err
		}
		next = subscription.ItemBegun(next, item.Until)
	}
	if next.ItemsDue.Equal(s.ItemsDue) {
		return nil
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return err
	}
	next = subscription.Scheduled(next, settings.Subscription.Rules())
	next.Seq++
	if err := q.PlanSubscriptions.Save(ctx, next); err != nil {
		return err
	}
	return q.PlanSubscriptions.Wake(ctx, next.LineID)
}

// renewing lists the items of a purchase that renew. Items that another line pays for do not: the owner of the line agreed to nothing.
func renewing(p contract.Purchase) (items []renewal.Item) {
	if p.Friend() {
		return nil
	}
	if s := p.Service; s != nil && s.Renews {
		items = append(items, renewal.Item{
			PurchaseID: p.ID, LineID: p.LineID, ServiceID: s.ServiceID, Price: p.Total, Cost: s.Cost, Billed: p.Way == contract.PayInvoice, Days: s.CycleDays, Until: s.Until,
		})
	}
	for n, b := range p.Bundles {
		if b.Renews {
			items = append(items, renewal.Item{
				PurchaseID: p.ID, Number: n, LineID: p.LineID, BundleID: b.BundleID, Price: b.Price, Days: b.ValidityDays, Gives: b.Items, Until: b.ValidUntil,
			})
		}
	}
	return items
}
