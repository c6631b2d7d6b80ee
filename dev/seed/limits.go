package seed

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/store/seal"
)

// widenLimits raises the limits so that one machine can play many customers, and sets a support number to dial and an access point.
func widenLimits(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	_, err := db.NewRaw(`
		INSERT INTO settings (key, value) VALUES
		    ('holdsByAddress', '100000'), ('holdsByHousehold', '100000'), ('deviceSessionsByAddress', '100000'), ('eligibilityByAddress', '100000'), ('clientReportsByAddress', '100000'),
		    ('identityPushes', '100000'), ('identityPushesADay', '100000'), ('supportPhone', '"920000000"'), ('apn', '"selfcare"')
		ON CONFLICT DO NOTHING`).Exec(ctx)
	return err
}
