package demo

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// PlanSwitch orders an eSIM with Hawakom 55 and switches it to Hawakom 130 now, by card.
func (d *Demo) PlanSwitch(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c := d.buyer()
	var terms gen.SwitchEligibility
	return d.do(ctx, []act{
		{"asks what Hawakom 130 costs now", func(ctx context.Context) (err error) {
			if terms, err = c.MayHave(ctx, "HAWAKOM-130"); err == nil && terms.Now == nil {
				err = fmt.Errorf("the plan is not available now: %+v", terms.NotNow)
			}
			return err
		}},
		{"shows the code of the number", c.ShowSwitchCode},
		{"is told that a card without money switches nothing", func(ctx context.Context) error {
			p, err := c.SwitchNow(ctx, "hawakom-130", terms.Now.Total, customer.CardInsufficient)
			if err == nil && p.Status != gen.PurchaseStatusFailed {
				err = fmt.Errorf("purchase %s is %s", p.Number, p.Status)
			}
			return err
		}},
		{"pays with mada and 3-D Secure", func(ctx context.Context) error {
			return completed(c.SwitchNow(ctx, "hawakom-130", terms.Now.Total, customer.CardChallenge))
		}},
		{"has the new plan", d.hasPlan("hawakom-130")},
	})
}

// ScheduledSwitch orders an eSIM with Hawakom 55, schedules a switch for its renewal, changes it and cancels it.
func (d *Demo) ScheduledSwitch(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c := d.buyer()
	schedules := func(plan string) func(context.Context) error {
		return func(ctx context.Context) error {
			now, err := c.ScheduleSwitch(ctx, plan)
			if err == nil && (now.Scheduled == nil || now.Scheduled.Plan.Id != plan) {
				err = fmt.Errorf("%s is not scheduled", plan)
			}
			return err
		}
	}
	return d.do(ctx, []act{
		{"shows the code of the number", c.ShowSwitchCode},
		{"schedules Hawakom 90", schedules("hawakom-90")},
		{"takes Hawakom 130 instead", schedules("hawakom-130")},
		{"calls it off", func(ctx context.Context) error { _, err := c.CancelSwitch(ctx); return err }},
		{"is told that there is none any more", func(ctx context.Context) error {
			_, err := c.CancelSwitch(ctx)
			return refusedWith(err, contract.FailSwitchNone)
		}},
		{"keeps the plan", d.hasPlan("hawakom-55")},
	})
}

func (d *Demo) hasPlan(want string) func(context.Context) error {
	return func(ctx context.Context) error {
		got, err := d.buyer().Plan(ctx)
		if err == nil && got != want {
			err = fmt.Errorf("the plan is %s, not %s", got, want)
		}
		return err
	}
}
