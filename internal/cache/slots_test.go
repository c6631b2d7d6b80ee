package cache_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTakePlace_Concurrent_NeverExceeds(t *testing.T) {
	c, _ := open(t)
	now := time.Now()
	var in atomic.Int64
	var done sync.WaitGroup
	for n := range 50 {
		done.Go(func() {
			if taken, _, err := c.TakeSlot(t.Context(), "x", fmt.Sprint(n), 10, now, time.Hour); err == nil && taken {
				in.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 10, in.Load())
}

func TestTakePlace_Left_IsFree(t *testing.T) {
	c, _ := open(t)
	now := time.Now()
	take := func(id string, at time.Time) bool {
		taken, _, err := c.TakeSlot(t.Context(), "x", id, 1, at, time.Hour)
		require.NoError(t, err)
		return taken
	}
	require.True(t, take("a", now))
	taken, fresh, err := c.TakeSlot(t.Context(), "x", "a", 1, now, time.Hour)
	require.NoError(t, err)
	require.Equal(t, []bool{true, false}, []bool{taken, fresh}, "it has one already")
	require.False(t, take("b", now))
	old, err := c.ListSlots(t.Context(), "x", now.Add(time.Second))
	require.NoError(t, err)
	require.Equal(t, []string{"a"}, old)
	require.NoError(t, c.ReleaseSlots(t.Context(), "x", old...))
	require.True(t, take("b", now))
	require.False(t, take("c", now.Add(59*time.Minute)))
	require.True(t, take("c", now.Add(time.Hour)), "the time of b is over")
}

func TestTakePlace_RedisDown_IsAnError(t *testing.T) {
	c, server := open(t)
	server.Close()
	_, _, err := c.TakeSlot(t.Context(), "x", "a", 1, time.Now(), time.Hour)
	require.Error(t, err)
	_, err = c.ListSlots(t.Context(), "x", time.Now())
	require.Error(t, err)
	require.Error(t, c.ReleaseSlots(t.Context(), "x", "a"))
}
