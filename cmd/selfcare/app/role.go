package app

import (
	"context"
	"fmt"
	"strings"

	"selfcare/internal/platform/config"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

// lookAtRole says as whom we use the database. Whoever owns the tables, or is more than that, can take the rules away that keep the
// audit log and the ledger as they are: production has to do without.
func lookAtRole(ctx context.Context, cfg config.Config) (string, error) {
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	role, err := migrations.Role(ctx, db)
	if err != nil {
		return "", err
	}
	powers, err := migrations.Overreach(ctx, db)
	if err != nil {
		return "", err
	}
	if len(powers) == 0 {
		return role + ", which owns nothing and changes nothing that is append only", nil
	}
	said := role + " " + strings.Join(powers, ", ")
	if cfg.IsProduction() {
		return "", fmt.Errorf("%s: let DATABASE_URL name a role that only migrate grants to (docs/operations.md, roles of the database)", said)
	}
	return said + ": production refuses that", nil
}
