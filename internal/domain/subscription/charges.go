package subscription

import (
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
)

// Prepaid is the type of lines whose cycles are paid from the balance; others are billed.
const Prepaid = "prepaid"

// Items of a cycle's charge, in addition to one for each further SIM.
const (
	ItemPlan       = "plan"
	ItemCommitment = "commitment"
	ItemLeaving    = "commitment-left" // ended early by a switch
	ItemSIM        = "multi-sim"       // with the SIM's id after a colon
)

// Plan holds the facts about a plan of the catalogue.
type Plan struct {
	ID     string
	Price  contract.Halalas // of one cycle, with VAT
	Period Period
	Type   string // prepaid or postpaid
	Kind   string // voice or data
	OnSale bool
	Renews bool
	// Commits tells whether the plan needs a commitment; an existing commitment continues with it.
	Commits bool
}

// SIM is a further SIM of a line with a fee in each cycle.
type SIM struct {
	ID  string
	Fee contract.Halalas // of one cycle, with VAT
}

// Commitment is the owner's promise in return for a free number.
type Commitment struct {
	Months int
	Waived contract.Halalas // the price of the number, with VAT
	Since  time.Time
}

// Charge is one item of the price of a cycle.
type Charge struct {
	Item   string
	Amount contract.Halalas // without VAT from the balance; with VAT on the bill
	VAT    contract.Halalas // within the amount
}

// Bill returns the charges of one cycle. VAT on a balance was paid when it was bought (ADR 42). A kept commitment costs nothing:
// its item shows that the month counts.
func Bill(subscription string, plan Plan, sims []SIM, commitment *Commitment, from time.Time, vatPercent int) []Charge {
	price := func(item string, amount contract.Halalas) Charge {
		vat := money.VATWithin(amount, vatPercent)
		if subscription == Prepaid {
			return Charge{Item: item, Amount: amount - vat}
		}
		return Charge{Item: item, Amount: amount, VAT: vat}
	}
	bill := []Charge{price(ItemPlan, plan.Price)}
	for _, sim := range sims {
		bill = append(bill, price(ItemSIM+":"+sim.ID, sim.Fee))
	}
	if commitment != nil && commitment.MonthsLeft(from) > 0 {
		bill = append(bill, Charge{Item: ItemCommitment})
	}
	return bill
}

// PaidWithOrder returns the charge of the first cycle, which was paid with the order of the line, with VAT.
func PaidWithOrder(price contract.Halalas, vatPercent int) Charge {
	return Charge{Item: ItemPlan, Amount: price, VAT: money.VATWithin(price, vatPercent)}
}

// Total returns the sum of a bill.
func Total(bill []Charge) contract.Halalas {
	var total contract.Halalas
	for _, charge := range bill {
		total += charge.Amount
	}
	return total
}

// SIMFees is what of a bill is for extra SIMs.
func SIMFees(bill []Charge) contract.Halalas {
	var fees contract.Halalas
	for _, charge := range bill {
		if strings.HasPrefix(charge.Item, ItemSIM+":") {
			fees += charge.Amount
		}
	}
	return fees
}

// MonthsLeft returns how many months of a commitment have not begun at a time.
func (c Commitment) MonthsLeft(at time.Time) int {
	begun := Period{Months: 1}.Elapsed(Midnight(c.Since), at.In(calendar.Riyadh)) + 1
	return max(c.Months-begun, 0)
}

// LeavingCosts returns the price of leaving at a time, with VAT: the waived amount's share for the months that have not begun,
// rounded down.
func (c Commitment) LeavingCosts(at time.Time) contract.Halalas {
	if c.Months == 0 {
		return 0
	}
	return c.Waived * contract.Halalas(c.MonthsLeft(at)) / contract.Halalas(c.Months)
}
