package devstack

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// LeapAutoRecharge moves the set-up of a line's auto-recharge a week back, and looks at it now. A date of that week is made up for, as
// far as autoRechargeCatchUp allows it. It returns the id of the workflow of the first date.
func LeapAutoRecharge(ctx context.Context, cfg config.Config, msisdn string) (workflow string, err error) {
	err = withDatabase(ctx, cfg, func(db *bun.DB, keys *seal.Keys) error {
		s := store.New(db, keys)
		line, err := s.Lines.ByNumber(ctx, msisdn)
		if err != nil {
			return fmt.Errorf("find line %s: %w", msisdn, err)
		}
		workflow, err = leapAutoRecharge(ctx, db, s, line.ID)
		return err
	})
	return workflow, err
}

func leapAutoRecharge(ctx context.Context, db bun.IDB, s *store.Store, lineID string) (workflow string, err error) {
	result, err := db.NewRaw("UPDATE auto_recharges SET since = since - interval '7 days', due_at = now() WHERE line_id = ? AND state = ?",
		lineID, string(contract.AutoActive)).Exec(ctx)
	if err != nil {
		return "", fmt.Errorf("leap for the auto-recharge of line %s: %w", lineID, err)
	}
	if moved, err := result.RowsAffected(); err != nil || moved == 0 {
		return "", errors.Join(fmt.Errorf("line %s has no auto-recharge that is active", lineID), err)
	}
	rule, _, err := s.AutoRecharges.OfLine(ctx, lineID)
	return contract.AutoRechargeID(lineID, autorecharge.Date(autorecharge.Next(rule, rule.Since))), err
}
