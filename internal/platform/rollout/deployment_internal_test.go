package rollout

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/api/serviceerror"
)

// On a busy machine a ramp came between the two.
func TestNoted_QueuesMissing_WaitsForBuild(t *testing.T) {
	late := serviceerror.NewFailedPrecondition("proposed ramping version is missing active task queues from the current version; these would " +
		"become unversioned if it is set as the ramping version")
	require.ErrorIs(t, mapNotNoted(late), ErrNotPolled)
	require.ErrorIs(t, mapNotNoted(late), late)
	other := serviceerror.NewFailedPrecondition("no such build")
	require.NotErrorIs(t, mapNotNoted(other), ErrNotPolled)
	require.NoError(t, mapNotNoted(nil))
}
