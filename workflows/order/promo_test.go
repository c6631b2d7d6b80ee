package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_PromoCode_ChangesPrice(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.GivesContactAndAddress(25 * time.Second)
	s.Say(35*time.Second, contract.UpdateApplyPromo, contract.PromoCode{Code: "SAVE10"})
	s.Say(40*time.Second, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: workflowtest.Total - 1000})

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.Halalas(workflowtest.Total-1000), end.Price.Total)
	require.Equal(t, contract.Halalas(1000), end.Promo.Discount)
	require.Contains(t, s.Did(), "promo SAVE10")
	require.Contains(t, s.Did(), "confirm")
}

func TestOrder_PromoCode_OnlyAtConfirmation(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.Say(time.Minute, contract.UpdateApplyPromo, contract.PromoCode{Code: "SAVE10"})

	s.Run()

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateApplyPromo))
	require.NotContains(t, s.Did(), "promo SAVE10")
}

func TestOrder_PromoCode_CanBeRemoved(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.Say(workflowtest.LastWizard+time.Second, contract.UpdateApplyPromo, contract.PromoCode{Code: "SAVE10"})
	s.Say(workflowtest.LastWizard+2*time.Second, contract.UpdateRemovePromo, nil)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Nil(t, end.Promo)
	require.Equal(t, contract.Halalas(workflowtest.Total), end.Price.Total)
	require.Contains(t, s.Did(), "promo removed")
}
