package purchase

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
)

// Given is a bucket that a purchase gives a line.
type Given struct {
	Item   int // of the purchase, which may give several of a type
	Type   allowance.Type
	Unit   allowance.Unit
	Amount int64
	Days   int
}

// Buckets are what a purchase gives a line, in the order it was bought.
func Buckets(p contract.Purchase) (given []Given) {
	if p.Data != nil {
		given = append(given, Given{Type: allowance.Data, Unit: allowance.Megabyte, Amount: p.Data.Megabytes, Days: p.Data.ValidityDays})
	}
	for n, b := range p.Bundles {
		for _, item := range b.Items {
			given = append(given, Given{n, allowance.Type(item.Type), allowance.Unit(item.Unit), item.Amount, b.ValidityDays})
		}
	}
	return given
}
