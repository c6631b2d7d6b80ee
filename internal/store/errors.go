package store

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

// What callers can tell apart; always wrapped, match with errors.Is.
var (
	ErrNotFound      = errors.New("not found")
	ErrNumberTaken   = errors.New("number taken")
	ErrNumberUnknown = errors.New("number unknown")
	ErrOutOfStock    = errors.New("out of stock")
	ErrOrderNumber   = errors.New("order number in use")
	ErrConflict      = errors.New("conflict with what is stored")
	ErrNotCovered    = errors.New("not covered by the balance")
	// ErrStale means that the row has a newer state, or another one of the same age: nothing was written.
	ErrStale = errors.New("written by somebody else meanwhile")
	// ErrAway means that the database did not do its work, for a reason that is not in what it was asked: it is gone, takes no
	// writes, is locked or being migrated. Where the answer was lost, what was asked for may have happened.
	ErrAway = errors.New("database away")
)

// Classes of errors that are about what was asked: a constraint refused a change, or a value cannot be one.
const (
	classIntegrity = "23"
	classData      = "22"
)

// translate wraps an error of the database once and gives it one of our meanings.
func translate(operation string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s: %w", operation, ErrNotFound)
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) && class(refused) == classIntegrity {
		// The database's own text may quote a row; the constraint's name says enough.
		return fmt.Errorf("%s: %w (%s %s)", operation, ErrConflict, refused.Code, refused.ConstraintName)
	}
	if Away(err) {
		return fmt.Errorf("%s: %w: %w", operation, ErrAway, err)
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// Away tells whether the database failed and not what it was asked, so that the same may succeed later.
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
		return answered.Code != "" && class(answered) != classIntegrity && class(answered) != classData
	case errors.As(err, &connect), errors.As(err, &network), pgconn.SafeToRetry(err):
		return true
	default:
		return slices.ContainsFunc(brokenOff, func(known error) bool { return errors.Is(err, known) })
	}
}

// Refuses tells whether the database, or what reads its rows, refuses something for a reason that no other try changes: a rule, a value
// that cannot be one, a row that is not there, a column that cannot be opened or decoded.
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
		return class(answered) == classIntegrity || class(answered) == classData
	case errors.As(err, &syntax), errors.As(err, &kind):
		return true
	default:
		return slices.ContainsFunc(refusals, func(known error) bool { return errors.Is(err, known) })
	}
}

var refusals = []error{ErrConflict, ErrNotFound, ErrNotCovered, seal.ErrKeys}

// brokenOff are the errors of a connection that ended in the middle of something.
var brokenOff = []error{
	driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, io.EOF, io.ErrUnexpectedEOF, context.DeadlineExceeded,
	os.ErrDeadlineExceeded, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE,
}

// class is the first two characters of an SQLSTATE.
func class(err *pgconn.PgError) string {
	return err.Code[:min(len(err.Code), len(classIntegrity))]
}

func violates(err error, constraint string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.ConstraintName == constraint
}
