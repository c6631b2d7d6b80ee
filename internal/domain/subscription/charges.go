package subscription

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
)

// Prepaid is the type of lines whose cycles are paid from the balance; any other is billed.
const Prepaid = "prepaid"

// Items of a cycle's charge, beside one for each further SIM.
const (
	ItemPlan       = "plan"
	ItemCommitment = "commitment"
	ItemLeaving    = "commitment-left" // early, by a switch
	ItemSIM        = "multi-sim"       // with the SIM's id behind a colon
)

// Plan is what counts of a plan in the catalogue.
type Plan struct {
	ID     string
	Price  contract.Halalas // of one cycle, with VAT
	Period Period
	Type   string // prepaid or postpaid
	Kind   string // voice or data
	OnSale bool
	Renews bool
	// Commits says that its owner promises to stay: a promise that was made before goes on with it.
	Commits bool
}

// SIM is a further SIM of a line that costs something in a cycle.
type SIM struct {
	ID  string
	Fee contract.Halalas // of one cycle, with VAT
}

// Commitment is what the owner promised for a number that cost nothing.
type Commitment struct {
	Months int
	Waived contract.Halalas // what the number would have cost, with VAT
	Since  time.Time
}

// Charge is one item of what a cycle costs.
type Charge struct {
	Item   string
	Amount contract.Halalas // what is taken from the balance, without VAT; or billed, with it
	VAT    contract.Halalas // within the amount
}

// Bill is what one cycle costs. VAT on a balance was paid when it was bought (ADR 42). A commitment that is kept costs nothing: its
// item says that the month counts.
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

// PaidWithOrder is the first cycle of a plan, which was paid for with the order of its line, with VAT.
func PaidWithOrder(price contract.Halalas, vatPercent int) Charge {
	return Charge{Item: ItemPlan, Amount: price, VAT: money.VATWithin(price, vatPercent)}
}

// Total is what the items of a bill come to.
func Total(bill []Charge) contract.Halalas {
	var total contract.Halalas
	for _, charge := range bill {
		total += charge.Amount
	}
	return total
}

// MonthsLeft is how many months of a commitment have not begun at a time.
func (c Commitment) MonthsLeft(at time.Time) int {
	begun := Period{Months: 1}.Elapsed(Midnight(c.Since), at.In(calendar.Riyadh)) + 1
	return max(c.Months-begun, 0)
}

// LeavingCosts is what leaving at a time costs, with VAT: the share of what was waived for the months that have not begun, rounded
// down.
func (c Commitment) LeavingCosts(at time.Time) contract.Halalas {
	if c.Months == 0 {
		return 0
	}
	return c.Waived * contract.Halalas(c.MonthsLeft(at)) / contract.Halalas(c.Months)
}
