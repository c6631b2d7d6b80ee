package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// Recharge orders an eSIM, registers its number, saves a card, recharges with it, calls abroad and buys data from the
// balance.
func (d *Demo) Recharge(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c := d.buyer()
	return d.do(ctx, []act{
		{"recharges 50 SAR with mada and 3-D Secure", d.buys(5000, func(ctx context.Context) (gen.Purchase, error) {
			return c.Recharge(ctx, 5000, customer.CardChallenge)
		})},
		{"is told that a card without money pays nothing", d.isDeclined},
		{"keeps a card", func(ctx context.Context) error { return completed(c.KeepCard(ctx, customer.CardChallenge)) }},
		{"recharges 20 SAR with it", d.buys(2000, d.withSavedCard)},
		{"calls abroad for 3 SAR, which the network reports twice", d.callsAbroad(2, 150)},
		{"buys 1 GB from the balance", d.buys(-1000, func(ctx context.Context) (gen.Purchase, error) { return c.BuyData(ctx, "data-1") })},
	})
}

// Voucher orders an eSIM, registers its number and recharges it with a voucher, which then does not work again.
func (d *Demo) Voucher(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	var code string
	return d.do(ctx, []act{
		{"recharges 20 SAR with a voucher", d.buys(2000, func(ctx context.Context) (p gen.Purchase, err error) {
			code, p, err = d.freshVoucher(ctx)
			return p, err
		})},
		{"is told that it is used", func(ctx context.Context) error {
			_, err := d.buyer().UseVoucher(ctx, code)
			return refusedWith(err, contract.FailVoucherUsed)
		}},
	})
}

func (d *Demo) buyer() customer.Buyer { return customer.Buyer{Customer: d.Customer} }

// member has a line with Hawakom 55 and an account.
func (d *Demo) member(ctx context.Context) error { return d.memberWith(ctx, "hawakom-55") }

func (d *Demo) memberWith(ctx context.Context, plan string) error {
	if err := d.eSIMWith(ctx, plan); err != nil {
		return err
	}
	c := d.Customer
	return d.do(ctx, []act{
		{"takes a phone", c.OpenDevice},
		{"registers the number", func(ctx context.Context) error { return c.Register(ctx, *c.Order.Msisdn) }},
	})
}

// hears shows incoming messages until the given number is new.
func hears(ctx context.Context, d *Demo, known customer.Inbox, messages int) error {
	ctx, cancel := context.WithTimeout(ctx, heardWithin)
	defer cancel()
	for {
		news, err := d.Customer.Phone.News(ctx, *d.Customer.Order.Msisdn, known)
		if err != nil {
			return err
		}
		for _, text := range news {
			d.say("   message: %s", text)
		}
		if messages -= len(news); messages <= 0 {
			return nil
		}
		if err := pause(ctx, leapEvery); err != nil {
			return fmt.Errorf("%d messages have not come: %w", messages, err)
		}
	}
}

const heardWithin = time.Minute

// buys fails if the balance does not change by grows.
func (d *Demo) buys(grows int64, buy func(context.Context) (gen.Purchase, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		before, err := d.buyer().Balance(ctx)
		if err != nil {
			return err
		}
		bought, err := buy(ctx)
		if err := completed(bought, err); err != nil {
			return err
		}
		after, err := d.buyer().Balance(ctx)
		if err == nil && after != before+grows {
			err = fmt.Errorf("the balance went from %d to %d", before, after)
		}
		d.say("   purchase %s, balance %d.%02d SAR", bought.Number, after/100, after%100)
		return err
	}
}

// callsAbroad fails if the balance does not pay for calls beyond the plan, each of them once.
func (d *Demo) callsAbroad(calls int, each int64) func(context.Context) error {
	return func(ctx context.Context) error {
		before, err := d.buyer().Balance(ctx)
		if err != nil {
			return err
		}
		if err := d.Customer.Phone.CallsAbroad(ctx, *d.Customer.Order.Msisdn, calls, each); err != nil {
			return err
		}
		want := before - int64(calls)*each
		ctx, cancel := context.WithTimeout(ctx, heardWithin)
		defer cancel()
		for {
			now, err := d.buyer().Balance(ctx)
			if err != nil || now == want {
				return err
			}
			if err := pause(ctx, leapEvery); err != nil {
				return fmt.Errorf("the balance is %d, not %d: %w", now, want, err)
			}
		}
	}
}

func completed(p gen.Purchase, err error) error {
	if err == nil && p.Status != gen.PurchaseStatusCompleted {
		err = fmt.Errorf("purchase %s is %s", p.Number, p.Status)
	}
	return err
}

func (d *Demo) isDeclined(ctx context.Context) error {
	p, err := d.buyer().Recharge(ctx, 5000, customer.CardInsufficient)
	if err == nil && (p.Status != gen.PurchaseStatusFailed || p.Failure == nil || p.Failure.Code != string(contract.FailPaymentDeclined)) {
		err = fmt.Errorf("purchase %s is %s", p.Number, p.Status)
	}
	return err
}

func (d *Demo) withSavedCard(ctx context.Context) (gen.Purchase, error) {
	cards, err := d.buyer().SavedCards(ctx)
	if err != nil || len(cards) == 0 {
		return gen.Purchase{}, errors.Join(err, errors.New("no card was saved"))
	}
	return d.buyer().RechargeWith(ctx, 2000, cards[0].Id)
}

// freshVoucher uses the first unused voucher of development.
func (d *Demo) freshVoucher(ctx context.Context) (code string, p gen.Purchase, err error) {
	for _, n := range rand.Perm(vouchers)[:voucherTries] {
		code = fmt.Sprintf("VCHR20SAR%05d", n+1)
		if p, err = d.buyer().UseVoucher(ctx, code); refusedWith(err, contract.FailVoucherUsed) != nil {
			return code, p, err
		}
	}
	return code, p, err
}

const (
	vouchers     = 50 // of development
	voucherTries = 9  // before the limit on guesses
)

// refusedWith fails if a call was not refused with a code.
func refusedWith(err error, code contract.Code) error {
	var refused *customer.Refused
	if !errors.As(err, &refused) || refused.Problem.MessageKey != string(code) {
		return fmt.Errorf("not refused with %s: %w", code, err)
	}
	return nil
}
