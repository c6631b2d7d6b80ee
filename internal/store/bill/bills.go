// Package bill stores the bills of postpaid lines.
package bill

import (
	"fmt"

	"github.com/uptrace/bun"
)

// Invoices stores the bills of postpaid lines with their payments and credit notes.
type Invoices struct{ DB bun.IDB }

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
