// Package gateway holds the errors that all ports to outside systems share.
package gateway

import "errors"

// Errors of an outside system, sorted by the caller's next step. Adapters wrap exactly one of them.
var (
	// ErrFinal: the system refused; another try with the same data cannot help.
	ErrFinal = errors.New("refused by the outside system")
	// ErrRetry: nothing was done; the same call may be repeated.
	ErrRetry = errors.New("outside system did not take the call")
	// ErrUnknown: the call may have had its effect. Inquire before repeating or undoing it.
	ErrUnknown = errors.New("outcome at the outside system is unknown")
	// ErrNotFound: the system does not know the requested object.
	ErrNotFound = errors.New("unknown to the outside system")
)

// Missing carries the code with which a system said that it does not know the requested object.
type Missing struct {
	System string
	Code   string // in the system's words, lower case
}

func (m *Missing) Error() string { return m.System + " does not know it: " + m.Code }

// Unwrap makes errors.Is(err, ErrNotFound) true.
func (m *Missing) Unwrap() error { return ErrNotFound }

// AsMissing returns a refusal with the code as Missing: so a system refuses an effect on an object that it does not know.
func AsMissing(err error, code string) error {
	var refused *Refusal
	if errors.As(err, &refused) && refused.Code == code {
		return &Missing{System: refused.System, Code: code}
	}
	return err
}

// Refusal carries the outside system's own code with ErrFinal. The code goes to logs and held orders, never raw to customers.
type Refusal struct {
	System string // payment, identity, registry, courier, messages, network
	Code   string // in the system's words, lower case
}

func (r *Refusal) Error() string { return r.System + " refused: " + r.Code }

// Unwrap makes errors.Is(err, ErrFinal) true.
func (r *Refusal) Unwrap() error { return ErrFinal }
