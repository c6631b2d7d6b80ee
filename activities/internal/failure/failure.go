// Package failure turns errors of the store and of partners into errors that a workflow can act on.
package failure

import (
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	storeerrors "selfcare/internal/store/errors"
)

// Map turns refusals and the errors of store and gateways into an application error whose type is a contract.Code. A final one
// is not retried. A temporary error of an outside system is left to the retry policy. A final refusal of our own database is
// FailRecord: support must look. Any other error of the database is no answer: the workflow waits, and nothing is refused
// because of it.
func Map(operation string, err error) error {
	if err == nil {
		return nil
	}
	var refusal *contract.Refusal
	if errors.As(err, &refusal) {
		return Final(refusal.Code, err, refusal.Fields, refusal.Params)
	}
	if code, ok := storeCode(err); ok {
		return Final(code, err, nil, nil)
	}
	if outside(err) {
		return fmt.Errorf("%s: %w", operation, err)
	}
	if storeerrors.Refuses(err) {
		return Final(contract.FailRecord, fmt.Errorf("%s: %w", operation, err), nil, nil)
	}
	return temporal.NewApplicationErrorWithOptions(operation, string(contract.FailUnavailable), temporal.ApplicationErrorOptions{
		Cause: err, NextRetryDelay: soon(),
	})
}

// soon is the pause before a call is repeated that our database did not answer; it overrides the policy for the partner. It
// varies, so that calls which failed together do not repeat together.
func soon() time.Duration {
	return 5*time.Second + time.Duration(time.Now().UnixNano())%(3*time.Second)
}

func outside(err error) bool {
	return errors.Is(err, gateway.ErrFinal) || errors.Is(err, gateway.ErrRetry) ||
		errors.Is(err, gateway.ErrUnknown) || errors.Is(err, gateway.ErrNotFound)
}

// MapPartner is Map for an outside system; code is the meaning of its final refusal for the order.
func MapPartner(operation string, err error, code contract.Code) error {
	if errors.Is(err, gateway.ErrFinal) {
		return Final(code, fmt.Errorf("%s: %w", operation, err), nil, nil)
	}
	return Map(operation, err)
}

// Final returns a refusal that no other try can change. It carries the codes of single fields and the parameters of the text.
func Final(code contract.Code, cause error, fields map[string]contract.Code, params map[string]string) error {
	details := []any{fields}
	if len(params) > 0 {
		details = append(details, params)
	}
	return temporal.NewApplicationErrorWithOptions(string(code), string(code), temporal.ApplicationErrorOptions{
		NonRetryable: true, Cause: cause, Details: details,
		Category: temporal.ApplicationErrorCategoryBenign,
	})
}

// Ahead tells a workflow that our database has a later state, and carries that state.
func Ahead(saved any) error {
	return temporal.NewApplicationErrorWithOptions("a later state is saved", contract.ErrorSavedAhead, temporal.ApplicationErrorOptions{
		NonRetryable: true, Details: []any{saved}, Category: temporal.ApplicationErrorCategoryBenign,
	})
}

func storeCode(err error) (contract.Code, bool) {
	switch {
	case errors.Is(err, storeerrors.ErrNumberTaken):
		return contract.FailNumberTaken, true
	case errors.Is(err, storeerrors.ErrNumberUnknown):
		return contract.FailNumberUnknown, true
	case errors.Is(err, storeerrors.ErrOrderNumber):
		return contract.FailOrderNumberTaken, true
	case errors.Is(err, storeerrors.ErrOutOfStock):
		return contract.FailOutOfStock, true
	default:
		return "", false
	}
}

// PartnerCode returns the outside system's own code of a final refusal, or "".
func PartnerCode(err error) string {
	var refusal *gateway.Refusal
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}
