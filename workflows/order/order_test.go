package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_HappyPath_LineIsActive(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsDelivered()
	s.Activates(3 * time.Hour)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, contract.Halalas(workflowtest.Total), end.Price.Total)
	require.Equal(t, []contract.Stage{
		contract.StageWizard, contract.StagePlaced, contract.StagePreparing, contract.StageDispatched,
		contract.StageDelivered, contract.StageActive,
	}, s.Books.Stages())
	require.Equal(t, []string{
		"open", "plan hawakom-55", "look-up", "person 1000000008", "push order1", "identity-waiting", "ask-app order1", "identity-completed",
		"contact", "delivery", "confirm", "open-payment p1", "charge p1", "payment-paid p1", "allocate-sim",
		"book-parcel riyadh", "parcel-booked", "parcel-picked-up", "parcel-delivered",
		"push activation1", "identity-waiting", "ask-app activation1", "identity-completed", "switch-on " + workflowtest.Msisdn, "complete",
	}, s.Did())
	require.Equal(t, []string{"line-active", "order-delivered", "order-dispatched", "order-placed"}, s.MessagesSent())
}

func TestOrder_FirstNumberGone_LeavesNoOrder(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Books.GiveToOtherOrder(workflowtest.Msisdn)
	s.ChoosesNumber(0, workflowtest.Msisdn)

	s.Run()

	require.Equal(t, contract.FailNumberTaken, s.Refused(contract.UpdateSelectNumber))
	require.Empty(t, s.Did())
}

func TestOrder_NumberAfterFirstGone_OpensNothing(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Books.GiveToOtherOrder(workflowtest.Msisdn)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.While("open", func() { s.ChoosesNumber(0, workflowtest.Another) })

	s.Run()

	require.Empty(t, s.Did())
}

func TestOrder_OpenedTwice_OpensOnce(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Say(0, contract.UpdateOpen, nil)
	s.Say(time.Second, contract.UpdateOpen, nil)
	s.Cancels(time.Minute)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"open"}, s.Did("open"))
	require.Equal(t, contract.StageCancelled, end.Stage)
}

func TestOrder_Running_ShowsItsStage(t *testing.T) {
	s := workflowtest.NewStory(t)
	shown := map[string]any{}
	s.OnUpsertTypedSearchAttributes(mock.Anything).Return(nil).Run(func(args mock.Arguments) {
		for key, value := range args.Get(0).(temporal.SearchAttributes).GetUntypedValues() {
			shown[key.GetName()] = value
		}
	})
	s.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
	s.IsPaid()
	s.At(time.Minute, func() {
		require.Equal(t, map[string]any{
			contract.AttrStage: "held", contract.AttrNeedsAttention: true, contract.AttrFailureCode: "courier_refused",
			contract.AttrWaitsFor: "customer", // for another address; support sees it all the same
			contract.AttrDueAt:    workflowtest.Begin.Add(40*time.Second + 4*time.Hour),
		}, shown)
	})
	s.Mends(2*time.Minute, "book-parcel")
	s.Resolves(3*time.Minute, contract.ResolveRetry)
	s.At(4*time.Minute, func() {
		answer, err := s.QueryWorkflow(contract.QueryStatus)
		require.NoError(t, err)
		var status contract.Order
		require.NoError(t, answer.Get(&status))
		require.Equal(t, s.Books.Last(), status)
	})

	s.RunToActive(time.Hour)

	require.Equal(t, "active", shown[contract.AttrStage])
	require.Equal(t, false, shown[contract.AttrNeedsAttention])
	require.Equal(t, workflowtest.AirwayBill, shown[contract.AttrPartnerRef])
	require.Equal(t, "none", shown[contract.AttrWaitsFor])
}
