package portin_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

const (
	monday   = "2026-01-05"
	thursday = "2026-01-08"
	friday   = "2026-01-09"
)

// opensOn is when the window of a day opens: 08:00 in Riyadh.
func opensOn(day int) time.Time { return time.Date(2026, 1, day, 5, 0, 0, 0, time.UTC) }

func TestPortOrder_WindowChosen_WhileScheduled(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsApproved()
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(11*time.Hour, contract.ShipmentDelivered) // in the evening: the switch is on Monday morning
	s.ChoosesWindow(12*time.Hour, "k1", thursday)
	s.At(12*time.Hour+time.Minute, func() {
		require.Equal(t, opensOn(8), s.Books.Last().Port.CutOverAt)
		require.Contains(t, s.MessagesSent(), "port-rescheduled")
		require.NotContains(t, s.MessagesSent(), "port-soon")
	})
	s.At(opensOn(5).Sub(workflowtest.Begin)+time.Hour, func() {
		require.Empty(t, s.Did("release"), "not on Monday any more")
		require.NotContains(t, s.MessagesSent(), "port-soon")
	})

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, []string{"reschedule " + workflowtest.OrderID + "-1 " + thursday}, s.Did("reschedule"))
	require.Equal(t, opensOn(8), s.Windows[0].CutOverAt)
	require.Equal(t, opensOn(8), end.Port.CutOverAt)
	require.Equal(t, thursday, end.Port.Window)
	require.Empty(t, s.Refusals)
}

func TestPortOrder_WindowChosen_BeforeCardArrives(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsApproved()
	s.ChoosesWindow(90*time.Minute, "k1", thursday)
	s.At(100*time.Minute, func() {
		require.Equal(t, thursday, s.Books.Last().Port.Window)
		require.Equal(t, contract.PortApproved, s.Books.Last().Port.Status)
		require.Contains(t, s.MessagesSent(), "port-window-chosen")
	})
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(3*time.Hour, contract.ShipmentDelivered)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, opensOn(8), end.Port.CutOverAt)
	require.Len(t, s.Did("port-scheduled"), 1)
}

func TestPortOrder_ChosenDay_GivenUpForEarliest(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.FillsWizard(thursday)
	s.Pays(40*time.Second, "p1")
	s.DonorSays(time.Hour, 1, 2, contract.PortApproved, "")
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(3*time.Hour, contract.ShipmentDelivered)
	s.ChoosesWindow(3*time.Hour+10*time.Minute, "k1", contract.WindowEarliest)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, workflowtest.Begin.Add(3*time.Hour+25*time.Minute), end.Port.CutOverAt, "the customer is told a quarter of an hour before")
	require.Contains(t, s.MessagesSent(), "port-soon")
}

func TestPortOrder_WindowTooEarlyOrLate_IsRefused(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.ChoosesWindow(30*time.Minute, "early", thursday)
	s.At(31*time.Minute, func() {
		require.Equal(t, contract.FailPortWindowShut, s.Refused(contract.UpdateChoosePortWindow))
		delete(s.Refusals, contract.UpdateChoosePortWindow)
	})
	s.While("switch-on", func() { s.ChoosesWindowNow("late", thursday) })

	s.RunsTo(contract.StageActive)

	require.Equal(t, contract.FailPortWindowShut, s.Refused(contract.UpdateChoosePortWindow))
	require.Empty(t, s.Did("reschedule"))
	require.Empty(t, s.Windows)
}

func TestPortOrder_Holiday_IsRefused(t *testing.T) {
	for name, window := range map[string]string{"a Friday": friday, "a feast": "2026-01-06", "today": "2026-01-04", "far away": "2026-03-04"} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPortStory(t)
			s.IsDelivered()
			s.ChoosesWindow(3*time.Hour+time.Minute, "k1", window)

			end := s.RunsTo(contract.StageActive)

			require.Equal(t, contract.FailPortWindow, s.Refused(contract.UpdateChoosePortWindow))
			require.Equal(t, workflowtest.Begin.Add(3*time.Hour+15*time.Minute), end.Port.CutOverAt)
			require.Empty(t, s.Did("reschedule"))
			require.NotContains(t, s.MessagesSent(), "port-rescheduled")
		})
	}
}

func TestPortOrder_WindowAskedTwice_ChosenOnce(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.ChoosesWindow(3*time.Hour+time.Minute, "k1", thursday)
	s.ChoosesWindow(3*time.Hour+time.Minute, "k1", thursday)

	end := s.RunsTo(contract.StageActive)

	require.Len(t, s.Did("reschedule"), 1)
	require.Equal(t, opensOn(8), end.Port.CutOverAt)
}

func TestPortOrder_TwoWindows_TheLastCounts(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.ChoosesWindow(3*time.Hour+time.Minute, "k1", thursday)
	s.ChoosesWindow(3*time.Hour+2*time.Minute, "k2", monday)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, []string{"reschedule " + workflowtest.OrderID + "-1 " + thursday, "reschedule " + workflowtest.OrderID + "-1 " + monday}, s.Did("reschedule"))
	require.Equal(t, opensOn(5), end.Port.CutOverAt)
}

// Ten updates that wait for the clearing house would block all others.
func TestPortOrder_WindowUnderWay_SecondIsRefused(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.ChoosesWindow(3*time.Hour+time.Minute, "k1", thursday)
	s.While("reschedule", func() { s.ChoosesWindowNow("k2", monday) })

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, contract.FailIdempotencyInProgress, s.Refused(contract.UpdateChoosePortWindow))
	require.Equal(t, []string{"reschedule " + workflowtest.OrderID + "-1 " + thursday}, s.Did("reschedule"))
	require.Equal(t, opensOn(8), end.Port.CutOverAt)
}

func TestPortOrder_ClearingRefusesWindow_StaysOld(t *testing.T) {
	tests := map[string]struct {
		err  error
		want contract.Code
	}{
		"refused":       {workflowtest.No(contract.FailPortWindowShut), contract.FailPortWindowShut},
		"not reachable": {workflowtest.ErrOutage, contract.FailOutsideSystem},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPortStory(t)
			s.Fails("reschedule", tt.err)
			s.IsDelivered()
			s.ChoosesWindow(3*time.Hour+time.Minute, "k1", thursday)

			end := s.RunsTo(contract.StageActive)

			require.Equal(t, tt.want, s.Refused(contract.UpdateChoosePortWindow))
			require.Equal(t, contract.WindowEarliest, end.Port.Window)
			require.Equal(t, workflowtest.Begin.Add(3*time.Hour+15*time.Minute), end.Port.CutOverAt)
		})
	}
}

func TestPortOrder_WindowMeetsSwitch_SettledFirst(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.ChoosesWindow(3*time.Hour+15*time.Minute-time.Millisecond, "k1", thursday)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, opensOn(8), end.Port.CutOverAt)
	require.Len(t, s.Did("release"), 1)
}

func TestPortOrder_CancelledInChange_Withdraws(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.ChoosesWindow(3*time.Hour+time.Minute, "k1", thursday)
	s.While("reschedule", s.CancelsNow)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
	require.Empty(t, s.Did("release"))
}
