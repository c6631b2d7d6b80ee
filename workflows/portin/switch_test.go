package portin_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestPortOrder_DayChosen_WaitsForIt(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.FillsWizard("2026-01-08")
	s.Pays(40*time.Second, "p1")
	s.DonorSays(time.Hour, 1, 2, contract.PortApproved, "")
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(3*time.Hour, contract.ShipmentDelivered)
	opens := time.Date(2026, 1, 8, 5, 0, 0, 0, time.UTC) // Thursday, 08:00 in Riyadh
	s.At(opens.Sub(workflowtest.Begin)-16*time.Minute, func() { require.NotContains(t, s.MessagesSent(), "port-soon") })
	s.At(opens.Sub(workflowtest.Begin)-14*time.Minute, func() {
		require.Contains(t, s.MessagesSent(), "port-soon")
		require.Empty(t, s.Did("release"))
	})

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, opens, end.Port.CutOverAt)
}

func TestPortOrder_EveningCard_NextWorkingDay(t *testing.T) {
	tests := map[string]struct {
		delivered time.Duration
		want      time.Time
	}{
		"quarter of an hour before closing": {3*time.Hour + 45*time.Minute, time.Date(2026, 1, 5, 5, 0, 0, 0, time.UTC)},
		"a minute earlier":                  {3*time.Hour + 44*time.Minute, workflowtest.Begin.Add(3*time.Hour + 59*time.Minute)},
		"Sunday night":                      {11 * time.Hour, time.Date(2026, 1, 5, 5, 0, 0, 0, time.UTC)},
		"Monday night, Tuesday is a feast":  {workflowtest.Day + 11*time.Hour, time.Date(2026, 1, 7, 5, 0, 0, 0, time.UTC)},
		"Thursday night":                    {4*workflowtest.Day + 11*time.Hour, time.Date(2026, 1, 11, 5, 0, 0, 0, time.UTC)},
		"Friday":                            {5 * workflowtest.Day, time.Date(2026, 1, 11, 5, 0, 0, 0, time.UTC)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPortStory(t)
			s.IsApproved()
			s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
			s.Scanned(tt.delivered, contract.ShipmentDelivered)

			require.Equal(t, tt.want, s.RunsTo(contract.StageActive).Port.CutOverAt)
		})
	}
}

func TestPortOrder_SwitchFails_RolledBack(t *testing.T) {
	for _, step := range []string{"release", "switch-on", "broadcast"} {
		t.Run(step, func(t *testing.T) {
			s := workflowtest.NewPortStory(t)
			s.Fails(step, workflowtest.No(contract.FailCutOver))
			s.IsDelivered()
			s.At(4*time.Hour, func() {
				o := s.Books.Last()
				require.Equal(t, contract.StageDelivered, o.Stage, "the customer may cancel again")
				require.Equal(t, contract.PortScheduled, o.Port.Status)
				require.Equal(t, []string{"switch-off " + workflowtest.BroughtAlong, "roll-back"}, s.Did("switch-off", "roll-back"))
			})
			s.Mends(5*time.Hour, step)

			end := s.RunsTo(contract.StageActive)

			require.Equal(t, time.Date(2026, 1, 5, 5, 0, 0, 0, time.UTC), end.Port.CutOverAt, "Monday, 08:00 in Riyadh")
			require.Contains(t, s.MessagesSent(), "port-postponed")
			require.Empty(t, s.Did("hold"))
		})
	}
}

func TestPortOrder_SwitchFails_IsHeld(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.Fails("broadcast", workflowtest.No(contract.FailCutOver))
	s.IsDelivered()
	s.At(workflowtest.Day, func() {
		require.Equal(t, contract.FailCutOver, s.Books.Last().Held.FailureCode)
		require.Equal(t, contract.WorkCutOver, s.Books.Last().Held.Work)
		require.Equal(t, contract.StageDelivered, s.Books.Last().Held.From)
	})
	s.Mends(workflowtest.Day+time.Hour, "broadcast")
	s.Resolves(workflowtest.Day+2*time.Hour, contract.ResolveRetry)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, contract.PortCompleted, end.Port.Status)
	require.Len(t, s.Did("roll-back"), 2)
	require.Len(t, s.Did("submit-port"), 1)
}

func TestPortOrder_SwitchRetried_HasNewKey(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.Fails("broadcast", workflowtest.No(contract.FailCutOver))
	s.IsDelivered()
	s.Resolves(workflowtest.Day+2*time.Hour, contract.ResolveRetry) // fails twice more
	s.Mends(5*workflowtest.Day, "broadcast")
	s.Resolves(5*workflowtest.Day+time.Hour, contract.ResolveRetry)

	end := s.RunsTo(contract.StageActive)

	require.Len(t, s.Outside.SwitchedOnBy, 5)
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(s.Outside.SwitchedOnBy))), 5, "%v", s.Outside.SwitchedOnBy)
	require.Equal(t, 5, end.Port.Switches)
}

func TestPortOrder_SwitchFailsTwice_Refundable(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.Fails("release", workflowtest.No(contract.FailCutOver))
	s.IsDelivered()
	s.Resolves(workflowtest.Day, contract.ResolveCancel)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{
		"withdraw-port 2", "port-withdrawn", "refund p1 8000", "refunded p1 8000", "release-number " + workflowtest.BroughtAlong,
		"close cancelled_by_support",
	}, s.DidSince("begin-cancel cancelled_by_support"))
}

func TestPortOrder_RollbackFails_HeldThenFinished(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.Fails("broadcast", workflowtest.No(contract.FailCutOver))
	s.Fails("roll-back", workflowtest.No(contract.FailCutOver))
	s.IsDelivered()
	s.At(4*time.Hour, func() { require.Equal(t, contract.StagePorting, s.Books.Last().Held.From) })
	s.Mends(5*time.Hour, "broadcast")
	s.Mends(5*time.Hour, "roll-back")
	s.Resolves(6*time.Hour, contract.ResolveRetry)

	s.RunsTo(contract.StageActive)

	require.Len(t, s.Did("port-scheduled"), 1, "a customer without service does not wait for another window")
}

func TestPortOrder_CancelledBeforeSwitch_IsUndone(t *testing.T) {
	tests := map[string]struct {
		when time.Duration
		want []string
	}{
		"waiting for the old operator": {30 * time.Minute, []string{
			"withdraw-port 2", "withdraw-port 2", "refund p1 8000", "release-number " + workflowtest.BroughtAlong,
		}},
		"approved, parcel booked": {90 * time.Minute, []string{
			"withdraw-port 2", "cancel-parcel", "return-sim", "withdraw-port 2", "refund p1 8000", "release-number " + workflowtest.BroughtAlong,
		}},
		"the parcel is on its way": {150 * time.Minute, []string{"withdraw-port 2", "withdraw-port 2", "refund p1 8000", "release-number " + workflowtest.BroughtAlong}},
		"waiting for the window": {3*time.Hour + 5*time.Minute, []string{
			"withdraw-port 2", "withdraw-port 2", "refund p1 8000", "release-number " + workflowtest.BroughtAlong,
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPortStory(t)
			s.IsDelivered()
			s.Cancels(tt.when)

			end := s.RunsTo(contract.StageCancelled)

			require.Empty(t, s.Refusals)
			require.Equal(t, contract.EndedByCustomer, end.Ended.Reason)
			require.Equal(t, contract.PortWithdrawn, end.Port.Status)
			require.Empty(t, s.Did("switch-on"))
			require.Equal(t, tt.want, s.Did("cancel-parcel", "return-sim", "withdraw-port", "refund", "release-number"))
		})
	}
}

func TestPortOrder_CancelledAtPickup_LosesCard(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsApproved()
	s.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
	s.Cancels(90 * time.Minute)

	end := s.RunsTo(contract.StageCancelled)

	require.Empty(t, s.Refusals)
	require.Empty(t, s.Did("return-sim", "hold"), "the card is on its way to the customer")
	require.Equal(t, contract.ShipmentPickedUp, end.Shipment.Status)
}

func TestPortOrder_CancelDuringSwitch_IsTooLate(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.While("switch-on", s.CancelsNow)

	s.RunsTo(contract.StageActive)

	require.Equal(t, contract.FailCancelTooLate, s.Refused(contract.UpdateCancel))
	require.Empty(t, s.Did("refund"))
}

func TestPortOrder_CancelMeetsSwitch_EndsOneWay(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.While("release", s.CancelsNow) // withdrawn at the clearing house before it was released

	end := s.Run()

	refunded, moved := len(s.Did("refund")) > 0, len(s.Did("switch-on")) > 0
	require.NotEqual(t, refunded, moved)
	require.Equal(t, moved, end.Stage == contract.StageActive)
}

func TestPortOrder_WithdrawalSilent_AsksAgain(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsApproved()
	s.Fails("withdraw-port", workflowtest.ErrOutage)
	s.Cancels(65 * time.Minute)
	s.Mends(70*time.Minute, "withdraw-port")

	s.RunsTo(contract.StageCancelled)

	require.Positive(t, s.Happened("withdraw-port"))
	require.Empty(t, s.Refusals)
}

func TestPortOrder_Cancelled_Withdraws(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.IsApproved()
	s.Resolves(2*time.Hour, contract.ResolveCancel)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
	require.Contains(t, s.Did("withdraw-port"), "withdraw-port 2")
}

func TestPortOrder_ParcelReturned_NumberStays(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsApproved()
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(workflowtest.Day, contract.ShipmentReturned)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedReturned, end.Ended.Reason)
	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
	require.EqualValues(t, workflowtest.PortTotal-2500, end.Ended.Refunded)
}

func TestPortOrder_OperatorCancels_WithdrawsPort(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsApproved()
	s.At(65*time.Minute, s.CancelWorkflow)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, contract.PortWithdrawn, end.Port.Status)
}
