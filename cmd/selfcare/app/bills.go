package app

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/store"
)

// billsOf says of how many bills something is left to pay, and whether what follows for one of them cannot be done.
func billsOf(ctx context.Context, s *store.Store, _ time.Time) (string, error) {
	failing, err := s.Invoices.Failing(ctx)
	if err != nil {
		return "", err
	}
	if failing > 0 {
		return "", fmt.Errorf("the next step of %d bills fails and is put off: invoice_dues.failed_at has which, the log of the workers why", failing)
	}
	unpaid, err := s.Invoices.Unpaid(ctx)
	return fmt.Sprintf("something is left to pay of %d", unpaid), err
}
