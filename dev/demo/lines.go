package demo

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/dev/customer"
)

// SIMReplacement orders a SIM, loses it and gets another one for the same number.
func (d *Demo) SIMReplacement(ctx context.Context) error {
	if err := d.SIM(ctx); err != nil {
		return err
	}
	return d.walk(ctx, d.lineOrder(d.askForReplacement("sim-replacement", customer.LostSIM())))
}

// ESIMReplacement orders a SIM and moves its number to an eSIM.
func (d *Demo) ESIMReplacement(ctx context.Context) error {
	if err := d.SIM(ctx); err != nil {
		return err
	}
	c := d.Customer
	return d.walk(ctx, append(d.askForReplacement("esim-replacement", customer.ToESIM("apple-iphone-16")),
		act{"approves the push in the identity app", c.ProveIdentity},
		act{"says how to be reached", c.GiveContact},
		act{"confirms the price", c.Confirm},
		act{"pays with mada", func(ctx context.Context) error { return c.Pay(ctx, customer.CardApproved) }},
		act{"gets the QR code", c.AwaitActivationCode},
		act{"scans it: the number moves to the eSIM", d.awaitActive},
	))
}

// askForReplacement proves that the number of the last order is the customer's, on a new device.
func (d *Demo) askForReplacement(kind string, wanted customer.Replacement) []act {
	c, msisdn := d.Customer, *d.Customer.Order.Msisdn
	return []act{
		{"takes another phone", c.OpenDevice},
		{"orders a new SIM for the number", func(ctx context.Context) error { return c.StartFor(ctx, kind) }},
		{"shows whose number it is", func(ctx context.Context) error { return c.ShowID(ctx, msisdn, gen.OtpSourceReplacement) }},
		{"types the code that was sent", func(ctx context.Context) error {
			code, err := c.ReceiveCode(ctx, msisdn, gen.OtpSourceReplacement)
			if err != nil {
				return err
			}
			return c.RequestReplacement(ctx, msisdn, code, wanted)
		}},
	}
}

// MultiSIM orders a SIM, registers its number, adds a further SIM, makes it the primary one and deactivates the first.
func (d *Demo) MultiSIM(ctx context.Context) error {
	if err := d.SIM(ctx); err != nil {
		return err
	}
	c, msisdn := d.Customer, *d.Customer.Order.Msisdn
	err := d.walk(ctx, d.lineOrder([]act{
		{"takes a phone", c.OpenDevice},
		{"registers the number", func(ctx context.Context) error { return c.Register(ctx, msisdn) }},
		{"orders a Multi-SIM", func(ctx context.Context) error { return c.StartFor(ctx, "multisim") }},
		{"names it", func(ctx context.Context) error { return c.NameExtraSIM(ctx, "Watch") }},
	}))
	if err != nil {
		return err
	}
	return d.do(ctx, []act{
		{"makes the new SIM the primary one", func(ctx context.Context) error { return d.changeSIM(ctx, gen.OtpSourceSwitchPrimary, c.MakePrimary) }},
		{"deactivates the first one", func(ctx context.Context) error { return d.changeSIM(ctx, gen.OtpSourceDeactivateSim, c.DeactivateSIM) }},
		{"sees one SIM that works", d.oneWorks},
	})
}

// lineOrder adds the common steps of every order about a line after its own first steps.
func (d *Demo) lineOrder(first []act) []act {
	c := d.Customer
	return append(first,
		act{"approves the push in the identity app", c.ProveIdentity},
		act{"says how to be reached", c.GiveContact},
		act{"has it delivered home", c.ChooseHomeDelivery},
		act{"confirms the price", c.Confirm},
		act{"pays with mada", func(ctx context.Context) error { return c.Pay(ctx, customer.CardApproved) }},
		act{"waits until the parcel is delivered", d.awaitDelivery},
		act{"approves the activation in the identity app", c.ProveIdentity},
		act{"activates the SIM", c.Activate},
	)
}

// changeSIM changes the SIM that is not the primary one, with its code.
func (d *Demo) changeSIM(ctx context.Context, source gen.OtpSource, change func(ctx context.Context, simID, code string) error) error {
	sims, err := d.Customer.SIMs(ctx)
	if err != nil {
		return err
	}
	code, err := d.Customer.ReceiveCode(ctx, *d.Customer.Order.Msisdn, source)
	if err != nil {
		return err
	}
	return change(ctx, sims[len(sims)-1].Id, code)
}

func (d *Demo) oneWorks(ctx context.Context) error {
	sims, err := d.Customer.SIMs(ctx)
	if err != nil {
		return err
	}
	working := 0
	for _, sim := range sims {
		if sim.State == "active" {
			working++
		}
	}
	if working != 1 {
		return fmt.Errorf("%d SIMs work", working)
	}
	return nil
}
