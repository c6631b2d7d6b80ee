package subscription

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	"selfcare/internal/spending"
	"selfcare/internal/store"
	"selfcare/internal/store/allowance"
	subscriptionstore "selfcare/internal/store/subscription"
)

// turn is the work of one look at a subscription, within a transaction. The rules are those of subscription.Turn.
type turn struct {
	q     *store.Tx
	rules subscription.Rules
	now   time.Time
	sold  *soldPlans // what a batch has read of the catalogue; nil reads it anew
}

// BillCycle says what a cycle costs, with the further SIMs and the commitment of the line.
func (t turn) BillCycle(ctx context.Context, next contract.PlanSubscription, plan subscription.Plan) ([]subscription.Charge, error) {
	settings, err := t.q.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	sims, commitment, err := t.q.PlanSubscriptions.Extras(ctx, next.LineID, next.From)
	if err != nil || !breaksCommitment(next, plan) {
		return subscription.Bill(next.Type, plan, sims, commitment, next.From, settings.VATPercent), err
	}
	items := subscription.SwitchBill(plan, sims, commitment, next.From, settings.VATPercent)
	return subscription.Charged(items, next.Type == subscription.Prepaid), nil
}

// breaksCommitment tells whether a switch to a plan breaks the commitment of the line's owner.
func breaksCommitment(s contract.PlanSubscription, plan subscription.Plan) bool {
	return plan.ID != s.PlanID && !plan.Commits
}

// FindTerms reads the terms of a plan.
func (t turn) FindTerms(ctx context.Context, planID string) (subscription.Plan, error) {
	return remember(t.sold.allTerms(), planID, func() (subscription.Plan, error) { return t.q.PlanSubscriptions.Terms(ctx, planID) })
}

// LockBalance reads the balance of a prepaid line and locks it.
func (t turn) LockBalance(ctx context.Context, lineID string) (contract.Halalas, error) {
	return t.q.PlanSubscriptions.LockBalance(ctx, lineID)
}

// FollowLimits lets the line do what its limits and its balance allow.
func (t turn) FollowLimits(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	return spending.Follow(ctx, t.q, s, t.now)
}

// BookCycle writes down what a cycle costs, takes it from a prepaid balance, and gives the line what the plan holds.
func (t turn) BookCycle(ctx context.Context, next contract.PlanSubscription, plan subscription.Plan, bill []subscription.Charge) error {
	cycle := subscriptionstore.ChargedCycle{
		LineID: next.LineID, Cycle: next.Cycle, PlanID: plan.ID, PaidBy: subscriptionstore.PaidByInvoice, From: next.From, Until: next.Until, At: t.now, Items: bill,
	}
	if next.Type == subscription.Prepaid {
		cycle.PaidBy = subscriptionstore.PaidByBalance
		if total := subscription.Total(bill); total > 0 {
			if err := t.q.Ledger.Post(ctx, ledger.CyclePosting(next, total)); err != nil {
				return err
			}
		}
	}
	if err := t.q.PlanSubscriptions.AddCharges(ctx, cycle); err != nil {
		return err
	}
	if breaksCommitment(next, plan) {
		if err := t.q.PlanSubscriptions.EndCommitment(ctx, next.LineID); err != nil {
			return err
		}
	}
	buckets, err := remember(t.sold.allBuckets(), plan.ID, func() ([]allowance.Bucket, error) {
		return t.q.PlanSubscriptions.PlanBuckets(ctx, plan.ID)
	})
	if err != nil {
		return err
	}
	return t.q.PlanSubscriptions.GrantBuckets(ctx, next, buckets)
}
