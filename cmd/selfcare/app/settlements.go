package app

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/domain/settlement"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// settlementLate is how many days a settlement file may be late before that is a fault: each night asks for it again.
const settlementLate = 3

// lookAtSettlements says how far our books are compared with the payment provider's files, and what waits for a decision.
func lookAtSettlements(ctx context.Context, cfg config.Config) (string, error) {
	keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	if err != nil {
		return "", err
	}
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return settlementsOf(ctx, store.New(db, keys), time.Now())
}

func settlementsOf(ctx context.Context, s *store.Store, now time.Time) (string, error) {
	due, read, err := s.Figures.SettlementsBehind(ctx)
	if err != nil {
		return "", err
	}
	if due != "" && due < settlement.DayOf(now.AddDate(0, 0, -settlementLate)) {
		return "", fmt.Errorf("no settlement file of %s could be read: ask the payment provider, and look at reconciliation/%s in Temporal", due, due)
	}
	byKind, err := s.Figures.HeldSettlements(ctx)
	if err != nil {
		return "", err
	}
	held := 0
	for _, count := range byKind {
		held += count
	}
	if read == "" {
		return "no settlement file yet", nil
	}
	return fmt.Sprintf("compared up to %s, %d differences wait for support", read, held), nil
}
