// Package portability is the port to the central clearing house through which numbers change their operator.
package portability

import (
	"context"

	"selfcare/internal/contract"
)

// Check is the clearing house's knowledge of a number before a submission.
type Check struct {
	Reason contract.Code   // why it cannot be moved; empty if it can
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
	// Withdraw withdraws a submission until its cut-over begins; too late is Refusal "too_late".
	Withdraw(ctx context.Context, portID string) error
	// Reschedule asks for another day, or for the earliest one, until the cut-over begins. A day on which numbers are not
	// moved is Refusal "schedule_invalid"; too late is Refusal "too_late".
	Reschedule(ctx context.Context, portID, window string) error
	// Release takes the number from the donor: the cut-over has begun.
	Release(ctx context.Context, portID string) error
	// Broadcast tells all networks which operator serves the number now: the cut-over is complete.
	Broadcast(ctx context.Context, portID string) error
	// RollBack returns a released number to the donor; it may be released again later.
	RollBack(ctx context.Context, portID string) error

	// Answer says whether one of our numbers may leave; Refusal "too_late" or "withdrawn" if the answer is no longer awaited.
	// Like the methods below it returns the state of the request.
	Answer(ctx context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error)
	// OutStatus returns the state of a request for one of our numbers.
	OutStatus(ctx context.Context, reference string) (contract.PortOutStatus, error)
	// Stop withdraws our agreement; once the cut-over has begun it is Refusal "too_late".
	Stop(ctx context.Context, reference string) (contract.PortOutStatus, error)
	// LetGo reports that we no longer serve the number; before the cut-over it is Refusal "not_cut_over".
	LetGo(ctx context.Context, reference string) (contract.PortOutStatus, error)

	// GiveBack returns a number that its line has left to the operator of its range. The id is the idempotency key. A number
	// of another operator's range is Refusal "wrong_range"; a number that another operator serves is Refusal "not_served".
	GiveBack(ctx context.Context, r contract.NumberReturn) (contract.ReturnStatus, error)
	// ReturnStatus returns the state of a return; ErrNotFound if the clearing house knows none.
	ReturnStatus(ctx context.Context, id string) (contract.ReturnStatus, error)
}
