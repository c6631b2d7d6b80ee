package contract

import "time"

// StatedOutcome is the outcome of a payment in the provider's statement.
type StatedOutcome string

// Outcomes that can be stated.
const (
	StatedPaid      StatedOutcome = "paid"
	StatedNeverPaid StatedOutcome = "never-paid"
)

// StatementState tells whether a statement is in force.
type StatementState string

// States of statements.
const (
	StatementPending StatementState = "pending" // it waits for a second person
	StatementCounts  StatementState = "counts"
)

// PaymentStatement is the outcome of a payment that two members of staff read in the provider's statement.
type PaymentStatement struct {
	ID          string
	PaymentID   string
	Outcome     StatedOutcome
	Note        string
	State       StatementState
	StatedBy    string
	StatedAt    time.Time
	ExpiresAt   time.Time
	ConfirmedBy string
	ConfirmedAt time.Time
}

// Refusals of statements about payments.
const (
	FailPaymentNotFound     Code = "payment_not_found"
	FailPaymentOutcomeKnown Code = "payment_outcome_known"
	FailStatementDiffers    Code = "payment_statement_differs"
)

var statementFailures = map[Code]Failure{
	FailPaymentNotFound:     {404, -1256, false, FixSupport},
	FailPaymentOutcomeKnown: {409, -1257, false, FixNone},
	FailStatementDiffers:    {409, -1258, false, FixSupport},
}
