// Package content is the port to the partner whose value-added services run on our lines.
package content

import "context"

// CodeServiceGone is the refusal of a service that the partner does not have any more.
const CodeServiceGone = "service_unknown"

// Order begins a service on a number. Reference makes it happen once.
type Order struct {
	Reference string
	MSISDN    string
	Service   string // what the partner calls it
}

// Status is where a subscription stands at the partner.
type Status string

// Statuses of a subscription.
const (
	Active  Status = "active"
	Pending Status = "pending" // it is being begun
	Refused Status = "refused" // it never began, and never will
	Ended   Status = "ended"
)

// Subscription is a service on a number as the partner knows it.
type Subscription struct {
	ID     string // the partner's
	Status Status
	Reason string // of a refusal, as the partner names it
}

// Gateway begins and ends services. Errors are gateway.ErrFinal (a Refusal), ErrRetry, and of Begin and End alone ErrUnknown; of Find
// and End ErrNotFound where there is nothing of that reference.
type Gateway interface {
	// Begin has a service begin. Under a reference there is one subscription: another try answers how it stands.
	Begin(ctx context.Context, o Order) (Subscription, error)
	// Find asks what became of a subscription.
	Find(ctx context.Context, reference string) (Subscription, error)
	// End ends a subscription, wherever it stands. It may be repeated.
	End(ctx context.Context, reference string) error
}
