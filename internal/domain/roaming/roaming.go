// Package roaming estimates the cost of a stay abroad.
package roaming

import (
	"cmp"
	"slices"

	"selfcare/internal/contract"
)

// Rates are the prices for our lines at an operator abroad, with VAT.
type Rates struct {
	Local    contract.Halalas // a minute within the country
	Home     contract.Halalas // a minute to the Kingdom
	Taken    contract.Halalas // a minute of an incoming call
	SMS      contract.Halalas
	Megabyte contract.Halalas
}

// Operator is a roaming partner.
type Operator struct {
	ID        string
	Country   string
	Name      string
	Preferred bool
	Rates
}

// Day is the usage of one day of a stay.
type Day struct{ Local, Home, Taken, Messages, Megabytes int64 }

// Cost is the cost of a stay with one operator.
type Cost struct {
	Operator
	Calls, Messages, Data contract.Halalas
}

// Total returns the sum.
func (c Cost) Total() contract.Halalas { return c.Calls + c.Messages + c.Data }

// Estimate returns the cost of a stay of some days with each operator, the cheapest first.
func Estimate(operators []Operator, each Day, days int) []Cost {
	costs := make([]Cost, len(operators))
	for i, o := range operators {
		stay := contract.Halalas(days)
		costs[i] = Cost{
			Operator: o,
			Calls:    stay * (contract.Halalas(each.Local)*o.Local + contract.Halalas(each.Home)*o.Home + contract.Halalas(each.Taken)*o.Taken),
			Messages: stay * contract.Halalas(each.Messages) * o.SMS,
			Data:     stay * contract.Halalas(each.Megabytes) * o.Megabyte,
		}
	}
	slices.SortStableFunc(costs, func(a, b Cost) int { return cmp.Or(cmp.Compare(a.Total(), b.Total()), cmp.Compare(a.Name, b.Name)) })
	return costs
}
