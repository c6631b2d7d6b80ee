package worker

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/gateway"
)

func TestSoonAgain_PartnerAway_IsTriedEachMinute(t *testing.T) {
	away := fmt.Errorf("book parcel: %w", gateway.ErrRetry)
	tests := map[string]struct {
		err     error
		attempt int
		within  time.Duration
		paced   bool
	}{
		"the seventh try":           {away, 7, time.Hour, true},
		"an early try":              {away, 6, time.Hour, false},
		"another policy":            {away, 7, 5 * time.Minute, false},
		"a refusal":                 {gateway.ErrFinal, 7, time.Hour, false},
		"an error of the workflow":  {temporal.NewApplicationError("no", "sim_out_of_stock", away), 7, time.Hour, false},
		"an error of another cause": {errors.New("broken"), 7, time.Hour, false},
		"no error":                  {nil, 7, time.Hour, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var said *temporal.ApplicationError
			got := soonAgain(test.err, test.attempt, test.within)
			if !test.paced {
				require.Equal(t, test.err, got)
				return
			}
			require.ErrorAs(t, got, &said)
			require.Equal(t, time.Minute, said.NextRetryDelay())
			require.ErrorIs(t, got, gateway.ErrRetry)
		})
	}
}
