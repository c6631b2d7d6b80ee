package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// begins requests an immediate switch that the balance pays.
func begins(s *workflowtest.PlanStory, at time.Time) (refusal *error) {
	return s.Says(at, contract.UpdateBeginSwitch, workflowtest.NewPurchase(contract.PurchaseSwitch, contract.PayBalance))
}

func TestBeginSwitch_Opened_ThenStarted(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 0)
	refusal := begins(s, soon)
	end := s.RunsUntil(soon.Add(time.Minute))
	require.NoError(t, *refusal)
	require.Equal(t, []string{"open", "start " + workflowtest.PurchaseNumber}, s.Did("open", "start"))
	require.Equal(t, contract.PurchaseDelivering, s.Shop.Last().Stage)
	require.Equal(t, "hawakom-90", end.PlanID, "the plan itself is switched by the purchase")
	require.Equal(t, 1, s.Runs)
}

func TestBeginSwitch_Refused_StartsNothing(t *testing.T) {
	for _, code := range []contract.Code{contract.FailBalanceShort, contract.FailPriceChanged, contract.FailSwitchOvertaken, contract.FailPurchaseNumber} {
		t.Run(string(code), func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 0)
			s.Shop.Fails("open", workflowtest.No(code))
			refusal := begins(s, soon)
			s.RunsUntil(soon.Add(time.Minute))
			workflowtest.RequireCode(t, code, *refusal)
			require.Equal(t, 1, s.Happened("open"), "a refusal is final")
			require.Empty(t, s.Did("start"))
		})
	}
}

func TestBeginSwitch_WriteAnswerLost_IsStarted(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 0)
	s.Shop.Loses("open")
	refusal := begins(s, soon)
	s.RunsUntil(soon.Add(time.Minute))
	require.NoError(t, *refusal)
	require.Equal(t, 1, s.Happened("open"))
	require.Equal(t, []string{"open", "start " + workflowtest.PurchaseNumber}, s.Did("open", "start"))
}

func TestBeginSwitch_Repeated_ReturnsPurchase(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 0)
	over := workflowtest.NewPurchase(contract.PurchaseSwitch, contract.PayBalance).Purchase
	over.Seq, over.Stage = 3, contract.PurchaseCompleted
	s.Shop.Has(over)
	refusal := begins(s, soon)
	s.RunsUntil(soon.Add(time.Minute))
	require.NoError(t, *refusal)
	require.Empty(t, s.Did("open", "start"), "a purchase that went on is not started again")
}

func TestBeginSwitch_StartFails_LeftToItsNote(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Shop.Fails("start", workflowtest.ErrOutage)
	refusal := begins(s, soon)
	end := s.RunsUntil(ends.Add(time.Minute))
	require.NoError(t, *refusal)
	require.NotZero(t, s.Happened("start"))
	require.Equal(t, []string{"open"}, s.Did("open", "start"))
	require.Equal(t, 2, end.Cycle, "and the plan goes on")
}

func TestBeginSwitch_TwoAtOnce_PlanTakesOne(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 0)
	begun := begins(s, soon)
	first, second := s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1)), s.Says(soon, contract.UpdateSwitchNow, toLarger("p2", 1))
	end := s.RunsUntil(soon.Add(time.Minute))
	require.NoError(t, *begun)
	require.NoError(t, *first)
	workflowtest.RequireCode(t, contract.FailSwitchOvertaken, *second)
	require.Equal(t, 2, end.Cycle)
}
