package rollout

import (
	"context"
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
	unknown := serviceerror.NewNotFound("Version not found in deployment") // polled, and not noted yet
	require.ErrorIs(t, mapNotNoted(unknown), ErrNotPolled)
	require.ErrorIs(t, mapNotNoted(context.DeadlineExceeded), ErrNotPolled)
	require.ErrorIs(t, mapNotNoted(serviceerror.NewDeadlineExceeded("silent")), ErrNotPolled)
	other := serviceerror.NewFailedPrecondition("no such build")
	require.NotErrorIs(t, mapNotNoted(other), ErrNotPolled)
	require.NoError(t, mapNotNoted(nil))
}
