package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

const (
	newsService = "daily-news" // 1.50 SAR for a day
	newsPrice   = 150
	diamonds    = "freefire-100" // 4.50 SAR, of a brand that is not refundable
	diamondCost = 450
	gamer       = "gamer@selfcare.example"

	servicePoll = time.Second
)

// services is a walk through partners' products.
type services struct{ *Demo }

// vas orders an eSIM, registers its number, recharges, subscribes to a service and ends it.
func (d services) vas(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c := shopper(d.Demo)
	var code string
	return d.do(ctx, []act{
		{"recharges 50 SAR", d.recharges(c)},
		{"looks at the services", func(ctx context.Context) error {
			page, err := c.ServicePage(ctx, "special_services")
			d.say("   %d of %d on the first page", len(page.Items), page.Total)
			return err
		}},
		{"reads the code of a subscription", func(ctx context.Context) (err error) {
			code, err = c.ReceiveServiceCode(ctx, newsService)
			return err
		}},
		{"is told that it is for no other service", func(ctx context.Context) error {
			_, err := c.Subscribe(ctx, "market", code)
			return refusedWith(err, contract.FailPinWrong)
		}},
		{"subscribes for a day", d.buys(-newsPrice, func(ctx context.Context) (gen.Purchase, error) { return c.Subscribe(ctx, newsService, code) })},
		{"sees that it runs", func(ctx context.Context) error { return d.runs(ctx, c, gen.PurchasedVasStateActive) }},
		{"is told that the line has it", func(ctx context.Context) error {
			_, err := c.ReceiveServiceCode(ctx, newsService)
			return refusedWith(err, contract.FailServiceHeld)
		}},
		{"ends it", func(ctx context.Context) error { return c.Unsubscribe(ctx, newsService) }},
		{"waits until the partner has heard", func(ctx context.Context) error { return d.awaitEnd(ctx, c) }},
	})
}

func (d services) recharges(c customer.Shopper) func(context.Context) error {
	return d.buys(5000, func(ctx context.Context) (gen.Purchase, error) { return c.Recharge(ctx, 5000, customer.CardChallenge) })
}

func (d services) runs(ctx context.Context, c customer.Shopper, want gen.PurchasedVasState) error {
	has, err := c.Services(ctx)
	if err == nil && (len(has) != 1 || has[0].State != want) {
		err = fmt.Errorf("the line has %v", has)
	}
	return err
}

func (d services) awaitEnd(ctx context.Context, c customer.Shopper) error {
	tick := time.NewTicker(servicePoll)
	defer tick.Stop()
	for {
		if has, err := c.Services(ctx); err != nil || len(has) == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the service still runs: %w", ctx.Err())
		case <-tick.C:
		}
	}
}

// game orders an eSIM, registers its number, recharges and buys a game code.
func (d services) game(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c, inbox := shopper(d.Demo), customer.Inbox{}
	return d.do(ctx, []act{
		{"recharges 50 SAR", d.recharges(c)},
		{"is told that a code is not taken back", func(ctx context.Context) error {
			_, err := c.BuyGame(ctx, diamonds, gamer, false)
			return refusedWith(err, contract.FailGameTerms)
		}},
		{"accepts that and buys 100 diamonds", d.buys(-diamondCost, func(ctx context.Context) (gen.Purchase, error) {
			if _, err := c.Phone.News(ctx, *c.Order.Msisdn, inbox); err != nil {
				return gen.Purchase{}, err
			}
			return c.BuyGame(ctx, diamonds, gamer, true)
		})},
		{"reads the code on the phone", func(ctx context.Context) error { return d.awaitCode(ctx, c, inbox) }},
	})
}

func (d services) awaitCode(ctx context.Context, c customer.Shopper, inbox customer.Inbox) error {
	tick := time.NewTicker(servicePoll)
	defer tick.Stop()
	for {
		news, err := c.Phone.News(ctx, *c.Order.Msisdn, inbox)
		if err != nil {
			return err
		}
		for _, text := range news {
			if strings.Contains(text, "Free Fire") || strings.Contains(text, "فري فاير") {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("no code arrived: %w", ctx.Err())
		case <-tick.C:
		}
	}
}
