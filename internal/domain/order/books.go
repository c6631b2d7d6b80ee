package order

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Books holds the database state of everything that an order touched; "none" for missing rows.
type Books struct {
	Accounts map[string]contract.Halalas // ledger balance by account
	Number   string                      // free, held, sold
	Port     string                      // claimed: the order has reserved the number that is ported in
	SIM      string                      // allocated, active
	Profile  string                      // the newest one: ordered, released, …, active
	Shipment string                      // the newest scan
	Line     string                      // active
	Paid     contract.Halalas            // payments in force, duplicates included
}

// None marks a missing row.
const None = "none"

// Disagreements compares an order's books with its stage, and lists the differences.
func Disagreements(o contract.Order, b Books) []string {
	c := comparison{stage: o.Stage}
	c.must("the ledger sums to zero", sum(b.Accounts) == 0)
	switch o.Stage {
	case contract.StageActive:
		if b.Line != string(contract.LineEnded) { // another customer may have the number by now
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
		c.must("no payment is in force but the one that we keep", b.Paid == AmountKept(o, 0))
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

// number, port, card, profile and parcel are only checked for kinds of order that have them.
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
	if HasPhase(o, contract.PhaseSIMAllocated) {
		c.is("sim", got, want...)
	}
}

func (c *comparison) profile(o contract.Order, got string, want ...string) {
	if HasPhase(o, contract.PhaseProfileReady) {
		c.is("profile", got, want...)
	}
}

func (c *comparison) parcel(o contract.Order, got string, want ...string) {
	if HasPhase(o, contract.PhaseParcelDelivered) {
		c.is("shipment", got, want...)
	}
}

// money checks a completed order: paid and earned, or fully refunded with nothing kept.
func (c *comparison) money(o contract.Order, b Books) {
	c.must("nothing is owed to the customer", b.Accounts["customer"] == 0)
	if !o.Refund.Done() {
		c.paidOnce(o, b)
		return
	}
	c.must("no payment stands", b.Paid == 0)
	left := withoutWriteOffs(b.Accounts)
	for _, account := range slices.Sorted(maps.Keys(left)) {
		c.must(fmt.Sprintf("nothing is left of the refunded money in %s", account), left[account] == 0)
	}
}

// withoutWriteOffs takes away what was written off for lines that had ended when the reward of an invitation went back.
func withoutWriteOffs(accounts map[string]contract.Halalas) map[string]contract.Halalas {
	left := maps.Clone(accounts)
	for account, amount := range accounts {
		if strings.HasPrefix(account, "line/") && amount < 0 && left["bad-debt"] >= -amount {
			left["bad-debt"] += amount
			left[account] = 0
		}
	}
	return left
}

// paidOnce also reports an order without a price, because the books are checked when something is wrong.
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
