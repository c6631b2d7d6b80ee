package purchase

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
)

// GrantedBucket is a bucket that a purchase adds to a line.
type GrantedBucket struct {
	Item   int // number within the purchase, which may contain several of a type
	Type   allowance.Type
	Unit   allowance.Unit
	Amount int64
	Days   int
	// Renewal counts the renewals of the bought item.
	Renewal int
}

// freeItem is the data that comes with a data pack; the pack itself is item 0.
const freeItem = 1

// Buckets lists the buckets of a purchase in their order.
func Buckets(p contract.Purchase) (given []GrantedBucket) {
	if p.Data != nil {
		given = append(given, GrantedBucket{Type: allowance.Data, Unit: allowance.Megabyte, Amount: p.Data.Megabytes, Days: p.Data.ValidityDays})
	}
	if p.Data != nil && p.Data.Free != nil {
		free := p.Data.Free
		given = append(given, GrantedBucket{Item: freeItem, Type: allowance.Data, Unit: allowance.Megabyte, Amount: free.Megabytes, Days: free.ValidityDays})
	}
	for n, b := range p.Bundles {
		for _, item := range b.Items {
			given = append(given, GrantedBucket{Item: n, Type: allowance.Type(item.Type), Unit: allowance.Unit(item.Unit), Amount: item.Amount, Days: b.ValidityDays})
		}
	}
	return given
}
