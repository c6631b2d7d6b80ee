// Package games is the port to the partner that sells game codes.
package games

import "context"

// Refusal codes that we act on; any other means that no code is available.
const (
	CodeProductGone = "product_unavailable"
	CodeNoFunds     = "insufficient_balance"
	CodeDelivered   = "delivered_already" // the order cannot be cancelled
)

// Order buys one code. Reference identifies it.
type Order struct {
	Reference string
	Product   string // the partner's id
	Email     string
	Mobile    string // 05nnnnnnnn
}

// Status is the state of an order at the partner.
type Status string

// Statuses of an order.
const (
	Delivered Status = "delivered"
	Pending   Status = "pending" // the publisher has not given a code yet
	Refused   Status = "refused" // there is no code and never will be
	Cancelled Status = "cancelled"
)

// Sale is the partner's record of an order.
type Sale struct {
	ID     string // the partner's id
	Status Status
	Code   string // set once it is delivered
	Reason string // of a refusal, in the partner's words
}

// Gateway buys codes. Errors are gateway.ErrFinal (a Refusal, with one of the codes above if we act on it) and ErrRetry; from
// Buy and Cancel also ErrUnknown; ErrNotFound if the reference has no order.
type Gateway interface {
	// Buy buys a code. A caller that does not know the state of a reference calls Find first.
	Buy(ctx context.Context, o Order) (Sale, error)
	// Find asks for the state of a reference. Of several orders the first delivered one counts, then one that may still come:
	// the others are mistakes of the partner or failed tries.
	Find(ctx context.Context, reference string) (Sale, error)
	// Cancel cancels an order before its delivery. It may be repeated; a delivered order is refused with CodeDelivered.
	Cancel(ctx context.Context, reference string) error
}
