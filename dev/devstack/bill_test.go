package devstack

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/platform/config"
)

func TestBillingCycle_EndsRunningMonth(t *testing.T) {
	at := func(text string) time.Time {
		found, err := time.ParseInLocation("2006-01-02 15:04", text, calendar.Riyadh)
		require.NoError(t, err)
		return found
	}
	tests := map[string]struct {
		activated, now string
		cohort         int
		period         string
	}{
		"of the day it came into service":        {"2026-11-25 13:20", "2026-11-25 13:30", 25, "2026-12"},
		"before its bill day":                    {"2026-10-15 01:00", "2026-11-14 23:59", 15, "2026-11"},
		"after it":                               {"2026-10-15 01:00", "2026-11-15 00:01", 15, "2026-12"},
		"of the 31st, which November has not":    {"2026-10-31 01:00", "2026-11-20 12:00", 31, "2026-11"},
		"and once the last day has begun":        {"2026-10-31 01:00", "2026-11-30 12:00", 31, "2026-12"},
		"over the end of a year":                 {"2026-10-15 01:00", "2026-12-20 12:00", 15, "2027-01"},
		"of a day that is another one in London": {"2026-11-25 01:30", "2026-11-25 02:00", 25, "2026-12"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cycle := billingCycle(at(test.activated).UTC(), at(test.now).UTC())
			require.Equal(t, test.cohort, cycle.Cohort)
			require.Equal(t, test.period, cycle.Period)
			period, err := bill.PeriodOf(cycle.Cohort, cycle.Period)
			require.NoError(t, err)
			require.True(t, period.Until().After(at(test.now)))
		})
	}
}

func TestBill_Production_IsRefused(t *testing.T) {
	_, _, err := Bill(t.Context(), config.Config{Environment: config.Production}, "0570000001")
	require.ErrorContains(t, err, "is refused in production")
}
