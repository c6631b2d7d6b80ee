package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

func TestOrder_FromNumberToActiveLine(t *testing.T) {
	s := newStory(t)
	s.isDelivered()
	s.activates(3 * time.Hour)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, contract.Halalas(total), end.Price.Total)
	require.Equal(t, []contract.Stage{
		contract.StageWizard, contract.StagePlaced, contract.StagePreparing, contract.StageDispatched,
		contract.StageDelivered, contract.StageActive,
	}, s.books.stages())
	require.Equal(t, []string{
		"open", "plan hawakom-55", "look-up", "person 1000000008", "push order1", "identity-waiting", "identity-completed",
		"contact", "delivery", "confirm", "open-payment p1", "charge p1", "payment-paid p1", "allocate-sim",
		"book-parcel riyadh", "parcel-booked", "parcel-picked-up", "parcel-delivered",
		"push activation1", "identity-waiting", "identity-completed", "switch-on " + msisdn, "complete",
	}, s.did())
	require.Equal(t, []string{"line-active", "order-delivered", "order-dispatched", "order-placed"}, s.messagesSent())
}

func TestOrder_FirstNumberGoneLeavesNoOrder(t *testing.T) {
	s := newStory(t)
	s.books.somebodyTakes(msisdn)
	s.choosesNumber(0, msisdn)

	s.run()

	require.Equal(t, contract.FailNumberTaken, s.refused(contract.UpdateSelectNumber))
	require.Empty(t, s.did())
}

func TestOrder_ANumberChosenAfterTheFirstOneWasGoneDoesNotOpenADyingOrder(t *testing.T) {
	s := newStory(t)
	s.books.somebodyTakes(msisdn)
	s.choosesNumber(0, msisdn)
	s.while("open", func() { s.choosesNumber(0, another) })

	s.run()

	require.Empty(t, s.did())
}

func TestOrder_IsOpenedOnceHoweverOftenItIsAsked(t *testing.T) {
	s := newStory(t)
	s.say(0, contract.UpdateOpen, nil)
	s.say(time.Second, contract.UpdateOpen, nil)
	s.cancels(time.Minute)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, []string{"open"}, s.did("open"))
	require.Equal(t, contract.StageCancelled, end.Stage)
}

func TestOrder_ShowsOperatorsWhereItStands(t *testing.T) {
	s := newStory(t)
	shown := map[string]any{}
	s.OnUpsertTypedSearchAttributes(mock.Anything).Return(nil).Run(func(args mock.Arguments) {
		for key, value := range args.Get(0).(temporal.SearchAttributes).GetUntypedValues() {
			shown[key.GetName()] = value
		}
	})
	s.fails("book-parcel", no(contract.FailCourierRefused))
	s.isPaid()
	s.at(time.Minute, func() {
		require.Equal(t, map[string]any{
			contract.AttrStage: "held", contract.AttrNeedsAttention: true, contract.AttrFailureCode: "courier_refused",
			contract.AttrDueAt: begin.Add(40*time.Second + 4*time.Hour),
		}, shown)
	})
	s.mends(2*time.Minute, "book-parcel")
	s.resolves(3*time.Minute, contract.ResolveRetry)
	s.at(4*time.Minute, func() {
		answer, err := s.QueryWorkflow(contract.QueryStatus)
		require.NoError(t, err)
		var status contract.Order
		require.NoError(t, answer.Get(&status))
		require.Equal(t, s.books.last(), status)
	})

	s.runToActive(time.Hour)

	require.Equal(t, "active", shown[contract.AttrStage])
	require.Equal(t, false, shown[contract.AttrNeedsAttention])
	require.Equal(t, airwayBill, shown[contract.AttrPartnerRef])
}
