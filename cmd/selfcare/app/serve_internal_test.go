package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func TestStop_EndsInTime(t *testing.T) {
	for name, tt := range map[string]struct {
		delay, within time.Duration
		want          stop
	}{
		"without a balancer": {0, 10 * time.Second, stop{0, 4 * time.Second, 4 * time.Second, 9 * time.Second}},
		"behind a balancer":  {15 * time.Second, 45 * time.Second, stop{15 * time.Second, 12 * time.Second, 12 * time.Second, 27 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			got := stopOf(config.Config{DrainDelay: tt.delay, StopWithin: tt.within})
			require.Equal(t, tt.want, got)
			require.Less(t, got.linger+got.close, tt.within)
			require.LessOrEqual(t, got.drain+got.finish, got.close)
		})
	}
}
