package demo

import (
	"context"
	"slices"

	"selfcare/api/gen"
	"selfcare/dev/customer"
)

// ESIM orders, pays and installs an eSIM. It fails if the line is not active at the end or the books disagree.
func (d *Demo) ESIM(ctx context.Context) error { return d.eSIMWith(ctx, "hawakom-55") }

func (d *Demo) eSIMWith(ctx context.Context, plan string) error {
	return d.walk(ctx, slices.Concat(d.esimPaid(plan), d.esimArrives()))
}

func (d *Demo) esimPaid(plan string) []act {
	c := d.Customer
	return []act{
		{"says which phone it is for and takes a number", func(ctx context.Context) error {
			c.WantsESIM("apple-iphone-16")
			return d.takeNumber(ctx)
		}},
		{"chooses the plan", func(ctx context.Context) error { return c.ChoosePlan(ctx, plan) }},
		{"is found eligible", c.ShowEligibility},
		{"approves the push in the identity app", c.ProveIdentity},
		{"says how to be reached", c.GiveContact},
		{"confirms the price", c.Confirm},
		{"pays with mada and passes 3-D Secure", func(ctx context.Context) error { return c.Pay(ctx, customer.CardChallenge) }},
	}
}

func (d *Demo) esimArrives() []act {
	return []act{
		{"gets the QR code", d.Customer.AwaitActivationCode},
		{"scans it: the eSIM is installed and the line switched on", d.awaitActive},
	}
}

func (d *Demo) awaitActive(ctx context.Context) error {
	return d.Customer.Await(ctx, func(o gen.Order) bool { return o.Stage == "active" })
}
