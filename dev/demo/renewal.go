package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/dev/customer"
)

const (
	leapEvery   = time.Second
	leapsWithin = 4 * time.Minute // for each due event: workers may die meanwhile, and each death takes half a minute to be noticed
	backWithin  = time.Minute     // of a recharge
	monthsMoney = 6000            // halalas: Hawakom 55 once, not twice
)

// Renewal orders an eSIM with Hawakom 55, renews it, lets the balance be too low for the cycle after, and recharges
// once the plan has expired. Months pass by leaps.
func (d *Demo) Renewal(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	r := &renewal{Demo: d, known: customer.Inbox{}}
	if _, err := r.Customer.Phone.News(ctx, *r.Customer.Order.Msisdn, r.known); err != nil {
		return err
	}
	return d.do(ctx, []act{
		{"recharges 60 SAR", d.buys(monthsMoney, func(ctx context.Context) (gen.Purchase, error) {
			return d.buyer().Recharge(ctx, monthsMoney, customer.CardChallenge)
		})},
		{"has the plan renewed when its cycle ends", r.isRenewed},
		{"cannot pay the cycle after: days of grace begin", r.until(gen.PlanSubscriptionStageGrace)},
		{"is reminded, and the plan runs out", r.until(gen.PlanSubscriptionStageExpired)},
		{"recharges 60 SAR again", r.recharges},
		{"has the plan back within a minute", r.isBack},
	})
}

// renewal is a walk through months.
type renewal struct {
	*Demo
	known     customer.Inbox
	page      string
	recharged time.Time
}

// isRenewed fails if the balance did not pay the cycle, or paid it more than once. It checks the money: days leap, and
// may leap once more before a slow worker has renewed.
func (r *renewal) isRenewed(ctx context.Context) error {
	var left int64
	paid := func(gen.PlanSubscription) bool {
		now, err := r.buyer().Balance(ctx)
		left = now
		return err == nil && now < monthsMoney
	}
	if err := r.leaps(ctx, paid); err != nil {
		return err
	}
	if left <= 0 {
		return fmt.Errorf("the balance is %d after the renewal", left)
	}
	r.say("   balance %d.%02d SAR; the plan in the Temporal UI: %s", left/100, left%100, r.page)
	return nil
}

func (r *renewal) until(stage gen.PlanSubscriptionStage) func(context.Context) error {
	return func(ctx context.Context) error {
		return r.leaps(ctx, func(now gen.PlanSubscription) bool { return now.Stage == stage })
	}
}

// leaps lets one event after the other come due, until holds accepts the plan.
func (r *renewal) leaps(ctx context.Context, holds func(gen.PlanSubscription) bool) error {
	ctx, cancel := context.WithTimeout(ctx, leapsWithin)
	defer cancel()
	for {
		now, err := r.buyer().PlanStands(ctx)
		if err != nil {
			return err
		}
		if holds(now) {
			return r.reads(ctx)
		}
		if r.page, err = r.Stack.Leap(ctx, *r.Customer.Order.Msisdn); err != nil {
			return err
		}
		if err := errors.Join(r.reads(ctx), pause(ctx, leapEvery)); err != nil {
			return fmt.Errorf("the plan is still %s, until %s: %w", now.Stage, now.Until, err)
		}
	}
}

// reads shows the messages that came in.
func (r *renewal) reads(ctx context.Context) error {
	news, err := r.Customer.Phone.News(ctx, *r.Customer.Order.Msisdn, r.known)
	for _, text := range news {
		r.say("   message: %s", text)
	}
	return err
}

func (r *renewal) recharges(ctx context.Context) error {
	bought, err := r.buyer().Recharge(ctx, monthsMoney, customer.CardChallenge)
	r.recharged = time.Now()
	return completed(bought, err)
}

// isBack fails if the plan does not come back in time: time does not leap here.
func (r *renewal) isBack(ctx context.Context) error {
	ctx, cancel := context.WithDeadline(ctx, r.recharged.Add(backWithin+r.Deaths))
	defer cancel()
	for {
		now, err := r.buyer().PlanStands(ctx)
		if err != nil {
			return err
		}
		if now.Stage == gen.PlanSubscriptionStageActive && now.Service == gen.PlanSubscriptionServiceFull {
			r.say("   the plan is active %.1f s after the recharge, until %s", time.Since(r.recharged).Seconds(), now.Until.Format(time.DateTime))
			return r.reads(ctx)
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return fmt.Errorf("the plan is still %s: %w", now.Stage, err)
		}
	}
}
