package audit_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/audit"
)

func TestKnown_OtherAction_IsFalse(t *testing.T) {
	require.True(t, slices.IsSorted(audit.Actions))
	for _, action := range audit.Actions {
		require.True(t, audit.Known(action), action)
	}
	require.False(t, audit.Known("something-else"))
	require.False(t, audit.Known(""))
}
