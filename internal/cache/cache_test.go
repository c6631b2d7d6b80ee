package cache_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"

	"selfcare/internal/cache"
)

func open(t *testing.T) (*cache.Cache, *miniredis.Miniredis) {
	t.Helper()
	server := miniredis.RunT(t)
	c, err := cache.Open("redis://" + server.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c, server
}

func TestASubscriberHearsOfItsOwnOrderOnly(t *testing.T) {
	c, server := open(t)
	changes, done := c.SubscribeOrder(t.Context(), "a")
	defer done()
	require.NoError(t, c.PublishOrder(t.Context(), "b", 7))
	server.Publish("order:a", "not a number")
	require.NoError(t, c.PublishOrder(t.Context(), "a", 8))
	select {
	case seq := <-changes:
		require.EqualValues(t, 8, seq)
	case <-time.After(time.Minute):
		require.Fail(t, "no notice came")
	}
}

func TestAClosedSubscriptionLeavesRedis(t *testing.T) {
	c, server := open(t)
	_, done := c.SubscribeOrder(t.Context(), "a")
	require.Len(t, server.PubSubChannels("*"), 1)
	done()
	require.Eventually(t, func() bool { return len(server.PubSubChannels("*")) == 0 }, time.Minute, time.Millisecond)
}

func TestAttemptsAreCountedExactlyUnderLoad(t *testing.T) {
	c, server := open(t)
	limit := cache.Limit{Max: 10, Window: time.Minute}
	var allowed atomic.Int64
	var done sync.WaitGroup
	for range 50 {
		done.Go(func() {
			ok, _, err := c.Attempt(t.Context(), "sign-in:1", limit)
			if err == nil && ok {
				allowed.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 10, allowed.Load())

	ok, retryAfter, err := c.Attempt(t.Context(), "sign-in:1", limit)
	require.NoError(t, err)
	require.False(t, ok)
	require.Greater(t, retryAfter, time.Duration(0))
	require.LessOrEqual(t, retryAfter, time.Minute)

	ok, _, err = c.Attempt(t.Context(), "sign-in:2", limit)
	require.NoError(t, err)
	require.True(t, ok, "another key has its own count")

	server.FastForward(time.Minute)
	ok, _, err = c.Attempt(t.Context(), "sign-in:1", limit)
	require.NoError(t, err)
	require.True(t, ok, "the window is over")
}

func TestWithoutRedisTheCallerIsTold(t *testing.T) {
	c, server := open(t)
	require.NoError(t, c.Ping(t.Context()))
	server.Close()
	require.Error(t, c.Ping(t.Context()))
	require.Error(t, c.PublishOrder(t.Context(), "a", 1))
	_, _, err := c.Attempt(t.Context(), "x", cache.Limit{Max: 1, Window: time.Minute})
	require.Error(t, err)
}

func TestABrokenAddressIsRefused(t *testing.T) {
	_, err := cache.Open("http://localhost")
	require.Error(t, err)
}
