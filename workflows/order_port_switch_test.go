package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestPortOrder_WaitsForTheDayChosen(t *testing.T) {
	s := newPortStory(t)
	s.fillsWizard("2026-01-08")
	s.pays(40*time.Second, "p1")
	s.donorSays(time.Hour, 1, 2, contract.PortApproved, "")
	s.scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.scanned(3*time.Hour, contract.ShipmentDelivered)
	opens := time.Date(2026, 1, 8, 5, 0, 0, 0, time.UTC) // Thursday, 08:00 in Riyadh
	s.at(opens.Sub(begin)-16*time.Minute, func() { require.NotContains(t, s.messagesSent(), "port-soon") })
	s.at(opens.Sub(begin)-14*time.Minute, func() {
		require.Contains(t, s.messagesSent(), "port-soon")
		require.Empty(t, s.did("release"))
	})

	end := s.runsTo(contract.StageActive)

	require.Equal(t, opens, end.Port.CutOverAt)
}

func TestPortOrder_ACardThatComesInTheEveningWaitsForTheNextWorkingDay(t *testing.T) {
	tests := map[string]struct {
		delivered time.Duration
		want      time.Time
	}{
		"quarter of an hour before closing": {3*time.Hour + 45*time.Minute, time.Date(2026, 1, 5, 5, 0, 0, 0, time.UTC)},
		"a minute earlier":                  {3*time.Hour + 44*time.Minute, begin.Add(3*time.Hour + 59*time.Minute)},
		"Sunday night":                      {11 * time.Hour, time.Date(2026, 1, 5, 5, 0, 0, 0, time.UTC)},
		"Monday night, Tuesday is a feast":  {day + 11*time.Hour, time.Date(2026, 1, 7, 5, 0, 0, 0, time.UTC)},
		"Thursday night":                    {4*day + 11*time.Hour, time.Date(2026, 1, 11, 5, 0, 0, 0, time.UTC)},
		"Friday":                            {5 * day, time.Date(2026, 1, 11, 5, 0, 0, 0, time.UTC)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newPortStory(t)
			s.isApproved()
			s.scanned(2*time.Hour, contract.ShipmentPickedUp)
			s.scanned(tt.delivered, contract.ShipmentDelivered)

			require.Equal(t, tt.want, s.runsTo(contract.StageActive).Port.CutOverAt)
		})
	}
}

func TestPortOrder_AFailedSwitchIsRolledBackAndTriedInTheNextWindow(t *testing.T) {
	for _, step := range []string{"release", "switch-on", "broadcast"} {
		t.Run(step, func(t *testing.T) {
			s := newPortStory(t)
			s.fails(step, no(contract.FailCutOver))
			s.isDelivered()
			s.at(4*time.Hour, func() {
				o := s.books.last()
				require.Equal(t, contract.StageDelivered, o.Stage, "the customer may cancel again")
				require.Equal(t, contract.PortScheduled, o.Port.Status)
				require.Equal(t, []string{"switch-off " + broughtAlong, "roll-back"}, s.did("switch-off", "roll-back"))
			})
			s.mends(5*time.Hour, step)

			end := s.runsTo(contract.StageActive)

			require.Equal(t, time.Date(2026, 1, 5, 5, 0, 0, 0, time.UTC), end.Port.CutOverAt, "Monday, 08:00 in Riyadh")
			require.Contains(t, s.messagesSent(), "port-postponed")
			require.Empty(t, s.did("hold"))
		})
	}
}

func TestPortOrder_ASwitchThatFailsTwiceIsHeldAndARetryFinishesIt(t *testing.T) {
	s := newPortStory(t)
	s.fails("broadcast", no(contract.FailCutOver))
	s.isDelivered()
	s.at(day, func() {
		require.Equal(t, contract.FailCutOver, s.books.last().Held.FailureCode)
		require.Equal(t, contract.WorkCutOver, s.books.last().Held.Work)
		require.Equal(t, contract.StageDelivered, s.books.last().Held.From)
	})
	s.mends(day+time.Hour, "broadcast")
	s.resolves(day+2*time.Hour, contract.ResolveRetry)

	end := s.runsTo(contract.StageActive)

	require.Equal(t, contract.PortCompleted, end.Port.Status)
	require.Len(t, s.did("roll-back"), 2)
	require.Len(t, s.did("submit-port"), 1)
}

func TestPortOrder_ASwitchThatFailsTwiceCanBeCalledOffWithARefund(t *testing.T) {
	s := newPortStory(t)
	s.fails("release", no(contract.FailCutOver))
	s.isDelivered()
	s.resolves(day, contract.ResolveCancel)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{
		"withdraw-port 2", "port-withdrawn", "refund p1 8000", "refunded p1 8000", "release-number " + broughtAlong,
		"close cancelled_by_support",
	}, s.didSince("begin-cancel cancelled_by_support"))
}

func TestPortOrder_ARollBackThatFailsIsHeldAndTheSwitchFinishedAtOnce(t *testing.T) {
	s := newPortStory(t)
	s.fails("broadcast", no(contract.FailCutOver))
	s.fails("roll-back", no(contract.FailCutOver))
	s.isDelivered()
	s.at(4*time.Hour, func() { require.Equal(t, contract.StagePorting, s.books.last().Held.From) })
	s.mends(5*time.Hour, "broadcast")
	s.mends(5*time.Hour, "roll-back")
	s.resolves(6*time.Hour, contract.ResolveRetry)

	s.runsTo(contract.StageActive)

	require.Len(t, s.did("port-scheduled"), 1, "a customer without service does not wait for another window")
}

func TestPortOrder_CancelledAtEveryStepUntilTheSwitch(t *testing.T) {
	tests := map[string]struct {
		when time.Duration
		want []string
	}{
		"waiting for the old operator": {30 * time.Minute, []string{
			"withdraw-port 2", "withdraw-port 2", "refund p1 8000", "release-number " + broughtAlong,
		}},
		"approved, parcel booked": {90 * time.Minute, []string{
			"withdraw-port 2", "cancel-parcel", "return-sim", "withdraw-port 2", "refund p1 8000", "release-number " + broughtAlong,
		}},
		"the parcel is on its way": {150 * time.Minute, []string{"withdraw-port 2", "withdraw-port 2", "refund p1 8000", "release-number " + broughtAlong}},
		"waiting for the window": {3*time.Hour + 5*time.Minute, []string{
			"withdraw-port 2", "withdraw-port 2", "refund p1 8000", "release-number " + broughtAlong,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newPortStory(t)
			s.isDelivered()
			s.cancels(tt.when)

			end := s.runsTo(contract.StageCancelled)

			require.Empty(t, s.refusals)
			require.Equal(t, contract.EndedByCustomer, end.Ended.Reason)
			require.Equal(t, contract.PortWithdrawn, end.Port.Status)
			require.Empty(t, s.did("switch-on"))
			require.Equal(t, tt.want, s.did("cancel-parcel", "return-sim", "withdraw-port", "refund", "release-number"))
		})
	}
}

func TestPortOrder_CancelledWhileTheCourierPicksUpIsCancelledButKeepsNoCard(t *testing.T) {
	s := newPortStory(t)
	s.isApproved()
	s.fails("cancel-parcel", no(contract.FailCancelTooLate))
	s.cancels(90 * time.Minute)

	end := s.runsTo(contract.StageCancelled)

	require.Empty(t, s.refusals)
	require.Empty(t, s.did("return-sim", "hold"), "the card is on its way to the customer")
	require.Equal(t, contract.ShipmentPickedUp, end.Shipment.Status)
}

func TestPortOrder_CancelledWhileTheNumberMovesIsTooLate(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.while("switch-on", s.cancelsNow)

	s.runsTo(contract.StageActive)

	require.Equal(t, contract.FailCancelTooLate, s.refused(contract.UpdateCancel))
	require.Empty(t, s.did("refund"))
}

func TestPortOrder_CancelledInTheVeryMomentOfTheSwitchEitherMovesOrIsRefunded(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.while("release", s.cancelsNow) // withdrawn at the clearing house before it has released

	end := s.run()

	refunded, moved := len(s.did("refund")) > 0, len(s.did("switch-on")) > 0
	require.NotEqual(t, refunded, moved)
	require.Equal(t, moved, end.Stage == contract.StageActive)
}

func TestPortOrder_WithdrawalIsAskedForUntilItIsAnswered(t *testing.T) {
	s := newPortStory(t)
	s.isApproved()
	s.fails("withdraw-port", errOutage)
	s.cancels(65 * time.Minute)
	s.mends(70*time.Minute, "withdraw-port")

	s.runsTo(contract.StageCancelled)

	require.Positive(t, s.happened("withdraw-port"))
	require.Empty(t, s.refusals)
}

func TestPortOrder_HeldForAnotherReasonAndCalledOffTakesTheNumberBackToo(t *testing.T) {
	s := newPortStory(t)
	s.fails("allocate-sim", no(contract.FailOutOfStock))
	s.isApproved()
	s.resolves(2*time.Hour, contract.ResolveCancel)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
	require.Contains(t, s.did("withdraw-port"), "withdraw-port 2")
}

func TestPortOrder_AReturnedParcelLeavesTheNumberWhereItIs(t *testing.T) {
	s := newPortStory(t)
	s.isApproved()
	s.scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.scanned(day, contract.ShipmentReturned)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedReturned, end.Ended.Reason)
	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
	require.EqualValues(t, portTotal-2500, end.Ended.Refunded)
}

func TestPortOrder_CancelledByAnOperatorIsWithdrawn(t *testing.T) {
	s := newPortStory(t)
	s.isApproved()
	s.at(65*time.Minute, s.CancelWorkflow)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
}
