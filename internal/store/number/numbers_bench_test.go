package number_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

// clients is the number of concurrent clients in the comparison of bookings with a bare UPDATE.
const clients = 16

// BenchmarkBooking compares bookings with the minimum for Postgres: one UPDATE of one row by its key.
func BenchmarkBooking(b *testing.B) {
	url, keys := testkit.SeededURL(b)
	db, err := pool.Open(ctx, url)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, db.Close()) })
	s := store.New(db, keys)
	msisdns := numbersOf(b, db)

	b.Run("raw update", func(b *testing.B) {
		pool, err := pgxpool.New(ctx, url)
		require.NoError(b, err)
		defer pool.Close()
		freeAll(b, db)
		spread(b, func(i int) error {
			_, err := pool.Exec(ctx, "UPDATE numbers SET status = 'held', order_id = $2, held_until = $3 WHERE msisdn = $1",
				msisdns[i%len(msisdns)], storetest.NewID(), storetest.Soon())
			return err
		})
	})
	b.Run("chosen number", func(b *testing.B) {
		freeAll(b, db)
		spread(b, func(i int) error {
			_, err := s.Numbers.Claim(ctx, msisdns[i%len(msisdns)], storetest.NewID(), storetest.Soon())
			return err
		})
	})
	b.Run("sold number", func(b *testing.B) {
		freeAll(b, db)
		spread(b, func(i int) error { return s.Numbers.Sell(ctx, msisdns[i%len(msisdns)], storetest.NewID()) })
	})
	b.Run("suggested number", func(b *testing.B) {
		freeAll(b, db)
		spread(b, func(int) error {
			_, err := s.Numbers.Suggest(ctx, "bronze", storetest.NewID(), storetest.Soon())
			return err
		})
	})
}

func numbersOf(b *testing.B, db *bun.DB) (msisdns []string) {
	b.Helper()
	require.NoError(b, db.NewRaw("SELECT msisdn FROM numbers ORDER BY random()").Scan(ctx, &msisdns))
	return msisdns
}

func freeAll(b *testing.B, db *bun.DB) {
	b.Helper()
	_, err := db.ExecContext(ctx, "UPDATE numbers SET status = 'free', order_id = NULL, held_until = NULL WHERE status <> 'free'")
	require.NoError(b, err)
	_, err = db.ExecContext(ctx, "VACUUM numbers")
	require.NoError(b, err)
}

// spread runs the work with many concurrent clients. More rounds than numbers would fail, so keep -benchtime at 15000x or less.
func spread(b *testing.B, work func(i int) error) {
	b.Helper()
	var next atomic.Int64
	var all errgroup.Group
	b.ResetTimer()
	begun := time.Now()
	for range clients {
		all.Go(func() error {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				if err := work(int(i)); err != nil {
					return err
				}
			}
			return context.Cause(ctx)
		})
	}
	require.NoError(b, all.Wait())
	b.ReportMetric(float64(b.N)/time.Since(begun).Seconds(), "bookings/s")
}
