package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestOrder_APromoCodeChangesThePriceThatIsConfirmed(t *testing.T) {
	s := newStory(t)
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.givesContactAndAddress(25 * time.Second)
	s.say(35*time.Second, contract.UpdateApplyPromo, contract.PromoCode{Code: "SAVE10"})
	s.say(40*time.Second, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: total - 1000})

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.Halalas(total-1000), end.Price.Total)
	require.Equal(t, contract.Halalas(1000), end.Promo.Discount)
	require.Contains(t, s.did(), "promo SAVE10")
	require.Contains(t, s.did(), "confirm")
}

func TestOrder_APromoCodeIsForTheConfirmationOnly(t *testing.T) {
	s := newStory(t)
	s.choosesNumber(0, msisdn)
	s.say(time.Minute, contract.UpdateApplyPromo, contract.PromoCode{Code: "SAVE10"})

	s.run()

	require.Equal(t, contract.FailStepOutOfOrder, s.refused(contract.UpdateApplyPromo))
	require.NotContains(t, s.did(), "promo SAVE10")
}

func TestOrder_APromoCodeIsTakenBackOff(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.say(lastWizard+time.Second, contract.UpdateApplyPromo, contract.PromoCode{Code: "SAVE10"})
	s.say(lastWizard+2*time.Second, contract.UpdateRemovePromo, nil)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Nil(t, end.Promo)
	require.Equal(t, contract.Halalas(total), end.Price.Total)
	require.Contains(t, s.did(), "promo removed")
}
