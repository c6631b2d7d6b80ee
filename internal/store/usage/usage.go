// Package usage stores the usage of lines and the buckets that cover it. The result does not depend on the order in which usage
// arrives: from the earliest event of a batch on, all usage is taken from the buckets again, in the order in which it happened.
package usage

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/domain/allowance"
)

// DB is one transaction. Its parameters are $1, $2, …
type DB interface {
	Exec(ctx context.Context, query string, args ...any) (changed int64, err error)
	Query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// ErrOverdrawn means that a bucket has less left than the amount to take.
var ErrOverdrawn = errors.New("the bucket has less left")

// News is a bucket whose level the customer must be told.
type News struct {
	LineID string
	Bucket allowance.Bucket
}

// lock locks the buckets of some lines until the end of the transaction. The order is always the same, so that two batches with
// the same lines wait and never deadlock.
func lock(ctx context.Context, db DB, lineIDs []string) error {
	_, err := db.Exec(ctx, "SELECT FROM lines WHERE id = ANY($1::text[]::uuid[]) ORDER BY id FOR NO KEY UPDATE", lineIDs)
	return err
}

// readRows reads all rows of a query.
func readRows(ctx context.Context, db DB, read func(*sql.Rows) error, query string, args ...any) error {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := read(rows); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	return errors.Join(rows.Err(), rows.Close())
}

// moment truncates a time to the precision of Postgres, so that a stored event equals its source.
func moment(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }

// wrap adds the operation to an error.
func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// key is a family of types of a line: the unit of counting.
type key struct {
	lineID string
	family allowance.Type
}

func compareKeys(a, b key) int {
	return cmp.Or(cmp.Compare(a.lineID, b.lineID), cmp.Compare(a.family, b.family))
}
