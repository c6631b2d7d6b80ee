package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
)

const (
	monday   = "2026-01-05"
	thursday = "2026-01-08"
	friday   = "2026-01-09"
)

// opensOn is when the window of a day opens: 08:00 in Riyadh.
func opensOn(day int) time.Time { return time.Date(2026, 1, day, 5, 0, 0, 0, time.UTC) }

// choosesWindow asks the port itself; the answer is what the customer sees.
func (s *portStory) choosesWindow(when time.Duration, key, window string) {
	s.at(when, func() { s.choosesWindowNow(key, window) })
}

func (s *portStory) choosesWindowNow(key, window string) {
	refuse := func(err error) { s.refusals[contract.UpdateChoosePortWindow] = asReceived(err) }
	err := s.UpdateWorkflowByID(contract.PortInWorkflowID(orderNumber), contract.UpdateChoosePortWindow, key, &testsuite.TestUpdateCallback{
		OnAccept: func() {},
		OnReject: refuse,
		OnComplete: func(answer any, err error) {
			if err != nil {
				refuse(err)
				return
			}
			s.windows = append(s.windows, answer.(contract.Port))
		},
	}, contract.PortWindowChoice{Window: window})
	if err != nil {
		s.refusals[contract.UpdateChoosePortWindow] = err
	}
}

func TestPortOrder_AnotherTimeIsChosenWhileTheSwitchIsScheduled(t *testing.T) {
	s := newPortStory(t)
	s.isApproved()
	s.scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.scanned(11*time.Hour, contract.ShipmentDelivered) // in the evening: to be moved on Monday morning
	s.choosesWindow(12*time.Hour, "k1", thursday)
	s.at(12*time.Hour+time.Minute, func() {
		require.Equal(t, opensOn(8), s.books.last().Port.CutOverAt)
		require.Contains(t, s.messagesSent(), "port-rescheduled")
		require.NotContains(t, s.messagesSent(), "port-soon")
	})
	s.at(opensOn(5).Sub(begin)+time.Hour, func() {
		require.Empty(t, s.did("release"), "not on Monday any more")
		require.NotContains(t, s.messagesSent(), "port-soon")
	})

	end := s.runsTo(contract.StageActive)

	require.Equal(t, []string{"reschedule " + orderID + "-1 " + thursday}, s.did("reschedule"))
	require.Equal(t, opensOn(8), s.windows[0].CutOverAt)
	require.Equal(t, opensOn(8), end.Port.CutOverAt)
	require.Equal(t, thursday, end.Port.Window)
	require.Empty(t, s.refusals)
}

func TestPortOrder_AnotherTimeIsChosenBeforeTheCardArrives(t *testing.T) {
	s := newPortStory(t)
	s.isApproved()
	s.choosesWindow(90*time.Minute, "k1", thursday)
	s.at(100*time.Minute, func() {
		require.Equal(t, thursday, s.books.last().Port.Window)
		require.Equal(t, contract.PortApproved, s.books.last().Port.Status)
		require.Contains(t, s.messagesSent(), "port-window-chosen")
	})
	s.scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.scanned(3*time.Hour, contract.ShipmentDelivered)

	end := s.runsTo(contract.StageActive)

	require.Equal(t, opensOn(8), end.Port.CutOverAt)
	require.Len(t, s.did("port-scheduled"), 1)
}

func TestPortOrder_TheDayChosenIsGivenUpForTheEarliestOne(t *testing.T) {
	s := newPortStory(t)
	s.fillsWizard(thursday)
	s.pays(40*time.Second, "p1")
	s.donorSays(time.Hour, 1, 2, contract.PortApproved, "")
	s.scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.scanned(3*time.Hour, contract.ShipmentDelivered)
	s.choosesWindow(3*time.Hour+10*time.Minute, "k1", contract.WindowEarliest)

	end := s.runsTo(contract.StageActive)

	require.Equal(t, begin.Add(3*time.Hour+25*time.Minute), end.Port.CutOverAt, "the customer is told a quarter of an hour before")
	require.Contains(t, s.messagesSent(), "port-soon")
}

func TestPortOrder_AnotherTimeIsRefusedBeforeTheOldOperatorAgreesAndOnceTheSwitchBegan(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.choosesWindow(30*time.Minute, "early", thursday)
	s.at(31*time.Minute, func() {
		require.Equal(t, contract.FailPortWindowShut, s.refused(contract.UpdateChoosePortWindow))
		delete(s.refusals, contract.UpdateChoosePortWindow)
	})
	s.while("switch-on", func() { s.choosesWindowNow("late", thursday) })

	s.runsTo(contract.StageActive)

	require.Equal(t, contract.FailPortWindowShut, s.refused(contract.UpdateChoosePortWindow))
	require.Empty(t, s.did("reschedule"))
	require.Empty(t, s.windows)
}

func TestPortOrder_ADayOnWhichNobodyWorksIsRefusedAndNothingChanges(t *testing.T) {
	for name, window := range map[string]string{"a Friday": friday, "a feast": "2026-01-06", "today": "2026-01-04", "far away": "2026-03-04"} {
		t.Run(name, func(t *testing.T) {
			s := newPortStory(t)
			s.isDelivered()
			s.choosesWindow(3*time.Hour+time.Minute, "k1", window)

			end := s.runsTo(contract.StageActive)

			require.Equal(t, contract.FailPortWindow, s.refused(contract.UpdateChoosePortWindow))
			require.Equal(t, begin.Add(3*time.Hour+15*time.Minute), end.Port.CutOverAt)
			require.Empty(t, s.did("reschedule"))
			require.NotContains(t, s.messagesSent(), "port-rescheduled")
		})
	}
}

func TestPortOrder_AnotherTimeAskedForTwiceIsChosenOnce(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.choosesWindow(3*time.Hour+time.Minute, "k1", thursday)
	s.choosesWindow(3*time.Hour+time.Minute, "k1", thursday)

	end := s.runsTo(contract.StageActive)

	require.Len(t, s.did("reschedule"), 1)
	require.Equal(t, opensOn(8), end.Port.CutOverAt)
}

func TestPortOrder_OfTwoTimesAskedForTheLastCounts(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.choosesWindow(3*time.Hour+time.Minute, "k1", thursday)
	s.choosesWindow(3*time.Hour+time.Minute, "k2", monday)

	end := s.runsTo(contract.StageActive)

	require.Equal(t, []string{"reschedule " + orderID + "-1 " + thursday, "reschedule " + orderID + "-1 " + monday}, s.did("reschedule"))
	require.Equal(t, opensOn(5), end.Port.CutOverAt)
}

func TestPortOrder_ATimeTheClearingHouseDoesNotTakeIsNotTaken(t *testing.T) {
	tests := map[string]struct {
		err  error
		want contract.Code
	}{
		"refused":       {no(contract.FailPortWindowShut), contract.FailPortWindowShut},
		"not reachable": {errOutage, contract.FailOutsideSystem},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newPortStory(t)
			s.fails("reschedule", tt.err)
			s.isDelivered()
			s.choosesWindow(3*time.Hour+time.Minute, "k1", thursday)

			end := s.runsTo(contract.StageActive)

			require.Equal(t, tt.want, s.refused(contract.UpdateChoosePortWindow))
			require.Equal(t, contract.WindowEarliest, end.Port.Window)
			require.Equal(t, begin.Add(3*time.Hour+15*time.Minute), end.Port.CutOverAt)
		})
	}
}

func TestPortOrder_ATimeAskedForInTheVeryMomentOfTheSwitchIsSettledFirst(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.choosesWindow(3*time.Hour+15*time.Minute-time.Millisecond, "k1", thursday)

	end := s.runsTo(contract.StageActive)

	require.Equal(t, opensOn(8), end.Port.CutOverAt)
	require.Len(t, s.did("release"), 1)
}

func TestPortOrder_CancelledWhileAnotherTimeIsAskedForIsWithdrawn(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.choosesWindow(3*time.Hour+time.Minute, "k1", thursday)
	s.while("reschedule", s.cancelsNow)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
	require.Empty(t, s.did("release"))
}
