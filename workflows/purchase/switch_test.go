package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/workflowtest"
)

func TestSwitch_PlanRefuses_RefundsAnyMethod(t *testing.T) {
	for _, code := range []contract.Code{
		contract.FailSwitchFailed, contract.FailSwitchOvertaken, contract.FailSwitchRenewing, contract.FailPlanUnknown, contract.FailLineBlocked,
	} {
		for _, way := range purchase.Definitions[contract.PurchaseSwitch].Ways {
			t.Run(string(code)+" by "+string(way), func(t *testing.T) {
				s := workflowtest.NewPurchaseStory(t, contract.PurchaseSwitch, way)
				s.Books.Fails("switch-plan", workflowtest.No(code))
				end := s.Runs()
				require.Equal(t, 1, s.Happened("switch-plan"), "a refusal is final")
				require.Equal(t, contract.PurchaseFailed, end.Stage)
				require.Equal(t, code, end.FailureCode)
				require.Empty(t, s.Did("deliver", "hold"))
				require.Equal(t, purchase.Charges(way), len(s.Did("refund")) == 1)
				require.Equal(t, []string{"refunded"}, s.Did("refunded"))
			})
		}
	}
}

func TestSwitch_OutageOfHours_OnlyDelays(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseSwitch, contract.PayBalance)
	s.Books.Fails("switch-plan", temporal.NewApplicationError("no answer", string(contract.FailUnavailable)))
	s.At(3*time.Hour, func() { s.Books.Fails("switch-plan", nil) })
	end := s.Runs()
	require.NotZero(t, s.Happened("switch-plan"))
	require.Equal(t, contract.PurchaseDelivering, s.Answer.Stage, "the customer was answered at once")
	require.Equal(t, contract.PurchaseCompleted, end.Stage)
	require.NotEmpty(t, s.Did("hold"), "support sees it")
	require.Empty(t, s.Did("refunded"))
}

func TestSwitch_CardDeclined_SwitchesNothing(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseSwitch, contract.PayCard)
	s.Outside.Charges["p1"] = contract.PaymentDeclined
	end := s.Runs()
	require.Equal(t, contract.PurchaseFailed, end.Stage)
	require.Empty(t, s.Did("switch-plan"))
}
