package purchase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOpened_ByOtherProcess_GoesOnFromRow(t *testing.T) {
	for _, way := range []contract.PaymentMethod{contract.PayBalance, contract.PayInvoice} {
		t.Run(string(way), func(t *testing.T) {
			s := workflowtest.NewOpenedStory(t, way)
			require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
			require.Equal(t, []string{"adopt", "switch-plan hawakom-130", "deliver"}, s.Did("open", "adopt", "switch-plan", "deliver"))
		})
	}
}

func TestOpened_StartedTwice_DoesNothing(t *testing.T) {
	for _, stage := range []contract.PurchaseStage{contract.PurchaseCompleted, contract.PurchaseFailed} {
		t.Run(string(stage), func(t *testing.T) {
			s := workflowtest.NewOpenedStory(t, contract.PayBalance)
			over := s.Input.Purchase
			over.Seq, over.Stage = 4, stage
			s.Books.Has(over)
			require.Equal(t, over, s.Runs())
			require.Empty(t, s.Did("switch-plan", "deliver", "give-back", "refunded"), "a plan that was paid back is not switched")
		})
	}
}

func TestOpened_PlanRefuses_Refunds(t *testing.T) {
	s := workflowtest.NewOpenedStory(t, contract.PayBalance)
	s.Books.Fails("switch-plan", workflowtest.No(contract.FailSwitchOvertaken))
	end := s.Runs()
	require.Equal(t, 1, s.Happened("switch-plan"))
	require.Equal(t, contract.PurchaseFailed, end.Stage)
	require.Equal(t, []string{"refunded"}, s.Did("refunded"))
}

func TestOpened_DatabaseAway_Waits(t *testing.T) {
	s := workflowtest.NewOpenedStory(t, contract.PayBalance)
	s.Books.Fails("adopt", workflowtest.ErrOutage)
	s.At(workflowtest.Settings().PaymentTTL, func() { s.Books.Fails("adopt", nil) })
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.NotZero(t, s.Happened("adopt"))
}
