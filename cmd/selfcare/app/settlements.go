package app

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/domain/settlement"
	"selfcare/internal/store"
)

// settlementLate is how many days a settlement file may be late before that is a fault: each night asks for it again.
const settlementLate = 3

// settlementsOf says how far our books are compared with the payment provider's files, and what waits for a decision.
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
