package app

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// bankPaymentLate is how long a payment at a bank may take from being written down to being taken.
const bankPaymentLate = 10 * time.Minute

// lookAtBankPayments says what of payments at banks waits to be sent back.
func lookAtBankPayments(ctx context.Context, cfg config.Config) (string, error) {
	keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	if err != nil {
		return "", err
	}
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return bankPaymentsOf(ctx, store.New(db, keys), time.Now())
}

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
