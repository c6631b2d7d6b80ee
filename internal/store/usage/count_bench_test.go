package usage_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store/storetest"
)

const (
	benchLines = 20_000
	benchBatch = 500
)

// benchTypes are the types of events as lines use them: three of eight have another party.
var benchTypes = []allowance.Type{"data", "data", "data", "social_media", "wifi_data", "local_min", "local_min", "sms"}

// BenchmarkCount counts batches of random lines, used within the last hour. It tells the events a second, and the bytes of an event with its indexes.
func BenchmarkCount(b *testing.B) {
	db, s := storetest.Database(b)
	storetest.FillLines(b, db, 1, benchLines)
	storetest.Fill(b, db, "UPDATE lines SET activated_at = now() - interval '9 days'",
		`INSERT INTO line_allowances (line_id, type, unit, total, valid_from, valid_until, cycle)
		SELECT id, type, unit, 1000000, now() - interval '9 days', now() + interval '21 days', 1
		FROM lines, (VALUES ('data', 'MB'), ('social_media', 'MB'), ('local_min', 'minute'), ('sms', 'sms')) AS t (type, unit)`)
	storetest.Exec(b, db, "SELECT make_partition('usage_events', now() - n * interval '1 day') FROM generate_series(1, 5) AS n")
	sent := 0
	for b.Loop() {
		batch := make([]usage.Event, benchBatch)
		for i := range batch {
			sent++
			kind := benchTypes[rand.IntN(len(benchTypes))]
			at := storetest.Today.Add(-time.Duration(rand.Int64N(int64(time.Hour))))
			batch[i] = storetest.Used(fmt.Sprintf("cdr-%016d", sent), fmt.Sprintf("057%07d", 1+rand.IntN(benchLines)), kind, 1+rand.Int64N(9), at)
			if kind == "local_min" || kind == "sms" {
				batch[i].Party = fmt.Sprintf("05%08d", rand.IntN(100_000_000))
			}
			if rand.IntN(50) == 0 {
				batch[i].Charged = 1 + rand.Int64N(500)
			}
		}
		counted, err := s.Allowances.Count(ctx, batch)
		require.NoError(b, err)
		require.Equal(b, benchBatch, counted.Taken)
	}
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "events/s")
	var bytes int64
	for _, table := range []string{"usage_events", "usage_ids", "usage_charges"} {
		require.NoError(b, db.NewRaw(`SELECT pg_total_relation_size(?0) + coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint
			FROM pg_inherits WHERE inhparent = ?0::regclass`, table).Scan(ctx, &bytes))
		b.ReportMetric(float64(bytes)/float64(sent), table+"-B/event")
	}
}
