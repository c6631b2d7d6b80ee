package flow

import (
	"context"
	"errors"
	"fmt"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// ErrOutcomeUnknown means that the step may have happened or may still happen. A repetition with the same key gets its answer,
// and does not run it again.
var ErrOutcomeUnknown = errors.New("no answer from the order in time")

// ErrOver means that a workflow has ended and receives nothing any more.
var ErrOver = errors.New("the workflow has ended")

// mapError turns an SDK error into a contract.Refusal, ErrOutcomeUnknown, or an error for the log only.
func mapError(err error, doing string) error {
	var refused *temporal.ApplicationError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) && known(contract.Code(refused.Type())):
		return refusal(refused)
	case notFound(err):
		return contract.Refuse(contract.FailOrderClosed)
	case isUnanswered(err):
		return fmt.Errorf("%s: %w: %w", doing, ErrOutcomeUnknown, err)
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
}

func known(code contract.Code) bool {
	_, ok := contract.Catalogue[code]
	return ok
}

// refusal takes the code from the error's type, and the codes of fields and the text parameters, if any, from its details.
func refusal(refused *temporal.ApplicationError) *contract.Refusal {
	answer := &contract.Refusal{Code: contract.Code(refused.Type())}
	var fields map[string]contract.Code
	var params map[string]string
	var seq int64
	switch {
	case !refused.HasDetails():
	case refused.Details(&fields, &params, &seq) == nil:
		answer.Fields, answer.Params, answer.Seq = fields, params, seq
	case refused.Details(&fields, &params) == nil:
		answer.Fields, answer.Params = fields, params
	case refused.Details(&fields) == nil:
		answer.Fields = fields
	}
	return answer
}

func notFound(err error) bool {
	var missing *serviceerror.NotFound
	return errors.As(err, &missing)
}

// isWornOut tells whether a workflow refuses more news.
func isWornOut(err error) bool {
	var refused *temporal.ApplicationError
	return errors.As(err, &refused) && contract.Code(refused.Type()) == contract.FailChangedTooOften
}

func alreadyStarted(err error) bool {
	var started *serviceerror.WorkflowExecutionAlreadyStarted
	return errors.As(err, &started)
}

// isUnanswered covers a missing worker, a missing server, and a server that is overloaded or moving the workflow.
func isUnanswered(err error) bool {
	var (
		late        *client.WorkflowUpdateServiceTimeoutOrCanceledError
		deadline    *serviceerror.DeadlineExceeded
		unavailable *serviceerror.Unavailable
		exhausted   *serviceerror.ResourceExhausted
		aborted     *serviceerror.Aborted
		notReady    *serviceerror.WorkflowNotReady
		cancelled   *serviceerror.Canceled
	)
	return errors.As(err, &late) || errors.As(err, &deadline) || errors.As(err, &unavailable) ||
		errors.As(err, &exhausted) || errors.As(err, &aborted) || errors.As(err, &notReady) || errors.As(err, &cancelled) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
