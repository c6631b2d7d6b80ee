package demo

import (
	"context"

	"selfcare/api/gen"
	"selfcare/dev/customer"
)

// ports bring a number along.
type ports struct{ *Demo }

// sim orders a SIM, keeps the number of another operator and pays; it moves once the parcel is delivered.
func (d ports) sim(ctx context.Context) error {
	acts := d.untilPaid(customer.AnyForeignNumber(), act{"has it delivered home", d.Customer.ChooseHomeDelivery})
	return d.walk(ctx, append(acts,
		act{"waits until the parcel is delivered", d.awaitDelivery},
		act{"waits until the number has moved", d.awaitActive},
	))
}

// simCorrected is sim with a bill that the old operator wants paid first.
func (d ports) simCorrected(ctx context.Context) error {
	acts := d.untilPaid(customer.AnyNumberWithDues(), act{"has it delivered home", d.Customer.ChooseHomeDelivery})
	return d.walk(ctx, append(acts,
		act{"is refused by the old operator", d.awaitRejection},
		act{"pays the bill there and sends the request again", func(ctx context.Context) error {
			return d.Customer.CorrectPort(ctx, gen.PortCorrection{})
		}},
		act{"waits until the number has moved", d.awaitActive},
	))
}

// esim orders an eSIM for the number of another operator; it moves once the eSIM is installed.
func (d ports) esim(ctx context.Context) error {
	d.Customer.WantsESIM("apple-iphone-16")
	return d.walk(ctx, append(d.untilPaid(customer.AnyForeignNumber()),
		act{"gets the QR code", d.Customer.AwaitActivationCode},
		act{"scans it and waits until the number has moved", d.awaitActive},
	))
}

// untilPaid is the wizard for a ported number, with further steps between the contact and the price.
func (d ports) untilPaid(msisdn string, between ...act) []act {
	c := d.Customer
	c.WantsPort()
	acts := []act{
		{"starts an order to bring a number", func(ctx context.Context) error { return c.Start(ctx, "") }},
		{"says which number it is and where it is today", func(ctx context.Context) error { return c.BringNumber(ctx, "stc", msisdn) }},
		{"chooses the plan", func(ctx context.Context) error { return c.ChoosePlan(ctx, "hawakom-55") }},
		{"is found eligible", c.ShowEligibility},
		{"approves the push in the identity app", c.ProveIdentity},
		{"says how to be reached", c.GiveContact},
	}
	return append(append(acts, between...),
		act{"confirms the price", c.Confirm},
		act{"pays with mada and passes 3-D Secure", func(ctx context.Context) error { return c.Pay(ctx, customer.CardChallenge) }},
	)
}

func (d ports) awaitRejection(ctx context.Context) error {
	return d.Customer.Await(ctx, func(o gen.Order) bool { return o.Port != nil && o.Port.Rejection != nil })
}
