package order

import (
	"fmt"
	"maps"
	"slices"

	"selfcare/internal/contract"
)

// Books is what the tables say about everything an order touched; "none" where there is nothing.
type Books struct {
	Accounts map[string]contract.Halalas // ledger balance by account
	Number   string                      // free, held, sold
	Port     string                      // claimed: a number brought along is spoken for by this order
	SIM      string                      // allocated, active
	Profile  string                      // the newest one: ordered, released, …, active
	Shipment string                      // the newest scan
	Line     string                      // active
	Paid     contract.Halalas            // payments that stand, double ones included
}

// None is said of what does not exist.
const None = "none"

// Disagreements compares an order's books with its stage and answers what does not fit; nothing when all agrees.
func Disagreements(o contract.Order, b Books) []string {
	c := comparison{stage: o.Stage}
	c.must("the ledger sums to zero", sum(b.Accounts) == 0)
	switch o.Stage {
	case contract.StageActive:
		if b.Line != string(contract.LineEnded) { // its number may be somebody else's by now
			c.number(o, b.Number, "sold")
		}
		c.port(o, b.Port, None)
		c.card(o, b.SIM, "active")
		c.profile(o, b.Profile, "active")
		c.is("line", b.Line, string(contract.LineActive), string(contract.LineEnded))
		c.parcel(o, b.Shipment, string(contract.ShipmentDelivered))
		c.money(o, b)
	case contract.StageCancelled, contract.StageAbandoned:
		c.is("number", b.Number, None, "free")
		c.port(o, b.Port, None)
		c.is("line", b.Line, None)
		c.profile(o, b.Profile, None, string(contract.ProfileCancelled), string(contract.ProfileDownloaded), string(contract.ProfileInstalled))
		c.must("no payment stands but the one that was kept", b.Paid == KeptAfter(o, 0))
		c.must("nothing is owed to the customer", b.Accounts["customer"] == 0)
	case contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered, contract.StagePorting:
		c.number(o, b.Number, "sold")
		c.port(o, b.Port, "claimed")
		c.is("line", b.Line, None)
		c.paidOnce(o, b)
	case contract.StageWizard, contract.StageNumberLost, contract.StageHeld, contract.StageCancelling:
		if o.Held == nil || o.Held.From != contract.StageActive {
			c.is("line", b.Line, None)
		}
	}
	return c.found
}

type comparison struct {
	stage contract.Stage
	found []string
}

func (c *comparison) is(what, got string, want ...string) {
	c.must(fmt.Sprintf("%s is %s, one of %v", what, got, want), slices.Contains(want, got))
}

// number, port, card, profile and parcel are only looked for where the kind of order has them.
func (c *comparison) number(o contract.Order, got string, want ...string) {
	if o.NumberSource == contract.NumberNew {
		c.is("number", got, want...)
	}
}

func (c *comparison) port(o contract.Order, got string, want ...string) {
	if o.NumberSource == contract.NumberPortIn {
		c.is("ported number", got, want...)
	}
}

func (c *comparison) card(o contract.Order, got string, want ...string) {
	if Has(o, contract.PhaseSIMAllocated) {
		c.is("sim", got, want...)
	}
}

func (c *comparison) profile(o contract.Order, got string, want ...string) {
	if Has(o, contract.PhaseProfileReady) {
		c.is("profile", got, want...)
	}
}

func (c *comparison) parcel(o contract.Order, got string, want ...string) {
	if Has(o, contract.PhaseParcelDelivered) {
		c.is("shipment", got, want...)
	}
}

// money of a completed order: paid and earned, or all of it given back and nothing kept of what hung on it.
func (c *comparison) money(o contract.Order, b Books) {
	c.must("nothing is owed to the customer", b.Accounts["customer"] == 0)
	if !o.Refund.Done() {
		c.paidOnce(o, b)
		return
	}
	c.must("no payment stands", b.Paid == 0)
	for _, account := range slices.Sorted(maps.Keys(b.Accounts)) {
		c.must(fmt.Sprintf("nothing is left of the refunded money in %s", account), b.Accounts[account] == 0)
	}
}

// paidOnce also finds the order that has come this far without a price: the books are asked when something is wrong.
func (c *comparison) paidOnce(o contract.Order, b Books) {
	c.must("the price is paid once", o.Price != nil && b.Paid == o.Price.Total)
}

func (c *comparison) must(what string, holds bool) {
	if !holds {
		c.found = append(c.found, fmt.Sprintf("in stage %s it does not hold that %s", c.stage, what))
	}
}

func sum(accounts map[string]contract.Halalas) contract.Halalas {
	var total contract.Halalas
	for _, amount := range accounts {
		total += amount
	}
	return total
}
