package line_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

func TestAlert_SeveralConcerns_IsMostUrgent(t *testing.T) {
	all := line.Concerns{
		Condition: line.Condition{Status: contract.LineBlocked, SuspendedSince: now},
		PortOut:   "PO-1", LeavesAt: now, Ending: true, KeepUntil: now, Overdue: 100, DueAt: now,
	}
	require.Equal(t, line.AlertPortOut, all.Alert())
	all.PortOut = ""
	require.Equal(t, line.AlertBlocked, all.Alert())
	all.Status = contract.LineActive
	require.Equal(t, line.AlertSuspended, all.Alert())
	all.Condition = line.Condition{Status: contract.LineActive}
	require.Equal(t, line.AlertEnding, all.Alert())
	all.Ending = false
	require.Equal(t, line.AlertOverdue, all.Alert())
	all.Overdue = 0
	require.Empty(t, all.Alert())
}
