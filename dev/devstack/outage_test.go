package devstack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/dev/testkit/chaosshop"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
)

const (
	outageOrders  = 80
	outageBuyers  = 10 // at once
	outageBegins  = 12 // orders paid at that time
	outageLasts   = 25 * time.Second
	outageAllowed = 8 * time.Minute
)

// A failover may leave connections on a read-only node. Running orders must still end well: no charge without an
// order, no double charge, and the books agree with the provider.
func TestOutage_ReadOnlyDatabase_LosesNothing(t *testing.T) {
	testkit.Nightly(t, "stack")
	s := freshSettings(t)
	during(t, s, func(string) {
		ctx, cancel := context.WithTimeout(t.Context(), outageAllowed)
		defer cancel()
		db, err := pool.Open(ctx, written(t, s)["MIGRATE_DATABASE_URL"])
		require.NoError(t, err)
		defer func() { require.NoError(t, db.Close()) }()
		require.NoError(t, store.New(db, nil).Settings.Change(ctx, map[string]json.RawMessage{
			"orderStartsByAddress": json.RawMessage("100000"), "holdsByAddress": json.RawMessage("100000"),
			"deviceSessionsByAddress": json.RawMessage("100000"), "eligibilityByAddress": json.RawMessage("100000"),
		}))
		customers, err := chaosshop.Open(ctx, written(t, s), nil)
		require.NoError(t, err)

		buyers, buying := errgroup.WithContext(ctx)
		buyers.SetLimit(outageBuyers + 1)
		buyers.Go(func() error { return loseWrites(buying, db) })
		for range outageOrders {
			buyers.Go(func() error { return customers.Walk(buying, "esim") })
		}
		require.NoError(t, buyers.Wait())

		refused := writesRefused(t, s)
		t.Logf("%d orders, writes refused %d times with 25006, calls repeated: %+v", outageOrders, refused, customers.Answers())
		require.NotZero(t, refused, "the fault never happened")
		require.NoError(t, customers.Settles(ctx, db))
		require.Equal(t, outageOrders, countOrders(t, db, "stage = 'active'"))
	})
}

func countOrders(t *testing.T, db *bun.DB, that string) (n int) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT count(*) FROM orders WHERE "+that).Scan(t.Context(), &n))
	return n
}

// loseWrites makes every connection read-only for a while, including open ones, once some orders have been paid.
func loseWrites(ctx context.Context, db *bun.DB) error {
	for paid := 0; paid < outageBegins; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
		if err := db.NewRaw("SELECT count(*) FROM orders WHERE stage <> 'wizard'").Scan(ctx, &paid); err != nil {
			return fmt.Errorf("count what is paid: %w", err)
		}
	}
	if err := readOnly(ctx, db, "on"); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(outageLasts):
		return readOnly(ctx, db, "off")
	}
}

func readOnly(ctx context.Context, db *bun.DB, mode string) error {
	if _, err := db.ExecContext(ctx, "ALTER SYSTEM SET default_transaction_read_only = "+mode); err != nil {
		return fmt.Errorf("turn %s: %w", mode, err)
	}
	if _, err := db.ExecContext(ctx, "SELECT pg_reload_conf()"); err != nil {
		return fmt.Errorf("reload: %w", err)
	}
	return nil
}

// writesRefused counts the refused writes in the product's log.
func writesRefused(t *testing.T, s Settings) int {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(s.StateDir, "selfcare.log"))
	require.NoError(t, err)
	return bytes.Count(log, []byte("25006"))
}
