package app

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestComparingPasswordsLeavesProcessorsToOtherCalls(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	for range 2 { // a second server in the process takes nothing more
		workers := passwordWorkers()
		require.Positive(t, workers)
		require.Equal(t, workers, runtime.GOMAXPROCS(0)-workers)
	}
}
