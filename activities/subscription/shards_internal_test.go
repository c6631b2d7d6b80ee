package subscription

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/internal/standing"
)

// A plan that another process makes due meanwhile is not reported to a shard at work.
func TestShard_NextPlanSoon_LooksEarlier(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	shards := NewShards(nil, func() time.Time { return now })

	require.Equal(t, looksEach, shards.pause(now.Add(staysFor)))
	require.Equal(t, 7*time.Second, shards.pause(now.Add(7*time.Second)))
	require.Equal(t, collect, shards.pause(now.Add(time.Millisecond)))
	require.Equal(t, collect, shards.pause(now.Add(-time.Hour)), "by the clock of another process")
	require.Equal(t, time.Duration(standing.Over), shards.pause(now.Add(staysFor+time.Second)))
	require.Equal(t, time.Duration(standing.Over), shards.pause(time.Time{}))
}
