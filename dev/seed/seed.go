// Package seed fills a database with development data: a number pool, plans, cities, SIM cards and test accounts.
package seed

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// Password opens every test account.
const Password = "Sahara-2026"

// BlockedIDs may not order: two citizens and a resident, with correct check digits.
var BlockedIDs = []string{"1099999904", "1099999912", "2099999902"}

// Run writes missing data and leaves existing data alone, so it may be repeated over data in use.
func Run(ctx context.Context, db *bun.DB, keys *seal.Keys) error {
	stored := func(run func(context.Context, *store.Store) error) func(context.Context, bun.IDB, *seal.Keys) error {
		return func(ctx context.Context, _ bun.IDB, keys *seal.Keys) error { return run(ctx, store.New(db, keys)) }
	}
	steps := []struct {
		name string
		run  func(context.Context, bun.IDB, *seal.Keys) error
	}{
		{"plans", stored(seedPlans)},
		{"data packs", listed(db, "data-packs", "data_packs")},
		{"bundles", listed(db, "bundles", "bundles")},
		{"offers", listed(db, "offers", "offers")},
		{"bundle steps", listed(db, "bundle-steps", "bundle_steps")},
		{"vouchers", stored(seedVouchers)},
		{"cities", listed(db, "cities", "cities")},
		{"stores", listed(db, "stores", "stores")},
		{"devices", listed(db, "devices", "devices")},
		{"operators", listed(db, "operators", "operators")},
		{"holidays", listed(db, "holidays", "holidays")},
		{"service categories", listed(db, "service-categories", "service_categories")},
		{"services", listed(db, "services", "services")},
		{"game brands", listed(db, "game-brands", "game_brands")},
		{"games", listed(db, "games", "games")},
		{"countries", listed(db, "countries", "countries")},
		{"roaming operators", listed(db, "roaming-operators", "roaming_operators")},
		{"bundles by country", listed(db, "bundle-countries", "bundle_countries")},
		{"settings", quickenPorts},
		{"limits", widenLimits},
		{"number classes", listed(db, "number-classes", "number_categories")},
		{"numbers", seedNumbers},
		{"sim cards", seedSIMCards},
		{"blocked ids", seedBlockedIDs},
		{"promo codes", seedPromos},
		{"lines", stored(seedLines)},
		{"further sims", stored(seedExtraSIMs)},
		{"accounts", stored(seedAccounts)},
		{"second factors", stored(seedSecondFactors)},
		{"usage", stored(func(ctx context.Context, s *store.Store) error { return seedUsage(ctx, db, s) })},
		{"bills", stored(func(ctx context.Context, s *store.Store) error { return seedBills(ctx, db, s) })},
		{"plans of lines", stored(func(ctx context.Context, s *store.Store) error { return BeginPlans(ctx, db, s, time.Now()) })},
		{"widgets", seedWidgets},
		{"sub-accounts", stored(seedSubAccounts)},
		{"site content", stored(seedSite)},
	}
	for _, step := range steps {
		if err := step.run(ctx, db, keys); err != nil {
			return fmt.Errorf("seed %s: %w", step.name, err)
		}
	}
	return nil
}

func seedBlockedIDs(ctx context.Context, db bun.IDB, keys *seal.Keys) error {
	for _, id := range BlockedIDs {
		_, err := db.NewRaw("INSERT INTO blocked_ids (id_hash, reason) VALUES (?, 'development data') ON CONFLICT DO NOTHING",
			keys.Hash(id)).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func count(ctx context.Context, db bun.IDB, table string) (n int, err error) {
	err = db.NewRaw("SELECT count(*) FROM ?", bun.Ident(table)).Scan(ctx, &n)
	return n, err
}
