package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/workflowtest"
)

const day = 24 * time.Hour

// later is a bundle, paid in the given way, for a day that is three days ahead.
func later(t *testing.T, way contract.PaymentMethod) *workflowtest.PurchaseStory {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseBundle, way)
	s.Input.Purchase.EffectiveAt = workflowtest.Begin.Add(3 * day)
	return s
}

func TestActivation_LaterDay_PaidNowDeliveredThen(t *testing.T) {
	for _, way := range purchase.Definitions[contract.PurchaseBundle].Ways {
		t.Run(string(way), func(t *testing.T) {
			s := later(t, way)
			s.At(3*day-time.Minute, func() { require.Empty(t, s.Did("deliver"), "a minute before") })
			end := s.Runs()
			require.Equal(t, contract.PurchaseScheduled, s.Answer.Stage, "the customer is answered at once")
			require.Equal(t, contract.PurchaseCompleted, end.Stage)
			require.WithinDuration(t, workflowtest.Begin.Add(3*day), end.CompletedAt, time.Minute)
			require.Equal(t, purchase.Charges(way), len(s.Did("charge")) == 1)
		})
	}
}

func TestActivation_CardToKeep_SavedAfterPayment(t *testing.T) {
	s := later(t, contract.PayCard)
	s.Pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
	s.At(time.Hour, func() { require.Len(t, s.Did("keep-card"), 1, "not on the day") })
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.Len(t, s.Did("keep-card"), 1, "once")
}

func TestActivation_Moved_AnyTimeBeforeItsDay(t *testing.T) {
	s := later(t, contract.PayBalance)
	further := s.Moves(day, workflowtest.Begin.Add(10*day))
	back := s.Moves(2*day, workflowtest.Begin.Add(5*day))
	end := s.Runs()
	require.NoError(t, *further)
	require.NoError(t, *back)
	require.Equal(t, []string{"move", "move"}, s.Did("move"))
	require.WithinDuration(t, workflowtest.Begin.Add(5*day), end.CompletedAt, time.Minute)
}

func TestActivation_Cancelled_Refunds(t *testing.T) {
	for _, way := range []contract.PaymentMethod{contract.PayBalance, contract.PayCard} {
		t.Run(string(way), func(t *testing.T) {
			s := later(t, way)
			off := s.CallsOff(day)
			end := s.Runs()
			require.NoError(t, *off)
			require.Empty(t, s.Did("deliver"))
			require.Equal(t, []any{contract.PurchaseFailed, contract.EndedByCustomer}, []any{end.Stage, end.FailureCode})
			require.Equal(t, purchase.Charges(way), len(s.Did("refund")) == 1)
			require.WithinDuration(t, workflowtest.Begin.Add(day), end.RefundedAt, time.Minute)
		})
	}
}

// A purchase that could not be delivered on its day waits for support: it is not moved any more.
func TestActivation_DayHasCome_IsNotMoved(t *testing.T) {
	s := later(t, contract.PayBalance)
	s.Books.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
	moved, off := s.Moves(4*day, workflowtest.Begin.Add(10*day)), s.CallsOff(4*day)
	s.At(5*day, func() { s.Books.Fails("deliver", nil) })
	s.Decides(5*day+time.Hour, contract.ResolveRetry)
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	workflowtest.RequireCode(t, contract.FailActivationBegun, *moved)
	workflowtest.RequireCode(t, contract.FailActivationBegun, *off)
}

func TestActivation_DeliveredAtOnce_IsNotMoved(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseBundle, contract.PayBalance)
	s.Books.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
	moved := s.Moves(time.Hour, workflowtest.Begin.Add(10*day))
	s.Decides(2*time.Hour, contract.ResolveCancel)
	s.Runs()
	workflowtest.RequireCode(t, contract.FailActivationBegun, *moved)
}

// A refused day changes nothing: the purchase waits for its old day.
func TestActivation_DayRefused_KeepsOldDay(t *testing.T) {
	s := later(t, contract.PayBalance)
	s.Books.Fails("move", workflowtest.No(contract.FailEffectiveDate))
	moved := s.Moves(day, workflowtest.Begin.Add(-day))
	end := s.Runs()
	workflowtest.RequireCode(t, contract.FailEffectiveDate, *moved)
	require.WithinDuration(t, workflowtest.Begin.Add(3*day), end.CompletedAt, time.Minute)
}

func TestActivation_MovedTooOften_CanBeCancelled(t *testing.T) {
	s := later(t, contract.PayBalance)
	var last *error
	for n := range 120 {
		last = s.Moves(time.Hour+time.Duration(n)*time.Second, workflowtest.Begin.Add(time.Duration(4+n%2)*day))
	}
	calledOff := s.CallsOff(2 * time.Hour)
	end := s.Runs()
	workflowtest.RequireCode(t, contract.FailChangedTooOften, *last)
	require.NoError(t, *calledOff)
	require.NotEqual(t, contract.PurchaseCompleted, end.Stage)
}
