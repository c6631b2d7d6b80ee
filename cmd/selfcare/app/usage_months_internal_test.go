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
	require.Equal(t, "3 months are made ahead, 0 rows wait for theirs", said)
	_, err = monthsOfUsage(t.Context(), s, now.AddDate(0, 2, 0))
	require.NoError(t, err)
	_, err = monthsOfUsage(t.Context(), s, now.AddDate(0, 4, 0))
	require.ErrorContains(t, err, "no month of usage is made ahead")
}
