package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
)

func TestMonthsOfUsage_LastMonth_IsWrong(t *testing.T) {
	_, s := testkit.Databases(t)
	now := time.Now()
	said, err := monthsOfUsage(t.Context(), s, now)
	require.NoError(t, err)
	require.Equal(t, "3 coming months have a table, 0 rows wait for theirs", said)
	_, err = monthsOfUsage(t.Context(), s, now.AddDate(0, 2, 0))
	require.NoError(t, err)
	_, err = monthsOfUsage(t.Context(), s, now.AddDate(0, 4, 0))
	require.ErrorContains(t, err, "no coming month has a usage table")
}
