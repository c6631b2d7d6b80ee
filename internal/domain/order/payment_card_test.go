package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
)

func TestValidateCard_LastMonth_IsValid(t *testing.T) {
	tests := map[string]struct {
		now     string
		expired bool
	}{
		"a year before":                 {"2025-12-01T00:00:00+03:00", false},
		"the last second of the month":  {"2026-12-31T23:59:59+03:00", false},
		"the first of the next":         {"2027-01-01T00:00:00+03:00", true},
		"still the old month in London": {"2026-12-31T21:00:00Z", true},
		"years later":                   {"2031-06-01T00:00:00+03:00", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339, tt.now)
			require.NoError(t, err)
			err = order.ValidateCard(12, 2026, now)
			if tt.expired {
				require.Equal(t, contract.RefuseField("cardId", contract.FailCardExpired), err)
				return
			}
			require.NoError(t, err)
		})
	}
}

func TestCardExpiresSoon_AMonthBefore_IsTrue(t *testing.T) {
	for day, want := range map[string]bool{"2026-11-30": false, "2026-12-01": true, "2026-12-31": true, "2027-01-01": false} {
		now, err := time.ParseInLocation(time.DateOnly, day, calendar.Riyadh)
		require.NoError(t, err)
		require.Equal(t, want, order.CardExpiresSoon(12, 2026, now), day)
	}
}
