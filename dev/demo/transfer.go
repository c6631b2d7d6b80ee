package demo

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
)

const (
	recipientNumber = "0570000032" // a seeded customer, who reads the message
	recipientLogin  = "giver2@selfcare.example"
	given           = 1000 // halalas
)

// transfers is a walk between two lines.
type transfers struct{ *Demo }

// story orders an eSIM, registers its number, recharges and transfers credit, whose code then does not work again.
func (d transfers) story(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	recipient, err := customer.SignIn(ctx, d.Customer.Client, recipientLogin, seed.Password)
	if err != nil {
		return fmt.Errorf("the recipient signs in: %w", err)
	}
	c, other := d.buyer(), customer.Buyer{Customer: customer.New(recipient, nil, customer.AnyPerson())}
	var code string
	var had int64
	return d.do(ctx, []act{
		{"recharges 50 SAR", d.buys(5000, func(ctx context.Context) (gen.Purchase, error) {
			return c.Recharge(ctx, 5000, customer.CardChallenge)
		})},
		{"may give half of it", func(ctx context.Context) error {
			may, err := c.MayTransfer(ctx)
			if err == nil && may.Maximum > may.Balance*int64(may.MaxPercent)/100 {
				err = fmt.Errorf("it is %d of %d", may.Maximum, may.Balance)
			}
			d.say("   up to %d.%02d SAR, %d.%02d SAR more today", may.Maximum/100, may.Maximum%100, may.DayLeft/100, may.DayLeft%100)
			return err
		}},
		{"is told that 30 SAR are too much", func(ctx context.Context) error {
			return refusedWith(c.AskForTransferCode(ctx, recipientNumber, 3000), contract.FailTransferLarge)
		}},
		{"reads the code of a transfer of 10 SAR", func(ctx context.Context) (err error) {
			if had, err = other.Balance(ctx); err == nil {
				code, err = c.ReceiveTransferCode(ctx, recipientNumber, given)
			}
			return err
		}},
		{"is told that it is for no other amount", func(ctx context.Context) error {
			_, err := c.TransferCredit(ctx, recipientNumber, given+100, code)
			return refusedWith(err, contract.FailPinWrong)
		}},
		{"gives 10 SAR", d.buys(-given, func(ctx context.Context) (gen.Purchase, error) {
			return c.TransferCredit(ctx, recipientNumber, given, code)
		})},
		{"sees that they have arrived", func(ctx context.Context) error {
			has, err := other.Balance(ctx)
			if err == nil && has != had+given {
				err = fmt.Errorf("the recipient's balance went from %d to %d", had, has)
			}
			return err
		}},
		{"is told that the code is used", func(ctx context.Context) error {
			_, err := c.TransferCredit(ctx, recipientNumber, given, code)
			return refusedWith(err, contract.FailPinExpired)
		}},
		{"finds it in the history, on both sides", func(ctx context.Context) error { return d.bothSee(ctx, c, other) }},
	})
}

func (d transfers) bothSee(ctx context.Context, giver, recipient customer.Buyer) error {
	sent, err := giver.Transfers(ctx)
	if err != nil {
		return err
	}
	received, err := recipient.Transfers(ctx)
	if err != nil {
		return err
	}
	if len(sent) != 1 || len(received) == 0 || received[0].Number != sent[0].Number {
		return fmt.Errorf("%d were sent, %d received", len(sent), len(received))
	}
	d.say("   transfer %s is %s; the recipient sees it from %s", sent[0].Number, sent[0].Status, received[0].Party)
	return nil
}
