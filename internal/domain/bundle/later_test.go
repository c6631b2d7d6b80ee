package bundle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
)

func TestDay_AfterLineEnds_IsRefused(t *testing.T) {
	now := time.Date(2026, time.December, 1, 21, 30, 0, 0, time.UTC) // half past midnight of the second, in Riyadh
	leaves := time.Date(2026, time.December, 10, 9, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		date string
		ends time.Time
		ok   bool
	}{
		"tomorrow":                 {"2026-12-03", time.Time{}, true},
		"today":                    {"2026-12-02", time.Time{}, false},
		"yesterday":                {"2026-12-01", time.Time{}, false},
		"a year ago":               {"2025-12-03", time.Time{}, false},
		"the last day":             {"2027-03-02", time.Time{}, true},
		"a day later":              {"2027-03-03", time.Time{}, false},
		"while the line is there":  {"2026-12-10", leaves, true},
		"after the line has ended": {"2026-12-11", leaves, false},
		"an impossible day":        {"2026-02-30", time.Time{}, false},
		"a moment":                 {"2026-12-03T10:00:00Z", time.Time{}, false},
		"nothing":                  {"", time.Time{}, false},
	} {
		day, err := bundle.Day(tt.date, now, tt.ends)
		if tt.ok {
			require.NoError(t, err, name)
			require.Equal(t, tt.date+"T00:00:00+03:00", day.Format(time.RFC3339), name)
			continue
		}
		var no *contract.Refusal
		require.ErrorAs(t, err, &no, name)
		require.Equal(t, contract.FailEffectiveDate, no.Code, name)
		require.Equal(t, "2026-12-03", no.Params["from"], name)
	}
}
