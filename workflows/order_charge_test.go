package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestCharge_ReportIsOnlyAReasonToAsk(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentChallenge, contract.PaymentPaid}
	s.isPaid()
	s.reported(time.Minute, "p1")
	s.reported(2*time.Minute, "p1")

	s.runToActive(time.Hour)

	require.Equal(t, []string{"charge p1", "inquire p1", "inquire p1"}, s.did("charge", "inquire"))
}

func TestCharge_ChallengeThatOutlivesItsTimeIsInquiredUntilItSettles(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentChallenge, contract.PaymentChallenge, contract.PaymentPaid}
	s.isPaid()

	s.runToActive(time.Hour)

	require.Len(t, s.did("inquire"), 3)
	require.Equal(t, []string{"payment-challenge p1", "payment-pending p1", "payment-paid p1"},
		s.did("payment-challenge", "payment-pending", "payment-paid"))
}

func TestCharge_UnknownOutcomeIsInquiredForDaysAndShown(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentPending
	s.outside.outcomes["p1"] = pendingFor(20, contract.PaymentPaid)
	s.isPaid()
	shown := s.keepsAttributes()
	s.at(2*day, func() {
		require.Equal(t, true, shown[contract.AttrNeedsAttention])
		require.Equal(t, string(contract.FailOutcomeUnknown), shown[contract.AttrFailureCode])
	})

	s.runToActive(5 * day)

	require.Len(t, s.did("inquire"), 21)
	require.Len(t, s.did("charge"), 1)
	require.Equal(t, false, shown[contract.AttrNeedsAttention])
}

// A charge whose answer never came may have been made: it is asked about, not sent again.
func TestCharge_IsSentOnceAndThenAskedAbout(t *testing.T) {
	s := newStory(t)
	s.fails("charge", errOutage)
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.isPaid()

	s.runToActive(time.Hour)

	require.Equal(t, 1, s.happened("charge"), "sent once")
	require.Equal(t, []string{"inquire p1"}, s.did("charge", "inquire"))
}

func TestCharge_ThatTheProviderHasNeverSeenIsSentAgain(t *testing.T) {
	s := newStory(t)
	s.fails("charge", errOutage)
	s.while("inquire", func() { s.fails("charge", nil) })
	s.isPaid() // an inquiry about what was never seen says abandoned

	s.runToActive(time.Hour)

	require.Equal(t, 1, s.happened("charge"))
	require.Equal(t, []string{"inquire p1", "charge p1"}, s.did("charge", "inquire"))
}

func TestCharge_ProviderThatIsDownForAnHourIsAskedUntilItAnswers(t *testing.T) {
	s := newStory(t)
	s.fails("charge", errOutage)
	s.fails("inquire", errOutage)
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.isPaid()
	s.mends(time.Hour, "inquire")

	s.runToActive(10 * time.Hour)

	require.Equal(t, 1, s.happened("charge"))
}

// Money that arrives after a no is money all the same.
func TestCharge_PaidAfterItWasDeclinedGoesBack(t *testing.T) {
	for name, status := range map[string]contract.PaymentStatus{
		"declined": contract.PaymentDeclined, "abandoned": contract.PaymentAbandoned,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.outside.charges["p1"] = status
			s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.isPaid()
			s.reported(5*time.Minute, "p1")
			s.reported(6*time.Minute, "p1") // and again
			s.pays(10*time.Minute, "p2")

			s.runToActive(time.Hour)

			require.Equal(t, []string{"refund p1 11000"}, s.did("refund"))
			require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentPaid}, s.paymentsAre())
			require.Contains(t, s.messagesSent(), "payment-late")
		})
	}
}

func TestCharge_ReportsThatMeanNothingChangeNothing(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.reported(2*time.Minute, "p1")                      // paid, as is known
	s.reported(3*time.Minute, "payment-of-another")      // not of this order
	s.reported(90*time.Minute, "payment-of-another-one") // nor this

	s.runToActive(time.Hour)

	require.Empty(t, s.did("inquire", "refund"))
}

func TestCharge_DeclineThatStandsIsAskedAboutAndStays(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentDeclined
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentDeclined}
	s.isPaid()
	s.reported(2*time.Minute, "p1")
	s.pays(5*time.Minute, "p2")

	s.runToActive(time.Hour)

	require.Empty(t, s.did("refund"))
	require.Equal(t, contract.PaymentDeclined, s.paymentsAre()["p1"])
}
