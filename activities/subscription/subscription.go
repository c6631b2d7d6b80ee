// Package subscription changes the plan of a line. Each change is one transaction with its charges and messages.
package subscription

import (
	"context"
	"errors"
	"reflect"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// Activities write subscriptions. Each takes the state that the workflow knows and answers with the next state.
type Activities struct{ store *store.Store }

// New needs the database.
func New(s *store.Store) *Activities { return &Activities{s} }

// choice is the next state of a subscription by a choice of its owner, with its messages.
type choice func(t turn) (contract.PlanSubscription, []contract.Notice, error)

// choose is change for a choice of the line's owner. A person waits for it, so one statement writes it with its messages,
// without a transaction.
func (a *Activities) choose(
	ctx context.Context, operation string, at contract.At, before contract.PlanSubscription, made choice,
) (contract.PlanSubscription, error) {
	next, err := a.saveChoice(ctx, at, before, made)
	return a.answerChange(ctx, operation, before, next, err)
}

func (a *Activities) saveChoice(ctx context.Context, at contract.At, before contract.PlanSubscription, made choice) (contract.PlanSubscription, error) {
	if subscription.IsRepeated(before, at.Step) { // a worker wrote it and died before Temporal had the answer
		return before, nil
	}
	settings, err := a.store.Settings.Get(ctx)
	if err != nil {
		return before, err
	}
	rules := settings.Subscription.Rules()
	next, notices, err := made(turn{q: a.store.Tx, rules: rules, now: at.Now})
	if err != nil || reflect.DeepEqual(next, before) {
		return before, err
	}
	next = nextState(before, next, rules)
	next.ChoiceKey = at.Step
	return next, a.store.PlanSubscriptions.Save(ctx, next, notices...)
}

// change writes the state that do makes of a subscription. If our database has a later state, which another process may have written, the
// workflow goes on from that. If nothing changes, nothing is written.
func (a *Activities) change(
	ctx context.Context, operation string, before contract.PlanSubscription, do func(q *store.Tx, r subscription.Rules) (contract.PlanSubscription, error),
) (contract.PlanSubscription, error) {
	next := before
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		if err := q.PlanSubscriptions.Lock(ctx, before.LineID); err != nil { // every process locks the plan before the line and the balance
			return err
		}
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		rules := settings.Subscription.Rules()
		if next, err = do(q, rules); err != nil {
			return err
		}
		next, err = turn{q: q, rules: rules}.save(ctx, before, next)
		return err
	})
	return a.answerChange(ctx, operation, before, next, err)
}

// save writes a changed state. If the line is not being ended any more, its claim is given up.
func (t turn) save(ctx context.Context, before, next contract.PlanSubscription) (contract.PlanSubscription, error) {
	if reflect.DeepEqual(next, before) {
		return before, nil
	}
	if subscription.IsReleasing(before) && !subscription.IsReleasing(next) {
		if err := t.q.Lines.Release(ctx, contract.PlanSubscriptionWorkflowID(before.LineID)); err != nil {
			return before, err
		}
	}
	next = nextState(before, next, t.rules)
	return next, t.q.PlanSubscriptions.Save(ctx, next)
}

// nextState is the next state with its step that is due next.
func nextState(before, next contract.PlanSubscription, r subscription.Rules) contract.PlanSubscription {
	next = subscription.Scheduled(next, r)
	next.Seq = before.Seq + 1
	return next
}

// answerChange answers the workflow with the written state, with a later state of our database, or with the error.
func (a *Activities) answerChange(ctx context.Context, operation string, before, next contract.PlanSubscription, err error) (contract.PlanSubscription, error) {
	if err == nil && next.Seq > before.Seq {
		return next, nil
	}
	if saved, known := a.findAhead(ctx, before); known {
		return contract.PlanSubscription{}, failure.Ahead(saved)
	}
	if err == nil {
		return next, nil
	}
	return contract.PlanSubscription{}, failure.Map(operation, err)
}

func (a *Activities) findAhead(ctx context.Context, before contract.PlanSubscription) (contract.PlanSubscription, bool) {
	saved, err := a.store.PlanSubscriptions.Get(ctx, before.LineID)
	return saved, err == nil && saved.Seq > before.Seq
}

// AdvanceSubscription takes the step that is due: it charges the next cycle, tells the owner, or lets the plan run out (subscription.Turn).
// It may be asked at any time, and does nothing if nothing is due.
func (a *Activities) AdvanceSubscription(ctx context.Context, s contract.PlanSubscription, in contract.At) (contract.PlanSubscription, error) {
	return a.change(ctx, "advance subscription", s, func(q *store.Tx, r subscription.Rules) (contract.PlanSubscription, error) {
		return turn{q: q, rules: r, now: in.Now}.advance(ctx, s)
	})
}

// advance takes the step that is due for a line in service.
func (t turn) advance(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	if _, isInService := t.shared().holders[s.LineID]; !isInService {
		if err := validateInService(ctx, t.q, s.LineID); err != nil {
			return s, err
		}
	}
	return subscription.Turn{Work: t, Rules: t.rules, Now: t.now}.Advance(ctx, s)
}

// validateInService refuses the plan of a line that has ended; its workflow closes then.
func validateInService(ctx context.Context, q *store.Tx, lineID string) error {
	_, err := q.Lines.Get(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Refuse(contract.FailNumberAbsent)
	}
	return err
}

// RecordService notes the service that the network has set.
func (a *Activities) RecordService(ctx context.Context, s contract.PlanSubscription, in contract.ServiceSet) (contract.PlanSubscription, error) {
	return a.change(ctx, "record service", s, func(*store.Tx, subscription.Rules) (contract.PlanSubscription, error) {
		s.Service = in.Service
		return s, nil
	})
}

// EndSubscription closes the plan of a line that has ended: nothing is due any more.
func (a *Activities) EndSubscription(ctx context.Context, s contract.PlanSubscription, in contract.At) (contract.PlanSubscription, error) {
	return a.change(ctx, "end subscription", s, func(q *store.Tx, _ subscription.Rules) (contract.PlanSubscription, error) {
		return turn{q: q, now: in.Now}.end(ctx, s)
	})
}

// end ends a plan with all that renews besides it.
func (t turn) end(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	return subscription.Ended(s), t.q.Renewals.EndAll(ctx, s.LineID, t.now)
}
