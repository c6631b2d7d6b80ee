package demo

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

const (
	autoAmount  = 2100 // halalas; unlikely as another charge on the stack
	autoTotal   = 2415
	autoWithin  = 3 * time.Minute // time for the recharges of the skipped week
	autoCatchUp = "200h"          // more than a week: earlier days count
	bankSaysNo  = 3               // on its date, and after one and three days
	autoHour    = 9
	lastOfMonth = 31
)

// autoRecharges is a walk through weeks.
type autoRecharges struct {
	*Demo
	known customer.Inbox
	page  string
}

// story orders an eSIM, registers its number, saves a card and sets up an auto-recharge: first the bank declines until
// it is paused, then, with another card, it works, and the next one is announced. Weeks pass by leaps.
func (a *autoRecharges) story(ctx context.Context) (err error) {
	if err := a.member(ctx); err != nil {
		return err
	}
	if err := a.Stack.Figures(ctx, map[string]string{"autoRechargeCatchUp": autoCatchUp}); err != nil {
		return err
	}
	defer func() {
		if back := a.Stack.Figures(context.WithoutCancel(ctx), map[string]string{"autoRechargeCatchUp": "null"}); err == nil {
			err = back
		}
	}()
	if _, err := a.Customer.Phone.News(ctx, *a.Customer.Order.Msisdn, a.known); err != nil {
		return err
	}
	c := a.buyer()
	return a.do(ctx, []act{
		{"keeps a card", func(ctx context.Context) error { return completed(c.KeepCard(ctx, customer.CardChallenge)) }},
		{"has 21 SAR recharged each week", a.setsUp(-4)},
		{"is told that a second one has to wait for the first to be deleted", func(ctx context.Context) error {
			return refusedWith(a.setsUp(-2)(ctx), contract.FailAutoRechargeExists)
		}},
		{"lets a week pass: the bank says no three times, and it is paused", a.isPaused},
		{"keeps another card and goes on with it", a.goesOn},
		{"deletes it, and has the balance recharged on another day", func(ctx context.Context) error {
			if err := c.EndAutoRecharge(ctx); err != nil {
				return err
			}
			return a.setsUp(1)(ctx)
		}},
		{"lets a week pass: the balance has grown, and the next one is tomorrow", a.isRecharged},
		{"takes the last day of each month instead", a.onLastDays},
	})
}

// setsUp sets up a weekly auto-recharge with the newest card, on the day that is the given number of days after the
// last day whose hour has passed.
func (a *autoRecharges) setsUp(days int) func(context.Context) error {
	return func(ctx context.Context) error {
		weekday := int(time.Now().In(calendar.Riyadh).Add(-autoHour*time.Hour).AddDate(0, 0, days).Weekday())
		return a.starts(ctx, gen.StartAutoRecharge{Frequency: gen.Weekly, Weekday: &weekday})
	}
}

func (a *autoRecharges) starts(ctx context.Context, in gen.StartAutoRecharge) error {
	cards, err := a.buyer().SavedCards(ctx)
	if err != nil {
		return err
	}
	in.Amount, in.CardId = autoAmount, cards[0].Id
	set, err := a.buyer().StartAutoRecharge(ctx, in)
	if err != nil {
		return err
	}
	if set.Total != autoTotal || set.NextRun == nil {
		return fmt.Errorf("it is %d halalas, next at %v", set.Total, set.NextRun)
	}
	a.say("   next on %s", set.NextRun.In(calendar.Riyadh).Format("Monday 2006-01-02 15:04"))
	return nil
}

// leaps lets a week pass, and waits until holds accepts the state.
func (a *autoRecharges) leaps(ctx context.Context, holds func(gen.AutoRecharge) bool) (now gen.AutoRecharge, err error) {
	if a.page, err = a.Stack.LeapAutoRecharge(ctx, *a.Customer.Order.Msisdn); err != nil {
		return now, err
	}
	a.say("   in the Temporal UI: %s", a.page)
	ctx, cancel := context.WithTimeout(ctx, autoWithin)
	defer cancel()
	for {
		found, err := a.buyer().AutoRecharge(ctx)
		if err != nil {
			return now, err
		}
		if found != nil {
			now = *found
		}
		if found != nil && holds(now) {
			return now, nil
		}
		if err := pause(ctx, leapEvery); err != nil {
			return now, fmt.Errorf("the auto-recharge is %s, its last date %+v: %w", now.State, now.LastRun, err)
		}
	}
}

func (a *autoRecharges) isPaused(ctx context.Context) error {
	if err := a.buyer().BankRefuses(ctx, autoTotal, bankSaysNo); err != nil {
		return err
	}
	now, err := a.leaps(ctx, func(now gen.AutoRecharge) bool { return now.State == gen.AutoRechargeStatePaused })
	if err != nil {
		return err
	}
	a.say("   paused: %s", now.Reason.Message)
	return hears(ctx, a.Demo, a.known, bankSaysNo)
}

func (a *autoRecharges) goesOn(ctx context.Context) error {
	if err := completed(a.buyer().KeepCard(ctx, customer.CardApproved)); err != nil {
		return err
	}
	cards, err := a.buyer().SavedCards(ctx)
	if err != nil {
		return err
	}
	for _, card := range cards {
		if card.Last4 != customer.CardApproved[len(customer.CardApproved)-len(card.Last4):] {
			continue
		}
		now, err := a.buyer().ResumeAutoRecharge(ctx, card.Id)
		if err == nil && now.State != gen.AutoRechargeStateActive {
			err = fmt.Errorf("it is %s", now.State)
		}
		return err
	}
	return fmt.Errorf("none of %d cards is the other one", len(cards))
}

// isRecharged fails if the balance has not grown by one recharge.
func (a *autoRecharges) isRecharged(ctx context.Context) error {
	before, err := a.buyer().Balance(ctx)
	if err != nil {
		return err
	}
	if _, err := a.leaps(ctx, func(now gen.AutoRecharge) bool {
		return now.LastRun != nil && now.LastRun.Status == gen.AutoRechargeRunStatusRecharged
	}); err != nil {
		return err
	}
	after, err := a.buyer().Balance(ctx)
	if err == nil && after != before+autoAmount {
		err = fmt.Errorf("the balance went from %d to %d", before, after)
	}
	a.say("   balance %d.%02d SAR", after/100, after%100)
	if err != nil {
		return err
	}
	return hears(ctx, a.Demo, a.known, 2)
}

// onLastDays fails if a short month does not use its last day instead of a missing one.
func (a *autoRecharges) onLastDays(ctx context.Context) error {
	if err := a.buyer().EndAutoRecharge(ctx); err != nil {
		return err
	}
	day := lastOfMonth
	if err := a.starts(ctx, gen.StartAutoRecharge{Frequency: gen.Monthly, Day: &day}); err != nil {
		return err
	}
	now, err := a.buyer().AutoRecharge(ctx)
	if err != nil {
		return err
	}
	if next := now.NextRun.In(calendar.Riyadh); next.AddDate(0, 0, 1).Day() != 1 {
		return fmt.Errorf("it is due on %s, which is not the last day", next)
	}
	return nil
}
