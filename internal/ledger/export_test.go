package ledger

import (
	"slices"
	"strings"
)

var chart = []string{
	Provider, Bank, SADAD, Vouchers, Customer, VAT, SADADHeld, Content, TopUps, Games, Revenue, Forfeited, Marketing, Fees, Chargebacks, BadDebt,
	Opening,
}

// IsAccount tells whether the chart has an account.
func IsAccount(name string) bool {
	return slices.Contains(chart, name) || strings.HasPrefix(name, linePrefix) && name != linePrefix
}
