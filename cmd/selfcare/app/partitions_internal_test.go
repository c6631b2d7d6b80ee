package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
)

func TestPartitionsAhead_LastDay_IsWrong(t *testing.T) {
	_, s := testkit.Databases(t)
	_, err := s.Partitions.Keep(t.Context()) // the database of tests may be of yesterday
	require.NoError(t, err)
	now := time.Now()
	said, err := partitionsAhead(t.Context(), s, now)
	require.NoError(t, err)
	require.Equal(t, "partitions exist for 14 coming days, 0 rows wait for theirs", said)
	_, err = partitionsAhead(t.Context(), s, now.AddDate(0, 0, 12))
	require.NoError(t, err)
	_, err = partitionsAhead(t.Context(), s, now.AddDate(0, 0, 14))
	require.ErrorContains(t, err, "partitions exist for 0 coming days only")
}
