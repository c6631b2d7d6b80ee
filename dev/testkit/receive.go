package testkit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is longer than any wait of a test on a channel.
const patience = 2 * time.Minute

// Receive takes the next value. A test without a value fails, instead of hanging until the time of its package ends.
func Receive[T any](t testing.TB, from <-chan T) (got T) {
	t.Helper()
	select {
	case got = <-from:
	case <-time.After(patience):
		require.FailNow(t, "nothing was sent", "within %s", patience)
	}
	return got
}
