package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestHopeless_ManyTries_UnlessInsistent(t *testing.T) {
	old, young := time.Now().Add(-time.Hour), time.Now()
	for name, tt := range map[string]struct {
		callback Callback
		attempts int
		want     bool
	}{
		"many tries":             {Callback{CreatedAt: old}, maxAttempts, true},
		"a few tries":            {Callback{CreatedAt: old}, maxAttempts - 1, false},
		"many tries at once":     {Callback{CreatedAt: young}, maxAttempts, false},
		"an insistent call-back": {Callback{CreatedAt: old, Insistent: true}, 1000 * maxAttempts, false},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, tt.callback.hopeless(tt.attempts)) })
	}
}
