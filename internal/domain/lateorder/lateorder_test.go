package lateorder_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/lateorder"
)

func TestExpectedBy_LateOrder_IsInTheFuture(t *testing.T) {
	since := time.Date(2026, 11, 26, 8, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		usual lateorder.Usual
		now   time.Time
		want  time.Time
	}{
		"the slowest took nine hours": {
			lateorder.Usual{Within: 4 * time.Hour, Slowest: 9 * time.Hour}, since.Add(4 * time.Hour), since.Add(9*time.Hour + 30*time.Minute),
		},
		"found later than the slowest: half of the usual time from now": {
			lateorder.Usual{Within: 4 * time.Hour, Slowest: 9 * time.Hour}, since.Add(20 * time.Hour), since.Add(22*time.Hour + 30*time.Minute),
		},
		"only the settings know": {
			lateorder.Usual{Within: 24 * time.Hour}, since.Add(24 * time.Hour), since.Add(36*time.Hour + 30*time.Minute),
		},
		"minutes become an hour": {
			lateorder.Usual{Within: 10 * time.Minute, Slowest: 12 * time.Minute}, since.Add(10 * time.Minute), since.Add(30 * time.Minute),
		},
		"a whole hour stays": {
			lateorder.Usual{Within: time.Hour}, since, since.Add(30 * time.Minute),
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, lateorder.Waiting{Since: since, Usual: c.usual}.ExpectedBy(c.now))
		})
	}
}
