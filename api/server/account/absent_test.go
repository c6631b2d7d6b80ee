package account

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/password"
)

// A malformed hash would be refused at once, and the short time would reveal which accounts exist.
func TestPasswordHash_NoUser_CostsTheSame(t *testing.T) {
	matches, err := password.Verify("Sahara-2026", absentHash)
	require.NoError(t, err)
	require.False(t, matches)
	require.Len(t, absentHash, len(password.Hash("Sahara-2026")))
}
