package pace_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/internal/pace"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func TestPartner_TakesNothing_FewTriesUntilBack(t *testing.T) {
	var p pace.Partner
	require.Equal(t, 32, p.Batch(32))
	p.Tried(noon, 0, 32)
	require.Equal(t, 2, p.Batch(32))
	require.False(t, p.IsAtFault(noon.Add(-time.Minute)))
	p.Tried(noon, 0, 0)
	require.Equal(t, 2, p.Batch(32), "nothing was tried")
	p.Tried(noon, 1, 0)
	require.Equal(t, 32, p.Batch(32))
}

func TestPartner_TakesOthers_ItemIsAtFault(t *testing.T) {
	var p pace.Partner
	p.Tried(noon, 31, 1)
	require.False(t, p.IsAway())
	require.True(t, p.IsAtFault(noon.Add(-time.Second)))

	p.Tried(noon.Add(time.Minute), 0, 1)
	require.True(t, p.IsAtFault(noon.Add(-time.Second)), "alone, but others were taken since it was due")
	require.False(t, p.IsAtFault(noon.Add(time.Second)), "others were taken before")
}

func TestPartner_TakesFew_NoItemIsAtFault(t *testing.T) {
	var p pace.Partner
	p.Tried(noon, 2, 30)
	require.True(t, p.IsAway())
	require.False(t, p.IsAtFault(noon.Add(-time.Minute)))
}

func TestPauseAfter_Faults_GrowsToHalfAnHour(t *testing.T) {
	require.Equal(t, time.Second, pace.PauseAfter(1))
	require.Equal(t, 8*time.Second, pace.PauseAfter(4))
	require.Equal(t, 30*time.Minute, pace.PauseAfter(40))
}
