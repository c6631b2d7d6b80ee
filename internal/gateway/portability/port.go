// Package portability is the port to the central clearing house through which numbers change their operator.
package portability

import (
	"context"

	"selfcare/internal/contract"
)

// Check is what is known of a number before it is submitted.
type Check struct {
	Reason contract.Code   // why it cannot be moved; empty where it can
	Hints  []contract.Code // what its owner should know
}

// Gateway submits ports, withdraws them and switches numbers over. Every method may be repeated: a submission is known by
// its id, the others set a state.
// Errors are gateway.ErrFinal (Refusal: too_late, withdrawn, not_approved, not_released, or a reason of its own such as
// port_in_progress), ErrRetry, ErrUnknown, ErrNotFound.
type Gateway interface {
	Check(ctx context.Context, operator, msisdn string) (Check, error)
	Submit(ctx context.Context, s contract.PortSubmission) (contract.PortState, error)
	Status(ctx context.Context, portID string) (contract.PortState, error)
	// Withdraw takes a submission back until its cut-over began; too late is Refusal "too_late".
	Withdraw(ctx context.Context, portID string) error
	// Reschedule asks for another day, or for no day in particular, until the cut-over began; a day on which numbers are not
	// moved is Refusal "schedule_invalid", too late is Refusal "too_late".
	Reschedule(ctx context.Context, portID, window string) error
	// Release takes the number from the donor: the cut-over has begun.
	Release(ctx context.Context, portID string) error
	// Broadcast tells all networks where the number is now: the cut-over is complete.
	Broadcast(ctx context.Context, portID string) error
	// RollBack gives a released number back to the donor; it may be released again later.
	RollBack(ctx context.Context, portID string) error

	// Answer says whether a number of ours may leave; Refusal "too_late" or "withdrawn" where nobody waits for it any more.
	// Like those below it answers with where the request stands then.
	Answer(ctx context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error)
	// OutStatus reads where a request for a number of ours stands.
	OutStatus(ctx context.Context, reference string) (contract.PortOutStatus, error)
	// Stop takes our agreement back; once the cut-over began it is Refusal "too_late".
	Stop(ctx context.Context, reference string) (contract.PortOutStatus, error)
	// LetGo says that we do not serve the number any more; before the cut-over it is Refusal "not_cut_over".
	LetGo(ctx context.Context, reference string) (contract.PortOutStatus, error)

	// GiveBack returns a number that its line has left to the operator of its range. The id makes it the same return however often it
	// is asked for; the number of another range than the operator's is Refusal "wrong_range", one that another operator serves is
	// Refusal "not_served".
	GiveBack(ctx context.Context, r contract.NumberReturn) (contract.ReturnStatus, error)
	// ReturnStatus reads where a return stands; ErrNotFound where the clearing house has heard of none.
	ReturnStatus(ctx context.Context, id string) (contract.ReturnStatus, error)
}
