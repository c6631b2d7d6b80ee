// Package vas is the port to the partner that runs value-added services on our lines.
package vas

import "context"

// CodeServiceGone is the refusal of a service that the partner no longer offers.
const CodeServiceGone = "service_unknown"

// Order begins a service on a number. Reference is the idempotency key.
type Order struct {
	Reference string
	MSISDN    string
	Service   string // the partner's id
}

// Status is the state of a subscription at the partner.
type Status string

// Statuses of a subscription.
const (
	Active  Status = "active"
	Pending Status = "pending" // not begun yet
	Refused Status = "refused" // it never began, and never will
	Ended   Status = "ended"
)

// Subscription is the partner's record of a service on a number.
type Subscription struct {
	ID     string // the partner's id
	Status Status
	Reason string // of a refusal, in the partner's words
}

// Gateway begins and ends services. Errors are gateway.ErrFinal (a Refusal) and ErrRetry; from Begin and End also ErrUnknown;
// from Find and End also ErrNotFound if the reference has no subscription.
type Gateway interface {
	// Begin begins a service. A reference has one subscription: a repeat returns its state.
	Begin(ctx context.Context, o Order) (Subscription, error)
	// Find asks for the state of a subscription.
	Find(ctx context.Context, reference string) (Subscription, error)
	// End ends a subscription in any state. It may be repeated.
	End(ctx context.Context, reference string) error
}
