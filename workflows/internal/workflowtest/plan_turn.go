package workflowtest

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

// planTurn is the work of one look at a plan, in memory. The rules are those of subscription.Turn. The books are locked meanwhile.
type planTurn struct {
	books *PlanBooks
	now   time.Time
}

// FindTerms knows the plans of stories.
func (t planTurn) FindTerms(_ context.Context, planID string) (subscription.Plan, error) {
	return t.books.Plans[planID], nil
}

// BillCycle bills a line without further SIMs. Plans of stories cost no VAT.
func (t planTurn) BillCycle(_ context.Context, next contract.PlanSubscription, plan subscription.Plan) ([]subscription.Charge, error) {
	return subscription.Bill(next.Type, plan, nil, nil, next.From, 0), nil
}

// LockBalance is the balance of the one line.
func (t planTurn) LockBalance(context.Context, string) (contract.Halalas, error) {
	return t.books.Balance, nil
}

// BookCycle takes a cycle from the balance of a prepaid line.
func (t planTurn) BookCycle(_ context.Context, next contract.PlanSubscription, _ subscription.Plan, bill []subscription.Charge) error {
	if next.Type == subscription.Prepaid {
		t.books.Balance -= subscription.Total(bill)
	}
	return nil
}

// FindLastActive is when the one line was recharged or used last.
func (t planTurn) FindLastActive(context.Context, string, time.Time) (time.Time, error) {
	return t.books.Active, nil
}

// BeginEnding finds the line free.
func (t planTurn) BeginEnding(_ context.Context, s contract.PlanSubscription) (*contract.LineEnding, error) {
	return subscription.EndingOfInactive(s, contract.OutcomeQuarantine, "", t.now), nil
}

// RenewItems renews what is due beside the plan.
func (t planTurn) RenewItems(_ context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	return t.books.renewedItems(s, contract.At{Now: t.now}), nil
}

// FollowLimits lets the line do everything where its limits allow that by now.
func (t planTurn) FollowLimits(_ context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	if t.books.Lifts && subscription.IsStopped(s) {
		return subscription.WithLimitLevel(s, contract.ServiceFull, t.now), nil
	}
	return s, nil
}

// Tell keeps nothing: messages of plans are no part of the stories.
func (t planTurn) Tell(context.Context, contract.PlanSubscription, string, *string, ...subscription.Charge) error {
	return nil
}
