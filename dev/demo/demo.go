// Package demo walks one order through the public API as a customer would, prints the events, and checks the books.
package demo

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"selfcare/api/gen"
	"selfcare/dev/customer"
)

// Demo is one walk.
type Demo struct {
	Customer *customer.Customer
	Support  *customer.Support
	Stack    Stack
	Out      io.Writer
	Deaths   time.Duration // extra time for workers that die, on top of promised times
	started  time.Time
}

// Stack is an operator's access to the stack of the walk.
type Stack interface {
	// Leap makes the next event of a line's plan due within seconds, and returns its page in the Temporal UI.
	Leap(ctx context.Context, msisdn string) (page string, err error)
	// LeapAutoRecharge moves the set-up of a line's auto-recharge a week back, and returns its page in the Temporal
	// UI.
	LeapAutoRecharge(ctx context.Context, msisdn string) (page string, err error)
	// Bill bills the running month of a line, with all lines of its bill day.
	Bill(ctx context.Context, msisdn string) (page string, issued int, err error)
	// Figures changes business figures.
	Figures(ctx context.Context, changes map[string]string) error
}

type act struct {
	what string
	do   func(context.Context) error
}

// Kinds are the available walks.
func (d *Demo) Kinds() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"sim":                d.SIM,
		"sim-cancelled":      regrets{d}.sim,
		"esim-cancelled":     regrets{d}.esim,
		"sim-port":           ports{d}.sim,
		"sim-port-corrected": ports{d}.simCorrected,
		"sim-replacement":    d.SIMReplacement,
		"esim":               d.ESIM,
		"esim-port":          ports{d}.esim,
		"esim-replacement":   d.ESIMReplacement,
		"multisim":           d.MultiSIM,
		"port-out":           portOuts{d}.portOut,
		"recharge":           d.Recharge,
		"voucher":            d.Voucher,
		"deactivation":       d.Deactivation,
		"plan-switch":        d.PlanSwitch,
		"scheduled-switch":   d.ScheduledSwitch,
		"renewal":            d.Renewal,
		"auto-recharge":      (&autoRecharges{Demo: d, known: customer.Inbox{}}).story,
		"transfer":           transfers{d}.story,
		"vas":                services{d}.vas,
		"game":               services{d}.game,
		"bundle":             bundles{d}.bundle,
		"gift":               bundles{d}.gift,
		"activate-later":     bundles{d}.activateLater,
		"invoice":            (&bill{Demo: d, known: customer.Inbox{}}).story,
	}
}

// SIM orders, pays, receives and activates a SIM. It fails if the line is not active at the end or the books disagree.
func (d *Demo) SIM(ctx context.Context) error {
	return d.walk(ctx, slices.Concat(d.simPaid(), d.simArrives()))
}

func (d *Demo) simPaid() []act {
	c := d.Customer
	return []act{
		{"looks into the shop and takes a number", d.takeNumber},
		{"chooses the plan", func(ctx context.Context) error { return c.ChoosePlan(ctx, "hawakom-55") }},
		{"is found eligible", c.ShowEligibility},
		{"approves the push in the identity app", c.ProveIdentity},
		{"says how to be reached", c.GiveContact},
		{"has it delivered home", c.ChooseHomeDelivery},
		{"confirms the price", c.Confirm},
		{"pays with mada and passes 3-D Secure", func(ctx context.Context) error { return c.Pay(ctx, customer.CardChallenge) }},
	}
}

func (d *Demo) simArrives() []act {
	return []act{
		{"waits until the parcel is delivered", d.awaitDelivery},
		{"approves the activation in the identity app", d.Customer.ProveIdentity},
		{"activates the SIM", d.Customer.Activate},
	}
}

// walk does one act after the other, then shows the timeline and the books.
func (d *Demo) walk(ctx context.Context, acts []act) error {
	if err := d.begin(ctx, acts); err != nil {
		return err
	}
	if d.Customer.Order.Stage != "active" {
		return fmt.Errorf("the line is %s, not active", d.Customer.Order.Stage)
	}
	return d.closes(ctx)
}

func (d *Demo) begin(ctx context.Context, acts []act) error {
	d.started = time.Now()
	d.Customer.Waits = func(wait time.Duration) { d.say("   waits %s: a limit allows the next try then", wait) }
	return d.do(ctx, acts)
}

// closes shows the timeline and the books, which must agree.
func (d *Demo) closes(ctx context.Context) error {
	if err := d.printTimeline(ctx); err != nil {
		return err
	}
	return d.checkBooks(ctx)
}

func (d *Demo) do(ctx context.Context, acts []act) error {
	for _, a := range acts {
		if err := a.do(ctx); err != nil {
			return fmt.Errorf("the customer %s: %w", a.what, err)
		}
		d.say("%s", a.what)
	}
	return nil
}

func (d *Demo) say(format string, args ...any) {
	_, _ = fmt.Fprintf(d.Out, "%8.1f s  %s\n", time.Since(d.started).Seconds(), fmt.Sprintf(format, args...)) // a closed terminal is no failure
}

func (d *Demo) takeNumber(ctx context.Context) error {
	return d.Customer.StartWithAny(ctx, "bronze")
}

func (d *Demo) awaitDelivery(ctx context.Context) error {
	return d.Customer.Await(ctx, func(o gen.Order) bool { return o.Stage == "delivered" })
}

func (d *Demo) printTimeline(ctx context.Context) error {
	events, err := d.Customer.Timeline(ctx)
	if err != nil {
		return err
	}
	d.say("order %s, line %s is %s. Its timeline:", d.Customer.Order.OrderNumber, *d.Customer.Order.Msisdn, d.Customer.Order.Stage)
	for _, event := range events {
		d.say("   %s  %s", event.At.Format("15:04:05.0"), event.Title)
	}
	return nil
}

func (d *Demo) checkBooks(ctx context.Context) error {
	books, err := d.Support.Books(ctx, d.Customer.Order.Id)
	if err != nil {
		return err
	}
	for _, finding := range books.Findings {
		d.say("books: %s", finding)
	}
	if !books.Agree {
		return fmt.Errorf("the books of order %s do not agree", d.Customer.Order.OrderNumber)
	}
	d.say("books agree: %d ledger accounts, number %s, SIM %s, eSIM profile %s, shipment %s, line %s",
		len(books.Accounts), books.Number, books.Sim, books.Profile, books.Shipment, books.Line)
	return nil
}
