package server

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
)

// partAway tells whether a part of ours cannot be reached just now, so that the same request may succeed in a moment.
func partAway(err error) bool {
	var (
		connect  *pgconn.ConnectError
		answered *pgconn.PgError
		network  *net.OpError
	)
	switch {
	case errors.As(err, &answered):
		return databaseAway(answered.Code)
	case errors.As(err, &connect), errors.As(err, &network):
		return true
	default:
		return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
			errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	}
}

// databaseAway: SQLSTATE classes 08 connection lost, 53 out of connections or disk, 57 shutting down or starting up.
func databaseAway(state string) bool {
	return len(state) == 5 && (state[:2] == "08" || state[:2] == "53" || state[:2] == "57")
}
