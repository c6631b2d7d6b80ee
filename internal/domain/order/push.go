package order

import (
	"github.com/google/uuid"

	"selfcare/internal/contract"
)

// PushID returns the idempotency key of a request to the identity app, derived from the update id of the step. A step that
// another worker repeats sends the same request; the next click sends a new one, because the order may have another person by
// then, whom the earlier push must not prove. The id contains no ID number, because it is stored in clear text.
func PushID(orderID, purpose, step string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(orderID+purpose+"/"+step)).String()
}

// Pushed tells whether an order's identity request came from a step, by the id of its update. A worker that repeats the step
// without remembering it finds it done.
func Pushed(o contract.Order, step string) bool {
	last := o.Identity
	return last != nil && last.RequestID == PushID(o.ID, last.Purpose, step)
}
