// Package errors has the errors of the store that callers can distinguish.
package errors

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"selfcare/internal/store/seal"
)

// Errors that callers can distinguish. They are always wrapped: match with errors.Is.
var (
	ErrNotFound      = errors.New("not found")
	ErrNumberTaken   = errors.New("number taken")
	ErrNumberUnknown = errors.New("number unknown")
	ErrOutOfStock    = errors.New("out of stock")
	ErrOrderNumber   = errors.New("order number in use")
	ErrConflict      = errors.New("conflict with stored data")
	ErrNotCovered    = errors.New("not covered by the balance")
	// ErrTooMany means that a limit is reached.
	ErrTooMany = errors.New("too many")
	// ErrStale means that the row has a newer state, or another one of the same age; nothing was written.
	ErrStale = errors.New("another writer changed the row meanwhile")
	// ErrAway means that the database failed for a reason outside the statement: it is unreachable, read-only, locked or being
	// migrated. If only the answer was lost, the statement may have taken effect.
	ErrAway = errors.New("database away")
)

// Errors about the statement itself: a constraint refused a change, or a value is invalid. Bun writes values into the text of a
// statement, so that a value with a NUL byte is an error of syntax.
const (
	classIntegrity = "23"
	classData      = "22"
	codeSyntax     = "42601"
)

// Translate wraps an error of the database once and maps it to one of our errors.
func Translate(operation string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s: %w", operation, ErrNotFound)
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) && class(refused) == classIntegrity {
		// The database's own text may quote a row; the constraint's name is enough.
		return fmt.Errorf("%s: %w (%s %s)", operation, ErrConflict, refused.Code, refused.ConstraintName)
	}
	if Away(err) {
		return fmt.Errorf("%s: %w: %w", operation, ErrAway, err)
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// Away tells whether the database failed, and not the statement, so that a retry may succeed.
func Away(err error) bool {
	var (
		connect  *pgconn.ConnectError
		answered *pgconn.PgError
		network  net.Error
	)
	switch {
	case err == nil:
		return false
	case errors.Is(err, ErrAway):
		return true
	case errors.As(err, &answered):
		return answered.Code != "" && !isOfStatement(answered)
	case errors.As(err, &connect), errors.As(err, &network), pgconn.SafeToRetry(err):
		return true
	default:
		return slices.ContainsFunc(brokenOff, func(known error) bool { return errors.Is(err, known) })
	}
}

// Refuses tells whether the database, or the decoder of its rows, fails for a reason that no retry changes: a rule, an invalid
// value, a missing row, a column that cannot be decrypted or decoded.
func Refuses(err error) bool {
	var (
		answered *pgconn.PgError
		syntax   *json.SyntaxError
		kind     *json.UnmarshalTypeError
	)
	switch {
	case Away(err):
		return false
	case errors.As(err, &answered):
		return isOfStatement(answered)
	case errors.As(err, &syntax), errors.As(err, &kind):
		return true
	default:
		return slices.ContainsFunc(refusals, func(known error) bool { return errors.Is(err, known) })
	}
}

// RefusesValue tells whether the database refuses a value or a change by its own rules.
func RefusesValue(err error) bool {
	var answered *pgconn.PgError
	return errors.Is(err, ErrConflict) || errors.As(err, &answered) && isOfStatement(answered)
}

var refusals = []error{ErrConflict, ErrNotFound, ErrNotCovered, seal.ErrKeys}

// brokenOff lists the errors of a connection that ended during a statement.
var brokenOff = []error{
	driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, io.EOF, io.ErrUnexpectedEOF, context.DeadlineExceeded,
	os.ErrDeadlineExceeded, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE,
}

func isOfStatement(err *pgconn.PgError) bool {
	return class(err) == classIntegrity || class(err) == classData || err.Code == codeSyntax
}

// class is the first two characters of an SQLSTATE.
func class(err *pgconn.PgError) string {
	return err.Code[:min(len(err.Code), len(classIntegrity))]
}

// Violates tells whether a statement broke a constraint of this name.
func Violates(err error, constraint string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.ConstraintName == constraint
}
