package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// paysByWallet opens a payment with a wallet that waits for its code.
func paysByWallet(t *testing.T, outcomes ...contract.PaymentStatus) *workflowtest.Story {
	s := workflowtest.NewStory(t)
	s.Outside.AsksCode = true
	s.Outside.Charges["p1"], s.Outside.Outcomes["p1"] = contract.PaymentChallenge, outcomes
	s.FillsWizard()
	s.Say(40*time.Second, contract.UpdatePay, contract.PayRequest{PaymentID: "p1", Wallet: "0551234567"})
	return s
}

func entersCode(s *workflowtest.Story, when time.Duration, paymentID string) {
	s.Say(when, contract.UpdateEnterWalletCode, contract.WalletCode{PaymentID: paymentID, Code: "123456"})
}

func TestWalletCode_Right_PaysWithoutReport(t *testing.T) {
	s := paysByWallet(t, contract.PaymentPaid)
	entersCode(s, time.Minute, "p1")
	s.RunToActive(time.Hour)
	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"charge p1 of wallet 0551234567", "enter-code p1 123456", "inquire p1"}, s.Did("charge", "enter-code", "inquire"))
	require.Equal(t, contract.PaymentPaid, s.Answers[contract.UpdateEnterWalletCode].Payments[0].Status)
}

func TestWalletCode_Wrong_IsAskedAgain(t *testing.T) {
	s := paysByWallet(t, contract.PaymentPaid)
	s.Outside.Fails("enter-code", workflowtest.No(contract.FailWalletCodeWrong))
	entersCode(s, time.Minute, "p1")
	s.At(70*time.Second, func() {
		require.Equal(t, contract.FailWalletCodeWrong, s.Refused(contract.UpdateEnterWalletCode))
		require.Empty(t, s.Did("inquire"))
		s.Outside.Fails("enter-code", nil)
	})
	entersCode(s, 80*time.Second, "p1")
	s.RunToActive(time.Hour)
	require.Equal(t, 1, s.Happened("enter-code"))
	require.Len(t, s.Did("enter-code"), 1)
}

func TestWalletCode_NoAnswer_OutcomeIsAskedFor(t *testing.T) {
	s := paysByWallet(t, contract.PaymentPaid)
	s.Outside.Fails("enter-code", workflowtest.ErrOutage)
	entersCode(s, time.Minute, "p1")
	s.RunToActive(time.Hour)
	require.Empty(t, s.Refusals, "the code had its effect")
	require.Equal(t, 1, s.Happened("enter-code"), "never handed in twice")
}

func TestWalletCode_NotReached_CustomerTriesAgain(t *testing.T) {
	s := paysByWallet(t, contract.PaymentChallenge, contract.PaymentPaid)
	s.Outside.Fails("enter-code", workflowtest.ErrOutage)
	entersCode(s, time.Minute, "p1")
	s.At(2*time.Minute, func() {
		require.Equal(t, contract.FailOutsideSystem, s.Refused(contract.UpdateEnterWalletCode))
		s.Outside.Fails("enter-code", nil)
	})
	entersCode(s, 3*time.Minute, "p1")
	s.RunToActive(time.Hour)
	require.Len(t, s.Did("enter-code"), 1)
}

func TestWalletCode_TooLate_OutcomeIsAskedFor(t *testing.T) {
	s := paysByWallet(t, contract.PaymentDeclined)
	s.Outside.Fails("enter-code", workflowtest.No(contract.FailWalletCodeNotAsked))
	entersCode(s, time.Minute, "p1")
	s.At(61*time.Second, func() {
		require.Equal(t, contract.FailWalletCodeNotAsked, s.Refused(contract.UpdateEnterWalletCode))
		require.Equal(t, []string{"inquire p1"}, s.Did("inquire"))
	})
	s.Say(2*time.Minute, contract.UpdatePay, contract.PayRequest{PaymentID: "p2", CardToken: "tok"})
	s.RunToActive(time.Hour)
}

func TestWalletCode_NotAskedFor_IsRefused(t *testing.T) {
	tests := map[string]func(*workflowtest.Story) (paymentID string){
		"another payment": func(*workflowtest.Story) string { return "p2" },
		"a bank's page":   func(s *workflowtest.Story) string { s.Outside.AsksCode = false; return "p1" },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			s := paysByWallet(t, contract.PaymentPaid)
			entersCode(s, time.Minute, change(s))
			s.Reported(2*time.Minute, "p1")
			s.RunToActive(time.Hour)
			require.Equal(t, contract.FailWalletCodeNotAsked, s.Refused(contract.UpdateEnterWalletCode))
			require.Empty(t, s.Did("enter-code"))
		})
	}
}
