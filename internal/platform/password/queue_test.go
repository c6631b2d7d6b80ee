package password_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/password"
)

const oneTakes = 100 * time.Millisecond

// slow is work that takes oneTakes on the test's clock, and records how many ran at once.
type slow struct{ running, most atomic.Int64 }

func (s *slow) work() password.Work {
	verify := func(password, hash string) (bool, error) {
		s.most.Store(max(s.most.Load(), s.running.Add(1)))
		defer s.running.Add(-1)
		<-time.After(oneTakes)
		return "hash of "+password == hash, nil
	}
	return password.Work{Verify: verify, Hash: func(password string) string { return "hash of " + password }}
}

func TestPlaces_HashAndVerify_MatchPackage(t *testing.T) {
	queue := password.NewQueue()
	hash, err := queue.Hash(t.Context(), "Sahara-2026")
	require.NoError(t, err)
	for login, want := range map[string]bool{"Sahara-2026": true, "sahara-2026": false} {
		matches, err := queue.Verify(t.Context(), login, hash)
		require.NoError(t, err)
		require.Equal(t, want, matches)
	}
	_, err = queue.Verify(t.Context(), "Sahara-2026", "nonsense")
	require.ErrorIs(t, err, password.ErrFormat)
}

func TestPlaces_ManyAtOnce_KeepToPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s slow
		queue := password.NewQueueFor(2, s.work())
		begin := time.Now()
		for range 8 {
			go func() { _, _ = queue.Verify(t.Context(), "right", "hash of right") }()
		}
		synctest.Wait()
		for s.running.Load() > 0 {
			<-time.After(oneTakes)
			synctest.Wait()
		}
		require.Equal(t, int64(2), s.most.Load())
		require.Equal(t, 4*oneTakes, time.Since(begin))
	})
}

func TestPlaces_Crowded_SayWhenToComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s slow
		queue := password.NewQueueFor(2, s.work())
		_, err := queue.Verify(t.Context(), "right", "hash of right") // from now on the pace is known
		require.NoError(t, err)
		for range 2 + 2*40 { // two at work, and the work of two workers in four seconds
			go func() { _, _ = queue.Verify(t.Context(), "right", "hash of right") }()
		}
		synctest.Wait()
		_, err = queue.Verify(t.Context(), "right", "hash of right")
		var crowded *password.QueueFullError
		require.ErrorAs(t, err, &crowded)
		require.Equal(t, 4100*time.Millisecond, crowded.RetryAfter)
		_, err = queue.Hash(t.Context(), "new")
		require.ErrorAs(t, err, &crowded, "a new password takes its turn too")

		<-time.After(crowded.RetryAfter)
		matches, err := queue.Verify(t.Context(), "right", "hash of right")
		require.NoError(t, err)
		require.True(t, matches)
	})
}

func TestPlaces_Cancelled_FreesSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s slow
		queue := password.NewQueueFor(1, s.work())
		go func() { _, _ = queue.Verify(t.Context(), "right", "hash of right") }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), oneTakes/2)
		defer cancel()
		_, err := queue.Verify(ctx, "right", "hash of right")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		begin := time.Now()
		_, err = queue.Verify(t.Context(), "right", "hash of right")
		require.NoError(t, err)
		require.Equal(t, oneTakes+oneTakes/2, time.Since(begin), "the remaining time of the first, then its own")
	})
}
