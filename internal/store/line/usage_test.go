package line_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/usage"
	"selfcare/internal/store/storetest"
)

func TestUsage_Buckets_AreInOrderOfUse(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	storetest.Pack(t, db, line, 500, storetest.Today.Add(-time.Hour), storetest.Today.Add(24*time.Hour))
	storetest.Pack(t, db, line, 700, storetest.Today.Add(-time.Hour), storetest.CycleStart(3))
	storetest.Pack(t, db, line, 900, storetest.Today.Add(time.Hour), storetest.CycleStart(3))
	storetest.Pack(t, db, line, 100, storetest.Today.Add(-3*time.Hour), storetest.Today.Add(-time.Hour))
	usage, err := s.Lines.Usage(ctx, line)
	require.NoError(t, err)
	var shown []string
	for _, a := range usage.Allowances {
		total := "unlimited"
		if a.Total != nil {
			total = fmt.Sprint(*a.Total)
		}
		shown = append(shown, a.Type+" "+total)
	}
	require.Equal(t, []string{"data 500", "data 20000", "data 700", "social_media 5000", "local_min 900", "sms unlimited"}, shown)
}

func TestUsage_DirectChange_IsRefused(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.Metered(t, s, "0570000001")
	_, err := s.Allowances.Count(ctx, []usage.Event{storetest.Used("event-001", "0570000001", "data", 100, storetest.Today.Add(-time.Hour))})
	require.NoError(t, err)
	for name, statement := range map[string]string{
		"more used than there is":     "UPDATE line_allowances SET used = total + 1 WHERE total IS NOT NULL",
		"a bucket that begins used":   "INSERT INTO line_allowances (line_id, type, unit, used, cycle) VALUES ('" + line + "', 'data', 'MB', 5, 77)",
		"an event of nothing":         "INSERT INTO usage_events (event_id, line_id, kind, type, amount, used_at) VALUES ('e', '" + line + "', 'data', 'data', 0, now())",
		"parts beside the bucket":     "UPDATE usage_events SET parts = '{}'",
		"a plan's without its cycle":  "INSERT INTO line_allowances (line_id, type, unit) VALUES ('" + line + "', 'data', 'MB')",
		"an end before the beginning": "UPDATE line_allowances SET valid_until = valid_from - interval '1 second'",
	} {
		t.Run(name, func(t *testing.T) {
			before := storetest.BucketRows(t, db)
			_, err := db.ExecContext(ctx, statement)
			require.Error(t, err)
			require.Equal(t, before, storetest.BucketRows(t, db))
		})
	}
	storetest.Exec(t, db, "UPDATE lines SET ended_at = now()")
	var ended *time.Time
	require.NoError(t, db.NewRaw("SELECT ended_at FROM lines").Scan(ctx, &ended))
	require.Nil(t, ended, "only a line that has ended has an end")
}
