package process

import (
	"errors"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// ending is a planned stop of a process before its aim. The workflow does not fail by it.
type ending struct{ reason contract.Code }

func (e *ending) Error() string { return string(e.reason) }

// Ending stops a process for a reason.
func Ending(reason contract.Code) error { return &ending{reason} }

// IsEnding tells a planned ending from a failure.
func IsEnding(err error) bool {
	var planned *ending
	return errors.As(err, &planned)
}

// EndingOf returns the reason of a planned ending; false for any other error.
func EndingOf(err error) (contract.Code, bool) {
	var planned *ending
	if errors.As(err, &planned) {
		return planned.reason, true
	}
	return "", false
}

// Refusal turns a refusal of the domain into an error that the caller of an update can read.
func Refusal(err error) error {
	var no *contract.Refusal
	if !errors.As(err, &no) {
		return err
	}
	details := []any{no.Fields}
	if len(no.Params) > 0 {
		details = append(details, no.Params)
	}
	return temporal.NewApplicationErrorWithOptions(string(no.Code), string(no.Code), temporal.ApplicationErrorOptions{
		NonRetryable: true, Details: details, Category: temporal.ApplicationErrorCategoryBenign,
	})
}

// Refuse returns the refusal with one code.
func Refuse(code contract.Code) error { return Refusal(contract.Refuse(code)) }

// WithSeq adds to a refusal the number of the state that it was decided on. Its sender may have seen a later row: a worker died
// once it had written the row and before Temporal knew.
func WithSeq(err error, seq int64) error {
	var refused *temporal.ApplicationError
	if !errors.As(err, &refused) || !refused.HasDetails() {
		return err
	}
	fields, params := map[string]contract.Code{}, map[string]string{}
	if refused.Details(&fields, &params) != nil && refused.Details(&fields) != nil {
		return err
	}
	return temporal.NewApplicationErrorWithOptions(refused.Message(), refused.Type(), temporal.ApplicationErrorOptions{
		NonRetryable: true, Details: []any{fields, params, seq}, Category: temporal.ApplicationErrorCategoryBenign,
	})
}

// CodeOf returns the failure code in an activity's error. An outside system that never answered has a code of its own.
func CodeOf(err error) contract.Code {
	if code, known := catalogued(err); known {
		return code
	}
	return contract.FailOutsideSystem
}

func catalogued(err error) (contract.Code, bool) {
	var failed *temporal.ApplicationError
	if !errors.As(err, &failed) {
		return "", false
	}
	_, known := contract.Catalogue[contract.Code(failed.Type())]
	return contract.Code(failed.Type()), known
}

// SavedAhead reports whether our database has a later state than the process: a step was saved, but Temporal lost its workflow
// task. The saved state counts, and the requested change comes after it.
func SavedAhead(err error, state any) bool {
	var failed *temporal.ApplicationError
	return errors.As(err, &failed) && failed.Type() == contract.ErrorSavedAhead && failed.Details(state) == nil
}

// Unavailable returns the refusal for a waiting customer when an outside system does not answer in time.
func Unavailable(err error) error {
	if err != nil && CodeOf(err) == contract.FailOutsideSystem && !temporal.IsCanceledError(err) {
		return Refuse(contract.FailOutsideSystem)
	}
	return err
}

// AsRefusal ends a workflow with the code of the activity's refusal, so that the caller can read it.
func AsRefusal(err error) error {
	var failed *temporal.ApplicationError
	if errors.As(err, &failed) {
		return failed
	}
	return err
}
