package demo

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

const (
	giftedNumber = "0570000032" // a seeded customer, the recipient
	giftedLogin  = "giver2@selfcare.example"
	saver        = "net-saver-5" // 5 GB for 30 SAR
	saverData    = 5120
	saverPrice   = 3000
)

// bundles is a walk through bundles of a line.
type bundles struct{ *Demo }

// shopper is the customer as a buyer of bundles.
func shopper(d *Demo) customer.Shopper { return customer.Shopper{Buyer: d.buyer()} }

// bundle orders an eSIM, registers its number, recharges and buys bundles: two at once, and one that a line may have
// once at a time.
func (d bundles) bundle(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c := shopper(d.Demo)
	recharge := d.buys(30_000, func(ctx context.Context) (gen.Purchase, error) {
		return c.Recharge(ctx, 30_000, customer.CardChallenge)
	})
	return d.do(ctx, []act{
		{"recharges 300 SAR", recharge},
		{"recharges 300 SAR more", recharge},
		{"looks at what saves on data", func(ctx context.Context) error {
			found, err := c.Bundles(ctx, "data-net-saver")
			for _, b := range found {
				d.say("   %s: %d.%02d SAR for %d days", b.Name, b.Price/100, b.Price%100, b.ValidityDays)
			}
			return err
		}},
		{"buys two at once from the balance", d.gives(c, saverData, d.buys(-saverPrice-1500, func(ctx context.Context) (gen.Purchase, error) {
			return c.BuyBundles(ctx, "", saver, "local-pass-100")
		}))},
		{"buys one that a line has once at a time", d.buys(-22_000, func(ctx context.Context) (gen.Purchase, error) {
			return c.BuyBundles(ctx, "", "net-saver-100")
		})},
		{"is told that it has that one", func(ctx context.Context) error {
			_, err := c.BuyBundles(ctx, "", saver, "net-saver-100")
			return refusedWith(err, contract.FailBundleHeld)
		}},
		{"is told that the balance is too low for five at once", func(ctx context.Context) error {
			_, err := c.BuyBundles(ctx, "", "net-saver-25", "net-saver-25", "net-saver-25", "net-saver-25", "net-saver-25")
			return refusedWith(err, contract.FailBalanceShort)
		}},
	})
}

// gift orders an eSIM, registers its number, recharges and sends another line a bundle.
func (d bundles) gift(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	recipient, err := customer.SignIn(ctx, d.Customer.Client, giftedLogin, seed.Password)
	if err != nil {
		return fmt.Errorf("the recipient signs in: %w", err)
	}
	c, other := shopper(d.Demo), customer.Shopper{Buyer: customer.Buyer{Customer: customer.New(recipient, nil, customer.AnyPerson())}}
	return d.do(ctx, []act{
		{"recharges 50 SAR", d.buys(5000, func(ctx context.Context) (gen.Purchase, error) {
			return c.Recharge(ctx, 5000, customer.CardChallenge)
		})},
		{"gives 5 GB to another line", d.gives(other, saverData, d.buys(-saverPrice, func(ctx context.Context) (gen.Purchase, error) {
			return c.BuyBundles(ctx, giftedNumber, saver)
		}))},
		{"is told that the own line gets no gifts", func(ctx context.Context) error {
			_, err := c.BuyBundles(ctx, *c.Order.Msisdn, saver)
			return refusedWith(err, contract.FailFriendSelf)
		}},
	})
}

// activateLater orders an eSIM, registers its number, recharges and buys a bundle for a later day, moves it and
// cancels it.
func (d bundles) activateLater(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c := shopper(d.Demo)
	var waits gen.Purchase
	ahead := func(days int) string { return time.Now().In(calendar.Riyadh).AddDate(0, 0, days).Format(time.DateOnly) }
	return d.do(ctx, []act{
		{"recharges 50 SAR", d.buys(5000, func(ctx context.Context) (gen.Purchase, error) {
			return c.Recharge(ctx, 5000, customer.CardChallenge)
		})},
		{"is told that today is no day to wait for", func(ctx context.Context) error {
			_, err := c.BuyLater(ctx, saver, ahead(0))
			return refusedWith(err, contract.FailEffectiveDate)
		}},
		{"buys 5 GB for in ten days", func(ctx context.Context) (err error) {
			if waits, err = c.BuyLater(ctx, saver, ahead(10)); err == nil && waits.Status != "scheduled" {
				err = fmt.Errorf("purchase %s is %s", waits.Number, waits.Status)
			}
			return err
		}},
		{"moves it to in twenty", func(ctx context.Context) error {
			_, err := c.MoveActivation(ctx, waits.Id, ahead(20))
			return err
		}},
		{"calls it off, and has the money back", func(ctx context.Context) error {
			before, err := c.Balance(ctx)
			if err != nil {
				return err
			}
			off, err := c.CancelActivation(ctx, waits.Id)
			if err != nil {
				return err
			}
			after, err := c.Balance(ctx)
			if err == nil && (off.Status != gen.PurchaseStatusFailed || after != before+saverPrice) {
				err = fmt.Errorf("purchase %s is %s, the balance went from %d to %d", off.Number, off.Status, before, after)
			}
			return err
		}},
		{"is told that it is over", func(ctx context.Context) error {
			_, err := c.MoveActivation(ctx, waits.Id, ahead(5))
			return refusedWith(err, contract.FailActivationBegun)
		}},
	})
}

// gives fails if the line does not get that much more data.
func (d bundles) gives(to customer.Shopper, megabytes int64, buy func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		had, err := to.Allowances(ctx)
		if err != nil {
			return err
		}
		if err := buy(ctx); err != nil {
			return err
		}
		has, err := to.Allowances(ctx)
		if err == nil && has["data"] != had["data"]+megabytes {
			err = fmt.Errorf("there were %d MB and are %d", had["data"], has["data"])
		}
		return err
	}
}
