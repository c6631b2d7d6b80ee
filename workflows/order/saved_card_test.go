package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// paysAndKeeps pays with a typed card that is to be saved.
func paysAndKeeps(s *workflowtest.Story, when time.Duration, paymentID string) {
	s.Say(when, contract.UpdatePay, contract.PayRequest{
		PaymentID: paymentID, CardToken: "tok_1234567890123456", Kept: &contract.SavedCard{UserID: "her", Keep: true},
	})
}

func TestOrder_CardToKeep_SavedAfterPayment(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentDeclined
	s.FillsWizard()
	paysAndKeeps(s, 40*time.Second, "p1")
	paysAndKeeps(s, time.Minute, "p2")

	s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"charge p1", "charge p2", "keep-card p2 of her"}, s.Did("charge", "keep-card"), "never the one that was declined")
}

func TestOrder_CardNotToKeep_IsNotSaved(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.Say(40*time.Second, contract.UpdatePay, contract.PayRequest{PaymentID: "p1", Kept: &contract.SavedCard{UserID: "her", CardID: "c1"}})

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"charge p1"}, s.Did("charge", "keep-card"))
}

// paysWith pays with a saved card.
func paysWith(s *workflowtest.Story, when time.Duration, paymentID, cardID string) {
	s.Say(when, contract.UpdatePay, contract.PayRequest{PaymentID: paymentID, Kept: &contract.SavedCard{UserID: "her", CardID: cardID}})
}

func TestOrder_SavedCardTwiceAtOnce_ChargedOnce(t *testing.T) {
	tests := map[string]struct {
		first   contract.PaymentStatus
		later   []contract.PaymentStatus
		refused contract.Code
	}{
		"the outcome is unknown":          {contract.PaymentPending, []contract.PaymentStatus{contract.PaymentPending, contract.PaymentPaid}, contract.FailPaymentPending},
		"the customer is at the bank":     {contract.PaymentChallenge, []contract.PaymentStatus{contract.PaymentPaid}, ""},
		"the bank's page is over, unpaid": {contract.PaymentChallenge, []contract.PaymentStatus{contract.PaymentPending, contract.PaymentPaid}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Outside.Charges["p1"], s.Outside.Outcomes["p1"] = tt.first, tt.later
			s.FillsWizard()
			paysWith(s, 40*time.Second, "p1", "c1")
			paysWith(s, 41*time.Second, "p2", "c1")
			s.Reported(3*time.Minute, "p1")

			s.RunToActive(2 * time.Hour)

			require.Equal(t, []string{"charge p1"}, s.Did("charge"))
			require.Empty(t, s.Did("refund"), "nothing was taken twice")
			require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentPaid}, s.PaymentsAre())
			if tt.refused != "" {
				require.Equal(t, tt.refused, s.Refused(contract.UpdatePay))
				return
			}
			require.Empty(t, s.Refusals)
			require.NotEmpty(t, s.Answers[contract.UpdatePay].Payments[0].ChallengeURL, "back to the bank's page")
		})
	}
}

func TestOrder_OtherSavedCard_PaysDuring3DS(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"], s.Outside.Outcomes["p1"] = contract.PaymentChallenge, []contract.PaymentStatus{contract.PaymentAbandoned}
	s.FillsWizard()
	paysWith(s, 40*time.Second, "p1", "c1")
	paysWith(s, time.Minute, "p2", "c2")

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"charge p1", "charge p2"}, s.Did("charge"))
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentAbandoned, "p2": contract.PaymentPaid}, s.PaymentsAre())
}

// Without our database the provider's name of the card is unknown: nothing was sent, and there is nothing to inquire about.
func TestOrder_SavedCardDatabaseAway_ChargedLater(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("charge", workflowtest.ErrOurDatabase)
	s.FillsWizard()
	paysWith(s, 40*time.Second, "p1", "c1")
	s.Mends(10*time.Minute, "charge")
	shown := s.KeepsAttributes()
	s.At(5*time.Minute, func() { require.Equal(t, string(contract.FailUnavailable), shown[contract.AttrFailureCode]) })

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"charge p1"}, s.Did("charge", "inquire"))
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentPaid}, s.PaymentsAre())
	require.Equal(t, false, shown[contract.AttrNeedsAttention])
}

func TestOrder_CardToKeepDatabaseAway_SavedLater(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("keep-card", workflowtest.ErrOurDatabase)
	s.FillsWizard()
	paysAndKeeps(s, 40*time.Second, "p1")
	s.Mends(3*time.Hour, "keep-card")

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"keep-card p1 of her"}, s.Did("keep-card"))
}
