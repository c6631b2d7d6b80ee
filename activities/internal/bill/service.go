package bill

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	subscriptionstore "selfcare/internal/store/subscription"
)

// AddService puts a cycle of a service on the next bill of its line, whose plan is locked, and books the partner's share.
func AddService(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, i renewal.Item, from, until, now time.Time) error {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return err
	}
	err = q.PlanSubscriptions.AddCharges(ctx, subscriptionstore.ChargedCycle{
		LineID: i.LineID, Cycle: plan.Cycle, PlanID: plan.PlanID, PaidBy: subscriptionstore.PaidByInvoice, ServiceID: i.ServiceID, From: from, Until: until, At: now,
		Items: []subscription.Charge{{
			Item: fmt.Sprintf("service:%s:%d", i.PurchaseID, i.Cycle), Amount: i.Price, VAT: money.VATWithin(i.Price, settings.VATPercent),
		}},
	})
	if err != nil || i.Cost == 0 {
		return err
	}
	return q.Ledger.Post(ctx, ledger.ServiceCostPosting(i))
}
