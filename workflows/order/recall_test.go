package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// recalled is a paid order that its customer cancels after a minute, when the courier has booked its parcel and cancels none.
func recalled(t *testing.T) *workflowtest.Story {
	t.Helper()
	s := workflowtest.NewStory(t)
	s.Fails("cancel-parcel", workflowtest.No(contract.FailParcelWithCourier))
	s.IsPaid()
	s.Cancels(time.Minute)
	return s
}

func TestOrder_CancelledWithFirmBooking_IsHeld(t *testing.T) {
	s := recalled(t)
	s.At(time.Hour, func() {
		held := s.Books.Last()
		require.Equal(t, contract.WorkCancelParcel, held.Held.Work)
		require.True(t, order.IsRecalled(held))
		require.Equal(t, held.Held, s.Answers[contract.UpdateCancel].Held, "the customer's call is answered")
	})
	s.Cancels(2 * time.Hour) // once more
	s.Scanned(3*time.Hour, contract.ShipmentPickedUp)
	s.At(4*time.Hour, func() { require.Equal(t, contract.StageDispatched, s.Books.Last().Held.From) })
	s.Scanned(5*time.Hour, contract.ShipmentReturned)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.Ended{Reason: contract.EndedReturned, At: workflowtest.Begin.Add(5 * time.Hour), Refunded: end.Ended.Refunded}, *end.Ended)
	require.Equal(t, workflowtest.Total-end.Delivery.Fee, end.Ended.Refunded, "the delivery was made")
	require.Nil(t, end.SIM)
	require.Equal(t, []string{"hold parcel_with_courier", "resume ", "return-sim"}, s.Did("hold", "resume", "return-sim"))
	require.Equal(t, []string{"order-cancelled", "order-dispatched", "order-placed", "parcel-recalled"}, s.MessagesSent())
}

func TestOrder_RecalledParcelDecides(t *testing.T) {
	for name, test := range map[string]struct {
		last  contract.ShipmentStatus
		stage contract.Stage
		back  []string
	}{
		"accepted at the door":      {contract.ShipmentDelivered, contract.StageActive, nil},
		"called off by the courier": {contract.ShipmentCancelled, contract.StageCancelled, []string{"return-sim", "refund p1 11000"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := recalled(t)
			s.Scanned(3*time.Hour, test.last)
			s.Activates(4 * time.Hour)

			end := s.Run()

			require.Equal(t, test.stage, end.Stage)
			require.Nil(t, end.Held)
			require.Equal(t, test.back, s.Did("return-sim", "refund"))
		})
	}
}

func TestOrder_Recalled_SupportDecides(t *testing.T) {
	for name, test := range map[string]struct {
		seen   contract.ShipmentStatus // before support decides; empty for none
		action string
		scan   contract.ShipmentStatus // that the courier answers with
		reason contract.Code
		back   []string
	}{
		"stopped before it left":          {"", contract.ResolveSkip, "", contract.EndedByCustomer, []string{"return-sim", "refund p1 11000"}},
		"stopped on the way":              {contract.ShipmentInTransit, contract.ResolveSkip, "", contract.EndedByCustomer, []string{"refund p1 11000"}},
		"money back at once":              {"", contract.ResolveCancel, "", contract.EndedBySupport, []string{"refund p1 11000"}},
		"asked for, and found to be back": {"", contract.ResolveRetry, contract.ShipmentReturned, contract.EndedReturned, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := recalled(t)
			if test.seen != "" {
				s.Scanned(2*time.Hour, test.seen)
			}
			s.At(3*time.Hour, func() { s.Outside.Scan = test.scan })
			s.Resolves(4*time.Hour, test.action)

			end := s.Run()

			require.Empty(t, s.Refusals)
			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, test.reason, end.Ended.Reason)
			if test.back != nil {
				require.Equal(t, test.back, s.Did("return-sim", "refund"))
			}
		})
	}
}

// The report of the return was lost: the courier is asked while support has the case, and the silence makes no second case.
func TestOrder_RecalledParcelSilent_IsAskedOnly(t *testing.T) {
	s := recalled(t)
	s.Outside.Scan = contract.ShipmentBooked
	s.At(30*workflowtest.Day, func() { s.Outside.Scan = contract.ShipmentReturned })

	end := s.Run()

	require.Equal(t, contract.EndedReturned, end.Ended.Reason)
	require.Equal(t, []string{"hold parcel_with_courier"}, s.Did("hold"))
	require.Greater(t, len(s.Did("ask-courier")), 10)
}

func TestOrder_RecalledThenCancelledByOperator_IsUndone(t *testing.T) {
	s := recalled(t)
	s.At(3*time.Hour, s.CancelWorkflow)

	end := s.Run()

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
	require.Equal(t, contract.ShipmentPickedUp, end.Shipment.Status, "the courier keeps the parcel")
}

// An order that support looks into already stays with that reason; its customer reads what helps.
func TestOrder_CancelledWhileOverdue_IsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("cancel-parcel", workflowtest.No(contract.FailParcelWithCourier))
	s.Outside.Scan = contract.ShipmentBooked
	s.IsPaid()
	s.Cancels(20 * workflowtest.Day)
	s.Resolves(21*workflowtest.Day, contract.ResolveCancel)

	end := s.Run()

	require.Equal(t, contract.FailParcelWithCourier, s.Refused(contract.UpdateCancel))
	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{"hold shipment_overdue"}, s.Did("hold"))
}

// A parcel that the courier does not cancel cannot be sent anew with other data: support hears why.
func TestOrder_AmendedWithFirmBooking_IsHeldAgain(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("cancel-parcel", workflowtest.No(contract.FailParcelWithCourier))
	s.Outside.Scan = contract.ShipmentBooked
	s.IsPaid()
	s.Say(15*workflowtest.Day, contract.UpdateResolve, contract.Resolution{
		Action: contract.ResolveAmend, Actor: "support-1", Amendments: &contract.Amendments{Address: &contract.Address{City: "jeddah"}},
	})
	s.Resolves(16*workflowtest.Day, contract.ResolveRetry)
	s.Scanned(17*workflowtest.Day, contract.ShipmentDelivered)
	s.Activates(18 * workflowtest.Day)

	require.Equal(t, contract.StageActive, s.Run().Stage)
	require.Equal(t, []string{"hold shipment_overdue", "hold cancel_too_late"}, s.Did("hold"))
	require.Len(t, s.Did("book-parcel"), 1)
}
