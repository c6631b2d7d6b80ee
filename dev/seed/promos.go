package seed

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/store/seal"
)

// promoCodes has one of each kind: two valid ones, an expired one, one for eSIMs only, a used-up one, and two for
// recharges, of which one works once for each person.
const promoCodes = `
INSERT INTO promo_codes (code, percent, amount, kinds, starts_at, ends_at, max_uses, max_uses_per_id, used) VALUES
    ('WELCOME10', 10, 0, NULL, now() - interval '1 day', NULL, NULL, 1, 0),
    ('SAVE20', 0, 2000, NULL, now() - interval '1 day', NULL, NULL, NULL, 0),
    ('SUMMER', 15, 0, NULL, now() - interval '90 days', now() - interval '1 day', NULL, NULL, 0),
    ('ESIM15', 15, 0, '{esim,esim-replacement}', now() - interval '1 day', NULL, NULL, NULL, 0),
    ('TOPUP10', 10, 0, '{recharge,data-recharge}', now() - interval '1 day', NULL, NULL, 1, 0),
    ('TOPUP5', 0, 500, '{recharge}', now() - interval '1 day', NULL, NULL, 1000, 0),
    ('FIRST100', 25, 0, NULL, now() - interval '30 days', NULL, 100, NULL, 100)
ON CONFLICT DO NOTHING`

func seedPromos(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	_, err := db.NewRaw(promoCodes).Exec(ctx)
	return err
}
