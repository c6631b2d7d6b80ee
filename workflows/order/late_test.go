package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_Late_ShownAndTold(t *testing.T) {
	s := workflowtest.NewStory(t)
	shown := s.KeepsAttributes()
	s.FillsWizard()
	s.Pays(40*time.Second, "p1")
	s.Scanned(time.Minute, contract.ShipmentPickedUp)
	news := contract.OrderLate{Stage: contract.StageDispatched, ExpectedBy: workflowtest.Begin.Add(5 * time.Hour)}
	s.At(2*time.Minute, func() {
		require.NotContains(t, shown, contract.AttrLate)
		s.Hears(contract.SignalOrderLate, contract.OrderLate{Stage: contract.StagePreparing, ExpectedBy: news.ExpectedBy})
	})
	for i := range 3 { // found again while its row was not written yet
		s.At(time.Duration(3+i)*time.Minute, func() { s.Hears(contract.SignalOrderLate, news) })
	}
	s.At(10*time.Minute, func() {
		require.Equal(t, true, shown[contract.AttrLate])
		require.Equal(t, news.ExpectedBy, s.Books.Last().Late.ExpectedBy)
	})
	s.RunToActive(time.Hour)
	require.Equal(t, false, shown[contract.AttrLate])
	require.Equal(t, []string{"late dispatched"}, s.Did("late"), "once, and not for the stage before")
	require.Contains(t, s.MessagesSent(), "order-late")
}

func TestOrder_LateWhileHeld_CustomerIsTold(t *testing.T) {
	s := workflowtest.NewStory(t)
	shown := s.KeepsAttributes()
	s.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
	s.IsPaid()
	s.At(2*time.Minute, func() {
		s.Hears(contract.SignalOrderLate, contract.OrderLate{Stage: contract.StagePreparing, ExpectedBy: workflowtest.Begin.Add(5 * time.Hour)})
	})
	s.At(3*time.Minute, func() {
		require.Equal(t, []any{true, true}, []any{shown[contract.AttrLate], shown[contract.AttrNeedsAttention]})
	})
	s.Mends(5*time.Minute, "book-parcel")
	s.Resolves(6*time.Minute, contract.ResolveRetry)
	s.RunToActive(time.Hour)
	require.Contains(t, s.MessagesSent(), "order-late")
}
