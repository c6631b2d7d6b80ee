package store

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// What callers can tell apart; always wrapped, match with errors.Is.
var (
	ErrNotFound      = errors.New("not found")
	ErrNumberTaken   = errors.New("number taken")
	ErrNumberUnknown = errors.New("number unknown")
	ErrOutOfStock    = errors.New("out of stock")
	ErrConflict      = errors.New("conflict with what is stored")
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
	return fmt.Errorf("%s: %w", operation, err)
}

func violates(err error, constraint string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.ConstraintName == constraint
}
