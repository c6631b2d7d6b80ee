// Package activities does the work of the processes: one call to one system each, safe to repeat, errors sorted.
package activities

import (
	"errors"
	"fmt"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/store"
)

// refused maps a business "no" and the errors of store and gateways to what the workflow can act on: an application
// error whose type is a contract.Code. A final one is not retried. An outside system's trouble is left to the retry policy.
// Whatever else our own database says is no answer: the workflow is told to wait, and nothing is refused because of it.
func refused(operation string, err error) error {
	if err == nil {
		return nil
	}
	var refusal *contract.Refusal
	if errors.As(err, &refusal) {
		return final(refusal.Code, err, refusal.Fields, refusal.Params)
	}
	if code, ok := storeCode(err); ok {
		return final(code, err, nil, nil)
	}
	if outside(err) {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return temporal.NewApplicationErrorWithCause(operation, string(contract.FailUnavailable), err)
}

func outside(err error) bool {
	return errors.Is(err, gateway.ErrFinal) || errors.Is(err, gateway.ErrRetry) ||
		errors.Is(err, gateway.ErrUnknown) || errors.Is(err, gateway.ErrNotFound)
}

// refusedBy is refused for an outside system; code is what its final "no" means for the order.
func refusedBy(operation string, err error, code contract.Code) error {
	if errors.Is(err, gateway.ErrFinal) {
		return final(code, fmt.Errorf("%s: %w", operation, err), nil, nil)
	}
	return refused(operation, err)
}

// final carries the codes of single fields and, where the text has blanks, what to fill in.
func final(code contract.Code, cause error, fields map[string]contract.Code, params map[string]string) error {
	details := []any{fields}
	if len(params) > 0 {
		details = append(details, params)
	}
	return temporal.NewApplicationErrorWithOptions(string(code), string(code), temporal.ApplicationErrorOptions{
		NonRetryable: true, Cause: cause, Details: details,
		Category: temporal.ApplicationErrorCategoryBenign,
	})
}

func storeCode(err error) (contract.Code, bool) {
	switch {
	case errors.Is(err, store.ErrNumberTaken):
		return contract.FailNumberTaken, true
	case errors.Is(err, store.ErrNumberUnknown):
		return contract.FailNumberUnknown, true
	case errors.Is(err, store.ErrOrderNumber):
		return contract.FailOrderNumberTaken, true
	case errors.Is(err, store.ErrOutOfStock):
		return contract.FailOutOfStock, true
	default:
		return "", false
	}
}

// refusalCode is the outside system's own code of a final refusal, or empty.
func refusalCode(err error) string {
	var refusal *gateway.Refusal
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}
