package testkit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is longer than anything takes that a test waits for by a channel.
const patience = 2 * time.Minute

// Receive takes what is sent. A test to which nothing is sent fails, and does not hang until all tests of its package are given up.
func Receive[T any](t testing.TB, from <-chan T) (got T) {
	t.Helper()
	select {
	case got = <-from:
	case <-time.After(patience):
		require.FailNow(t, "nothing was sent", "within %s", patience)
	}
	return got
}
