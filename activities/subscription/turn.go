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
	batch *batch // of which the turn is a part; nil for a turn by itself
}

// shared returns the batch; an empty one for a turn by itself.
func (t turn) shared() *batch {
	if t.batch == nil {
		return &batch{}
	}
	return t.batch
}

// BillCycle says what a cycle costs, with the further SIMs and the commitment of the line.
func (t turn) BillCycle(ctx context.Context, next contract.PlanSubscription, plan subscription.Plan) ([]subscription.Charge, error) {
	settings, err := t.q.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	sims, commitment, err := t.readExtras(ctx, next)
	if err != nil || !breaksCommitment(next, plan) {
		return subscription.Bill(next.Type, plan, sims, commitment, next.From, settings.VATPercent), err
	}
	items := subscription.SwitchBill(plan, sims, commitment, next.From, settings.VATPercent)
	return subscription.Charged(items, next.Type == subscription.Prepaid), nil
}

// readExtras reads what the line pays for in addition to its plan.
func (t turn) readExtras(ctx context.Context, next contract.PlanSubscription) ([]subscription.SIM, *subscription.Commitment, error) {
	if t.batch != nil && !t.batch.extras[next.LineID] {
		return nil, nil, nil
	}
	return t.q.PlanSubscriptions.Extras(ctx, next.LineID, next.From)
}

// breaksCommitment tells whether a switch to a plan breaks the commitment of the line's owner.
func breaksCommitment(s contract.PlanSubscription, plan subscription.Plan) bool {
	return plan.ID != s.PlanID && !plan.Commits
}

// FindTerms reads the terms of a plan.
func (t turn) FindTerms(ctx context.Context, planID string) (subscription.Plan, error) {
	return remember(t.shared().terms, planID, func() (subscription.Plan, error) { return t.q.PlanSubscriptions.Terms(ctx, planID) })
}

// LockBalance reads the balance of a prepaid line and locks it.
func (t turn) LockBalance(ctx context.Context, lineID string) (contract.Halalas, error) {
	if known, found := t.shared().known[lineID]; found {
		return known.Balance, nil
	}
	return t.q.PlanSubscriptions.LockBalance(ctx, lineID)
}

// FollowLimits lets the line do what its limits and its balance allow.
func (t turn) FollowLimits(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	known, found := t.shared().known[s.LineID]
	if !found {
		return spending.Follow(ctx, t.q, s, t.now)
	}
	delete(t.batch.known, s.LineID) // what is told now changes the limits
	return spending.FollowKnown(ctx, t.q, s, known, t.now)
}

// BookCycle writes down what a cycle costs, takes it from a prepaid balance, and gives the line what the plan holds.
func (t turn) BookCycle(ctx context.Context, next contract.PlanSubscription, plan subscription.Plan, bill []subscription.Charge) error {
	cycle := subscriptionstore.ChargedCycle{
		LineID: next.LineID, Cycle: next.Cycle, PlanID: plan.ID, PaidBy: subscriptionstore.PaidByInvoice, From: next.From, Until: next.Until, At: t.now, Items: bill,
	}
	if next.Type == subscription.Prepaid {
		cycle.PaidBy = subscriptionstore.PaidByBalance
		if total := subscription.Total(bill); total > 0 {
			if err := t.takeFromBalance(ctx, next, total); err != nil {
				return err
			}
		}
	}
	if err := t.addCharges(ctx, cycle); err != nil {
		return err
	}
	if breaksCommitment(next, plan) {
		if err := t.q.PlanSubscriptions.EndCommitment(ctx, next.LineID); err != nil {
			return err
		}
	}
	buckets, err := remember(t.shared().buckets, plan.ID, func() ([]allowance.Bucket, error) {
		return t.q.PlanSubscriptions.PlanBuckets(ctx, plan.ID)
	})
	if err != nil || len(buckets) == 0 {
		return err
	}
	return t.grant(ctx, allowance.Granted{LineID: next.LineID, Cycle: next.Cycle, From: next.From, Until: next.Until, Buckets: buckets})
}

func (t turn) takeFromBalance(ctx context.Context, next contract.PlanSubscription, total contract.Halalas) error {
	err := t.q.Ledger.Post(ctx, ledger.CyclePosting(next, total))
	if known, found := t.shared().known[next.LineID]; found {
		known.Balance -= total
		t.batch.known[next.LineID] = known
	}
	return err
}

// addCharges leaves the charges that a balance has paid to the batch. The credit limit of a postpaid line counts its charges at once.
func (t turn) addCharges(ctx context.Context, cycle subscriptionstore.ChargedCycle) error {
	if t.batch == nil || cycle.PaidBy != subscriptionstore.PaidByBalance {
		return t.q.PlanSubscriptions.AddCharges(ctx, cycle)
	}
	t.batch.charges = append(t.batch.charges, cycle)
	return nil
}

func (t turn) grant(ctx context.Context, granted allowance.Granted) error {
	if t.batch == nil {
		return t.q.Allowances.GrantAll(ctx, []allowance.Granted{granted})
	}
	t.batch.grants = append(t.batch.grants, granted)
	return nil
}

func (t turn) queue(ctx context.Context, notices []contract.Notice) error {
	if t.batch == nil {
		return t.q.Outbox.Queue(ctx, notices...)
	}
	t.batch.notices = append(t.batch.notices, notices...)
	return nil
}
