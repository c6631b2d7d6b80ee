// Package games is the port to the partner that sells codes of games.
package games

import "context"

// Codes of a refusal that mean something to us; with any other a code cannot be had.
const (
	CodeProductGone = "product_unavailable"
	CodeNoFunds     = "insufficient_balance"
	CodeDelivered   = "delivered_already" // it cannot be cancelled
)

// Order buys one code. Reference makes it happen once.
type Order struct {
	Reference string
	Product   string // what the partner calls it
	Email     string
	Mobile    string // 05nnnnnnnn
}

// Status is where an order stands at the partner.
type Status string

// Statuses of an order.
const (
	Delivered Status = "delivered"
	Pending   Status = "pending" // the maker of the game has not given a code yet
	Refused   Status = "refused" // there is no code, and there will be none
	Cancelled Status = "cancelled"
)

// Sale is an order as the partner knows it.
type Sale struct {
	ID     string // the partner's
	Status Status
	Code   string // once it is delivered
	Reason string // of a refusal, as the partner names it
}

// Gateway buys codes. Errors are gateway.ErrFinal (a Refusal, with one of the codes above where it means something), ErrRetry, and of
// Buy and Cancel alone ErrUnknown; ErrNotFound where there is no order of a reference.
type Gateway interface {
	// Buy buys a code. Whoever does not know what became of a reference asks Find before.
	Buy(ctx context.Context, o Order) (Sale, error)
	// Find asks what became of a reference. Of several orders the first one that was delivered counts, then one that may be: the others are
	// the partner's mistake, or tries that came to nothing.
	Find(ctx context.Context, reference string) (Sale, error)
	// Cancel has an order never be delivered. It may be repeated; one that is delivered is refused with CodeDelivered.
	Cancel(ctx context.Context, reference string) error
}
