package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
)

// What callers can tell apart; always wrapped, match with errors.Is.
var (
	ErrNotFound      = errors.New("not found")
	ErrNumberTaken   = errors.New("number taken")
	ErrNumberUnknown = errors.New("number unknown")
	ErrOutOfStock    = errors.New("out of stock")
	ErrConflict      = errors.New("conflict with what is stored")
	// ErrAway means no answer: what was asked for may have happened.
	ErrAway = errors.New("database away")
)

// classIntegrity is the class of all errors in which a constraint refused a change.
const classIntegrity = "23"

// translate wraps an error of the database once and gives it one of our meanings.
func translate(operation string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s: %w", operation, ErrNotFound)
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code[:2] == classIntegrity {
		// The database's own text may quote a row; the constraint's name says enough.
		return fmt.Errorf("%s: %w (%s %s)", operation, ErrConflict, refused.Code, refused.ConstraintName)
	}
	if Away(err) {
		return fmt.Errorf("%s: %w: %w", operation, ErrAway, err)
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// Away tells whether the connection failed and not the statement, so that the same may succeed in a moment.
func Away(err error) bool {
	var (
		connect  *pgconn.ConnectError
		answered *pgconn.PgError
		network  *net.OpError
	)
	switch {
	case errors.As(err, &answered):
		return awayState(answered.Code)
	case errors.As(err, &connect), errors.As(err, &network):
		return true
	default:
		return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.EOF) ||
			errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.DeadlineExceeded)
	}
}

// awayState: SQLSTATE classes 08 connection lost, 53 out of connections or disk, 57 shutting down or starting up.
func awayState(state string) bool {
	return len(state) == 5 && (state[:2] == "08" || state[:2] == "53" || state[:2] == "57")
}

func violates(err error, constraint string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.ConstraintName == constraint
}
