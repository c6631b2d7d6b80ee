package autorecharge

import (
	"crypto/sha256"
	"fmt"

	"selfcare/internal/domain/typed"
)

// Number returns the reference that the customer reads out of a purchase, derived from its id. When another purchase has the
// number, the caller tries the next.
func Number(purchaseID string, try int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s#%d", purchaseID, try))
	return typed.PurchaseNumber.Write(sum[:])
}
