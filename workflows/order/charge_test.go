package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestCharge_Report_OnlyTriggersInquiry(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentChallenge, contract.PaymentPaid}
	s.IsPaid()
	s.Reported(time.Minute, "p1")
	s.Reported(2*time.Minute, "p1")

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"charge p1", "inquire p1", "inquire p1"}, s.Did("charge", "inquire"))
}

func TestCharge_Wallet_ChargesWalletNotCard(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.FillsWizard()
	s.Say(40*time.Second, contract.UpdatePay, contract.PayRequest{PaymentID: "p1", Wallet: "0551234567"})
	s.Reported(time.Minute, "p1")

	s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"charge p1 of wallet 0551234567", "inquire p1"}, s.Did("charge", "inquire", "keep-card"))
}

func TestCharge_ChallengeExpired_AsksUntilSettled(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentChallenge, contract.PaymentChallenge, contract.PaymentPaid}
	s.IsPaid()

	s.RunToActive(time.Hour)

	require.Len(t, s.Did("inquire"), 3)
	require.Equal(t, []string{"payment-challenge p1", "payment-pending p1", "payment-paid p1"},
		s.Did("payment-challenge", "payment-pending", "payment-paid"))
}

func TestCharge_UnknownForDays_AsksAndIsShown(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentPending
	s.Outside.Outcomes["p1"] = workflowtest.PendingFor(20, contract.PaymentPaid)
	s.IsPaid()
	shown := s.KeepsAttributes()
	s.At(2*workflowtest.Day, func() {
		require.Equal(t, true, shown[contract.AttrNeedsAttention])
		require.Equal(t, string(contract.FailOutcomeUnknown), shown[contract.AttrFailureCode])
	})

	s.RunToActive(5 * workflowtest.Day)

	require.Len(t, s.Did("inquire"), 21)
	require.Len(t, s.Did("charge"), 1)
	require.Equal(t, false, shown[contract.AttrNeedsAttention])
}

func lastPayment(s *workflowtest.Story) contract.Payment {
	all := s.Books.Last().Payments
	return all[len(all)-1]
}

// Two members of staff read the outcome in the provider's statement: the order asks at once, not hours later, and goes on.
func TestCharge_UnknownThenStated_GoesOnAtOnce(t *testing.T) {
	for stated, stage := range map[contract.PaymentStatus]contract.Stage{contract.PaymentPaid: contract.StagePreparing, contract.PaymentAbandoned: contract.StageWizard} {
		t.Run(string(stated), func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Outside.Charges["p1"] = contract.PaymentPending
			s.Outside.Outcomes["p1"] = workflowtest.PendingFor(1000, contract.PaymentPaid)
			s.IsPaid()
			asked, at := 0, 2*workflowtest.Day
			s.At(at-time.Second, func() {
				require.Equal(t, contract.PaymentPending, lastPayment(s).Status)
				asked = len(s.Did("inquire"))
				s.Outside.Outcomes["p1"] = []contract.PaymentStatus{stated} // as InquirePayment answers from the statement
			})
			s.Reported(at, "p1")
			s.At(at+time.Minute, func() {
				require.Len(t, s.Did("inquire"), asked+1)
				require.Equal(t, stated, lastPayment(s).Status)
				require.Equal(t, stage, s.Books.Last().Stage)
				s.CancelWorkflow()
			})

			s.Run()

			require.Len(t, s.Did("inquire"), asked+1)
		})
	}
}

// A charge without an answer may have been made: it is inquired about, not sent again.
func TestCharge_NoAnswer_AsksInsteadOfResending(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("charge", workflowtest.ErrOutage)
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaid()

	s.RunToActive(time.Hour)

	require.Equal(t, 1, s.Happened("charge"), "sent once")
	require.Equal(t, []string{"inquire p1"}, s.Did("charge", "inquire"))
}

func TestCharge_NeverSeen_IsSentAgain(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("charge", workflowtest.ErrOutage)
	s.While("inquire", func() { s.Fails("charge", nil) })
	s.IsPaid() // an inquiry about a payment that was never seen answers abandoned

	s.RunToActive(time.Hour)

	require.Equal(t, 1, s.Happened("charge"))
	require.Equal(t, []string{"inquire p1", "charge p1"}, s.Did("charge", "inquire"))
}

func TestCharge_ProviderDownAnHour_AsksOn(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("charge", workflowtest.ErrOutage)
	s.Fails("inquire", workflowtest.ErrOutage)
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaid()
	s.Mends(time.Hour, "inquire")

	s.RunToActive(10 * time.Hour)

	require.Equal(t, 1, s.Happened("charge"))
}

// Money that arrives after a decline must be refunded.
func TestCharge_PaidAfterDecline_IsRefunded(t *testing.T) {
	for name, status := range map[string]contract.PaymentStatus{
		"declined": contract.PaymentDeclined, "abandoned": contract.PaymentAbandoned,
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Outside.Charges["p1"] = status
			s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.IsPaid()
			s.Reported(5*time.Minute, "p1")
			s.Reported(6*time.Minute, "p1") // a repeat of the report
			s.Pays(10*time.Minute, "p2")

			s.RunToActive(time.Hour)

			require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
			require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentPaid}, s.PaymentsAre())
			require.Contains(t, s.MessagesSent(), "payment-late")
		})
	}
}

// A report comes once: the inquiry repeats until the provider gives a final outcome.
func TestCharge_ReportAfterDecline_AsksUntilKnown(t *testing.T) {
	ways := map[string]func(*workflowtest.Story){
		"no answer for an hour": func(s *workflowtest.Story) {
			s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.Fails("inquire", workflowtest.ErrOutage)
			s.Mends(time.Hour, "inquire")
		},
		"pending first": func(s *workflowtest.Story) {
			s.Outside.Outcomes["p1"] = workflowtest.PendingFor(6, contract.PaymentPaid)
		},
	}
	for name, provider := range ways {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Outside.Charges["p1"] = contract.PaymentDeclined
			provider(s)
			s.IsPaid()
			s.Reported(5*time.Minute, "p1")
			s.Reported(6*time.Minute, "p1") // meanwhile: one inquiry is enough
			s.Pays(10*time.Minute, "p2")

			s.RunToActive(10 * time.Hour)

			require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
			require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentPaid}, s.PaymentsAre())
		})
	}
}

func TestCharge_UnexplainedReport_Shown(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentDeclined
	s.Outside.Outcomes["p1"] = workflowtest.PendingFor(9, contract.PaymentDeclined)
	s.IsPaid()
	shown := s.KeepsAttributes()
	s.Reported(5*time.Minute, "p1")
	s.Pays(10*time.Minute, "p2")
	s.At(8*time.Hour, func() {
		require.Equal(t, true, shown[contract.AttrNeedsAttention])
		require.Equal(t, string(contract.FailOutcomeUnknown), shown[contract.AttrFailureCode])
	})

	s.RunToActive(2 * workflowtest.Day)

	require.Equal(t, false, shown[contract.AttrNeedsAttention])
	require.Empty(t, s.Did("refund"))
}

func TestCharge_IrrelevantReports_ChangeNothing(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Reported(2*time.Minute, "p1")                      // already known as paid
	s.Reported(3*time.Minute, "payment-of-another")      // not of this order
	s.Reported(90*time.Minute, "payment-of-another-one") // nor this one

	s.RunToActive(time.Hour)

	require.Empty(t, s.Did("inquire", "refund"))
}

func TestCharge_DeclineConfirmed_Stays(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentDeclined
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentDeclined}
	s.IsPaid()
	s.Reported(2*time.Minute, "p1")
	s.Pays(5*time.Minute, "p2")

	s.RunToActive(time.Hour)

	require.Empty(t, s.Did("refund"))
	require.Equal(t, contract.PaymentDeclined, s.PaymentsAre()["p1"])
}
