package app

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/store"
)

// bankPaymentLate is how long a payment at a bank may take from being written down to being taken.
const bankPaymentLate = 10 * time.Minute

// bankPaymentsOf says what of payments at banks waits to be sent back.
func bankPaymentsOf(ctx context.Context, s *store.Store, now time.Time) (string, error) {
	held, stuck, err := s.BankPayments.Waiting(ctx, now.Add(-bankPaymentLate))
	if err != nil {
		return "", err
	}
	if stuck > 0 {
		return "", fmt.Errorf("%d payments at banks were written down and not taken: look at sadad-payment/… in Temporal, and have SADAD report them again", stuck)
	}
	return fmt.Sprintf("%d payments at banks wait for support", held), nil
}
