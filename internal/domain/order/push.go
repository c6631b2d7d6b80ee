package order

import (
	"github.com/google/uuid"

	"selfcare/internal/contract"
)

// PushID is the id of a request to the identity app, its idempotency key there: of the step that asks, by the id of its update. A step that
// is given to another worker is the same request; the next click is another one, for the order may be for another person by then, whom
// the former push must not prove. No ID number goes into it: it is stored in clear.
func PushID(orderID, purpose, step string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(orderID+purpose+"/"+step)).String()
}

// Pushed tells whether an order's identity request came from a step, by the id of its update: whoever is given the step again, having
// forgotten it, finds it done.
func Pushed(o contract.Order, step string) bool {
	last := o.Identity
	return last != nil && last.RequestID == PushID(o.ID, last.Purpose, step)
}
