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

func requireNotice(t *testing.T, changes <-chan int64, seq int64) {
	t.Helper()
	select {
	case got := <-changes:
		require.Equal(t, seq, got)
	case <-time.After(time.Minute):
		require.Fail(t, "no notice came")
	}
}

func TestSubscribeOrder_OtherOrder_IsSilent(t *testing.T) {
	c, server := open(t)
	changes, done := c.SubscribeOrder(t.Context(), "a")
	defer done()
	require.NoError(t, c.PublishChange(t.Context(), "b", 7))
	server.Publish("orders", "not ours")
	require.NoError(t, c.PublishChange(t.Context(), "a", 8))
	requireNotice(t, changes, 8)
}

func TestSubscribeOrder_ManyPages_ShareOne(t *testing.T) {
	c, server := open(t)
	first, leave := c.SubscribeOrder(t.Context(), "a")
	second, done := c.SubscribeOrder(t.Context(), "a")
	defer done()
	other, doneToo := c.SubscribeOrder(t.Context(), "b")
	defer doneToo()
	require.Equal(t, map[string]int{"orders": 1}, server.PubSubNumSub("orders"))

	require.NoError(t, c.PublishChange(t.Context(), "a", 1))
	requireNotice(t, first, 1)
	requireNotice(t, second, 1)
	leave()
	require.NoError(t, c.PublishChange(t.Context(), "a", 2))
	require.NoError(t, c.PublishChange(t.Context(), "b", 3))
	requireNotice(t, other, 3)
	requireNotice(t, second, 2)
	require.Empty(t, first, "its page was closed")

	require.NoError(t, c.Close())
	require.Eventually(t, func() bool { return len(server.PubSubChannels("*")) == 0 }, time.Minute, time.Millisecond)
}

func TestSubscribeOrder_SlowPage_GetsNewest(t *testing.T) {
	c, _ := open(t)
	slow, done := c.SubscribeOrder(t.Context(), "a")
	defer done()
	quick, doneToo := c.SubscribeOrder(t.Context(), "b")
	defer doneToo()
	for _, seq := range []int64{1, 3, 2} { // two workers may overtake each other
		require.NoError(t, c.PublishChange(t.Context(), "a", seq))
	}
	require.NoError(t, c.PublishChange(t.Context(), "b", 1))
	requireNotice(t, quick, 1)
	requireNotice(t, slow, 3)
	require.Empty(t, slow)
}

func TestSubscribeOrder_RedisBack_Continues(t *testing.T) {
	c, server := open(t)
	changes, done := c.SubscribeOrder(t.Context(), "a")
	defer done()
	server.Close()
	require.Error(t, c.PublishChange(t.Context(), "a", 1))
	require.NoError(t, server.Restart())
	require.Eventually(t, func() bool { return len(server.PubSubChannels("orders")) == 1 }, time.Minute, time.Millisecond)
	require.NoError(t, c.PublishChange(t.Context(), "a", 2))
	requireNotice(t, changes, 2)
}

func TestAttempt_UnderLoad_CountsExactly(t *testing.T) {
	c, server := open(t)
	limit := cache.Limit{Max: 10, Window: time.Minute}
	var allowed atomic.Int64
	var done sync.WaitGroup
	for range 50 {
		done.Go(func() {
			tally, err := c.Attempt(t.Context(), "sign-in:1", limit)
			if err == nil && tally.Allowed {
				allowed.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 10, allowed.Load())

	tally, err := c.Attempt(t.Context(), "sign-in:1", limit)
	require.NoError(t, err)
	require.False(t, tally.Allowed)
	require.Greater(t, tally.RetryAfter, time.Duration(0))
	require.LessOrEqual(t, tally.RetryAfter, time.Minute)

	tally, err = c.Attempt(t.Context(), "sign-in:2", limit)
	require.NoError(t, err)
	require.True(t, tally.Allowed, "another key has its own count")

	server.FastForward(time.Minute)
	tally, err = c.Attempt(t.Context(), "sign-in:1", limit)
	require.NoError(t, err)
	require.True(t, tally.Allowed, "the window is over")
}

func TestAttempt_NearLimit_IsNotCounted(t *testing.T) {
	c, _ := open(t)
	limit := cache.Limit{Max: 4, Window: time.Minute, Free: 2}
	try := func() cache.Tally {
		tally, err := c.Attempt(t.Context(), "code:1", limit)
		require.NoError(t, err)
		return tally
	}
	require.False(t, try().Near)
	require.False(t, try().Near)
	for range 5 {
		tally := try()
		require.True(t, tally.Near)
		require.True(t, tally.Allowed)
	}
	limit.Free = 0
	require.True(t, try().Allowed)
	require.True(t, try().Allowed)
	require.False(t, try().Allowed)
}

func TestAttempt_RedisDown_IsAnError(t *testing.T) {
	c, server := open(t)
	require.NoError(t, c.Ping(t.Context()))
	server.Close()
	require.Error(t, c.Ping(t.Context()))
	require.Error(t, c.PublishChange(t.Context(), "a", 1))
	_, err := c.Attempt(t.Context(), "x", cache.Limit{Max: 1, Window: time.Minute})
	require.Error(t, err)
}

func TestOpen_BadAddress_IsRefused(t *testing.T) {
	_, err := cache.Open("http://localhost")
	require.Error(t, err)
}
