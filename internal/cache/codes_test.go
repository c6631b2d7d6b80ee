package cache_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/cache"
)

const slot = "login:session"

func TestTryCode_NoTriesLeft_IsNegative(t *testing.T) {
	c, _ := open(t)
	require.NoError(t, c.PutCode(t.Context(), slot, []byte("mac"), 2, time.Minute))
	for _, left := range []int{1, 0, -1, -2} {
		mac, got, err := c.TryCode(t.Context(), slot)
		require.NoError(t, err)
		require.Equal(t, []byte("mac"), mac)
		require.Equal(t, left, got)
	}
}

func TestTryCode_Concurrent_CountsEach(t *testing.T) {
	c, _ := open(t)
	require.NoError(t, c.PutCode(t.Context(), slot, []byte("mac"), 5, time.Minute))
	var allowed atomic.Int64
	var done sync.WaitGroup
	for range 50 {
		done.Go(func() {
			if _, left, err := c.TryCode(t.Context(), slot); err == nil && left >= 0 {
				allowed.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 5, allowed.Load())
}

func TestTakeCode_Again_IsFalse(t *testing.T) {
	c, _ := open(t)
	require.NoError(t, c.PutCode(t.Context(), slot, []byte("mac"), 5, time.Minute))
	var taken atomic.Int64
	var done sync.WaitGroup
	for range 20 {
		done.Go(func() {
			if ok, err := c.TakeCode(t.Context(), slot, []byte("mac")); err == nil && ok {
				taken.Add(1)
			}
		})
	}
	done.Wait()
	require.EqualValues(t, 1, taken.Load())
	_, _, err := c.TryCode(t.Context(), slot)
	require.ErrorIs(t, err, cache.ErrNoCode)
}

func TestPutCode_Again_VoidsTheOldCode(t *testing.T) {
	c, server := open(t)
	require.NoError(t, c.PutCode(t.Context(), slot, []byte("old"), 1, time.Minute))
	_, _, err := c.TryCode(t.Context(), slot)
	require.NoError(t, err)
	require.NoError(t, c.PutCode(t.Context(), slot, []byte("new"), 5, time.Minute))
	ok, err := c.TakeCode(t.Context(), slot, []byte("old"))
	require.NoError(t, err)
	require.False(t, ok)
	mac, left, err := c.TryCode(t.Context(), slot)
	require.NoError(t, err)
	require.Equal(t, "new 4", string(mac)+" "+string(rune('0'+left)))

	server.FastForward(time.Minute)
	_, _, err = c.TryCode(t.Context(), slot)
	require.ErrorIs(t, err, cache.ErrNoCode, "its time is over")
	require.NoError(t, c.PutCode(t.Context(), slot, []byte("mac"), 5, time.Minute))
	require.NoError(t, c.DropCode(t.Context(), slot))
	_, _, err = c.TryCode(t.Context(), slot)
	require.ErrorIs(t, err, cache.ErrNoCode)
}

func TestReadNote_Taken_IsEmpty(t *testing.T) {
	c, server := open(t)
	require.NoError(t, c.Note(t.Context(), slot, "line", time.Minute))
	for range 2 {
		value, err := c.ReadNote(t.Context(), slot)
		require.NoError(t, err)
		require.Equal(t, "line", value)
	}
	value, err := c.TakeNote(t.Context(), slot)
	require.NoError(t, err)
	require.Equal(t, "line", value)
	value, err = c.TakeNote(t.Context(), slot)
	require.NoError(t, err)
	require.Empty(t, value)

	require.NoError(t, c.Note(t.Context(), slot, "line", time.Minute))
	server.FastForward(time.Minute)
	value, err = c.ReadNote(t.Context(), slot)
	require.NoError(t, err)
	require.Empty(t, value)
}

func TestTryCode_RedisDown_IsAnError(t *testing.T) {
	c, server := open(t)
	server.Close()
	require.Error(t, c.PutCode(t.Context(), slot, []byte("mac"), 5, time.Minute))
	_, _, err := c.TryCode(t.Context(), slot)
	require.Error(t, err)
	require.NotErrorIs(t, err, cache.ErrNoCode)
	_, err = c.TakeCode(t.Context(), slot, []byte("mac"))
	require.Error(t, err)
	require.Error(t, c.DropCode(t.Context(), slot))
	require.Error(t, c.Note(t.Context(), slot, "x", time.Minute))
	_, err = c.ReadNote(t.Context(), slot)
	require.Error(t, err)
}
