package account

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/password"
)

// A hash that could not be read would be compared at once, and tell strangers which accounts exist.
func TestAbsentHash_CostsTheSameWork(t *testing.T) {
	matches, err := password.Verify("Sahara-2026", absentHash)
	require.NoError(t, err)
	require.False(t, matches)
	require.Len(t, absentHash, len(password.Hash("Sahara-2026")))
}
