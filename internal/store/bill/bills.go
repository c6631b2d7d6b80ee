// Package bill stores the bills of postpaid lines.
package bill

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"
)

// Invoices stores the bills of postpaid lines with their payments and credit notes.
type Invoices struct{ DB bun.IDB }

// row reads one row; false without one.
func (q Invoices) row(ctx context.Context, operation, statement string, args []any, into ...any) (found bool, err error) {
	err = q.DB.NewRaw(statement, args...).Scan(ctx, into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, wrap(operation, err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
