package planlifecycle_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"

	"selfcare/internal/contract"
)

// owner requests changes of a plan while its workers die.
type owner struct {
	*line
	draws *rand.Rand
	kept  kept
}

// kept has the accepted choices, which the books must have.
type kept struct {
	scheduled, cancelled, stopped, started int
	switched                               map[int]string // by the cycle that gets the plan
	repeated                               int            // done, but the first answer got lost
}

func (k kept) total() int { return k.scheduled + k.cancelled + k.stopped + k.started }

// errTooLate means that the cycle to change is already being charged: the owner tries again in the next one.
var errTooLate = errors.New("the next cycle is being charged")

// asks sends that many updates, each in its cycle.
func (o *owner) asks(ctx context.Context, updates int, in []int) error {
	for _, cycle := range in {
		if o.kept.total() >= updates {
			return nil
		}
		settled := func(s contract.PlanSubscription) bool { // a restarted one may still be on its way back
			return s.Scheduled == nil && s.Stage == contract.SubscriptionActive
		}
		if err := o.reaches(ctx, cycle, settled); err != nil {
			return err
		}
		if err := o.chooses(ctx, updates-o.kept.total()); err != nil {
			return fmt.Errorf("in cycle %d: %w", cycle, err)
		}
	}
	return nil
}

// chooses draws the owner's wish.
func (o *owner) chooses(ctx context.Context, left int) error {
	switch choice := o.draws.IntN(3); {
	case choice == 0 && left > 1:
		return o.stopsAndStarts(ctx)
	case choice == 1 && left > 1:
		return o.changesTheirMind(ctx)
	default:
		_, _, err := o.schedules(ctx)
		return err
	}
}

func (o *owner) stopsAndStarts(ctx context.Context) error {
	_, _, err := o.insists(ctx, func(ctx context.Context, s contract.PlanSubscription, key string) (contract.PlanSubscription, error) {
		return o.plans.StopRenewal(ctx, s, key, contract.RenewalChoice{})
	}, contract.FailRenewalStopped)
	if err != nil {
		return err
	}
	o.kept.stopped++
	_, _, err = o.insists(ctx, func(ctx context.Context, s contract.PlanSubscription, key string) (contract.PlanSubscription, error) {
		return o.plans.StartRenewal(ctx, s, key, contract.RenewalChoice{})
	}, contract.FailRenewalRuns)
	o.kept.started++
	return err
}

// schedules switches to the other plan, in the next possible cycle.
func (o *owner) schedules(ctx context.Context) (next string, cycle int, err error) {
	for {
		before := o.planOf(ctx)
		if next = smallPlan; before.PlanID == smallPlan {
			next = largePlan
		}
		now, again, err := o.insists(ctx, func(ctx context.Context, s contract.PlanSubscription, key string) (contract.PlanSubscription, error) {
			return o.plans.ScheduleSwitch(ctx, s, key, contract.SwitchChoice{PlanID: next})
		}, contract.FailSwitchScheduled)
		if errors.Is(err, errTooLate) {
			continue
		}
		if cycle = now.Cycle + 1; err == nil && again {
			cycle, err = o.begunWith(ctx, next, before.Cycle)
		}
		if err == nil {
			o.kept.scheduled++
			o.kept.switched[cycle] = next
		}
		return next, cycle, err
	}
}

// begunWith is the first cycle after another one with that plan.
func (o *owner) begunWith(ctx context.Context, plan string, after int) (cycle int, err error) {
	if err := o.reaches(ctx, after, func(s contract.PlanSubscription) bool { return s.PlanID == plan }); err != nil {
		return 0, err
	}
	err = o.db.NewRaw("SELECT min(cycle) FROM subscription_charges WHERE plan_id = ? AND cycle > ?", plan, after).Scan(ctx, &cycle)
	return cycle, err
}

func (o *owner) changesTheirMind(ctx context.Context) error {
	next, cycle, err := o.schedules(ctx)
	if err != nil {
		return err
	}
	now, again, err := o.insists(ctx, func(ctx context.Context, s contract.PlanSubscription, key string) (contract.PlanSubscription, error) {
		return o.plans.CancelSwitch(ctx, s, key, contract.SwitchChoice{})
	}, contract.FailSwitchNone)
	if errors.Is(err, errTooLate) || again && now.PlanID == next {
		return nil // paid by then: the switch stands
	}
	if err == nil {
		o.kept.cancelled++
		delete(o.kept.switched, cycle)
	}
	return err
}

type ask func(ctx context.Context, s contract.PlanSubscription, key string) (contract.PlanSubscription, error)

// insists sends one update until it is answered, always under the same key. done is the refusal of a change that is
// already made: it counts as an answer if an earlier try got no answer; again then is true.
func (o *owner) insists(ctx context.Context, ask ask, done contract.Code) (now contract.PlanSubscription, again bool, err error) {
	key := uuid.NewString()
	for {
		now, err := ask(ctx, o.planOf(ctx), key)
		var no *contract.Refusal
		switch {
		case err == nil:
			return now, false, nil
		case errors.As(err, &no) && no.Code == contract.FailSwitchTooLate:
			return now, false, errTooLate
		case errors.As(err, &no) && no.Code == done:
			o.kept.repeated++
			return o.planOf(ctx), true, nil
		case errors.As(err, &no):
			return now, false, err
		}
		select {
		case <-ctx.Done():
			return now, false, errors.Join(err, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (o *owner) planOf(ctx context.Context) contract.PlanSubscription {
	s, _ := o.store.PlanSubscriptions.Get(ctx, o.id) // repeated if unknown
	return s
}

// drawn draws different cycles between the first and the last, in order.
func drawn(draws *rand.Rand, count, cycles int) []int {
	const margin = 5 // cycles before the end, so that every draw takes effect
	all := draws.Perm(cycles - margin - 2)[:count]
	for i := range all {
		all[i] += 2
	}
	slices.Sort(all)
	return all
}
