package devstack

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// LeapAutoRecharge moves the set-up of a line's auto-recharge a week back, and returns the line. Its schedule follows,
// and makes up for that week, as far as autoRechargeCatchUp allows it.
func LeapAutoRecharge(ctx context.Context, cfg config.Config, msisdn string) (lineID string, err error) {
	err = withDatabase(ctx, cfg, func(db *bun.DB, keys *seal.Keys) error {
		line, err := store.New(db, keys).Lines.ByNumber(ctx, msisdn)
		if err != nil {
			return fmt.Errorf("find line %s: %w", msisdn, err)
		}
		lineID = line.ID
		return leapAutoRecharge(ctx, db, line.ID)
	})
	return lineID, err
}

func leapAutoRecharge(ctx context.Context, db bun.IDB, lineID string) error {
	result, err := db.NewRaw("UPDATE auto_recharges SET since = since - interval '7 days' WHERE line_id = ? AND state = ?",
		lineID, string(contract.AutoActive)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("leap for the auto-recharge of line %s: %w", lineID, err)
	}
	if moved, err := result.RowsAffected(); err != nil || moved == 0 {
		return errors.Join(fmt.Errorf("line %s has no auto-recharge that is active", lineID), err)
	}
	return nil
}
