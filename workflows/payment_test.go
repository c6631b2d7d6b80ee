package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows"
)

// attempt is one payment without its order.
type attempt struct {
	*testsuite.TestWorkflowEnvironment
	*journal
	outside *outside
	told    []contract.PaymentStatus // the order, in this order
	gone    error                    // what telling the order fails with
}

func newAttempt() *attempt {
	env, j := newEnvironment(), newJournal()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.PaymentWorkflowID("p1")})
	a := &attempt{TestWorkflowEnvironment: env, journal: j, outside: newOutside(j, env.Now)}
	env.RegisterActivity(a.outside)
	env.OnSignalExternalWorkflow(mock.Anything, contract.OrderWorkflowID(orderID), "", contract.SignalPaymentProgress, mock.Anything).
		Return(func(_, _, _, _ string, arg any) error {
			a.told = append(a.told, arg.(contract.Payment).Status)
			return a.gone
		})
	return a
}

func (a *attempt) reports(when time.Duration) {
	a.RegisterDelayedCallback(func() {
		a.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "e1"})
	}, when)
}

// run answers with the payment as it settled and how long that took.
func (a *attempt) run(t *testing.T) (contract.PaymentStatus, time.Duration) {
	a.ExecuteWorkflow(workflows.Payment, contract.PaymentInput{
		OrderID: orderID, PaymentID: "p1", CardToken: "tok_1234567890123456", Amount: total, TTL: 15 * time.Minute,
	})
	require.True(t, a.IsWorkflowCompleted())
	require.NoError(t, a.GetWorkflowError())
	var settled contract.Payment
	require.NoError(t, a.GetWorkflowResult(&settled))
	require.Equal(t, "p1", settled.ID)
	require.Equal(t, contract.Halalas(total), settled.Amount)
	return settled.Status, a.Now().Sub(begin)
}

func TestPayment_AnswersAtOnceWhenTheProviderDoes(t *testing.T) {
	for _, status := range []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentDeclined} {
		t.Run(string(status), func(t *testing.T) {
			a := newAttempt()
			a.outside.charges["p1"] = status
			settled, _ := a.run(t)
			require.Equal(t, status, settled)
			require.Equal(t, []string{"charge p1"}, a.did())
		})
	}
}

func TestPayment_ReportIsOnlyAReasonToAsk(t *testing.T) {
	a := newAttempt()
	a.outside.charges["p1"] = contract.PaymentChallenge
	a.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentChallenge, contract.PaymentPaid}
	a.reports(time.Minute)
	a.reports(2 * time.Minute)

	settled, took := a.run(t)

	require.Equal(t, contract.PaymentPaid, settled)
	require.Equal(t, []string{"charge p1", "inquire p1", "inquire p1"}, a.did())
	require.Less(t, took, 15*time.Minute)
}

func TestPayment_ChallengeNobodyReportsIsAskedAfterWhenTheBanksPageDies(t *testing.T) {
	a := newAttempt()
	a.outside.charges["p1"] = contract.PaymentChallenge
	a.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentAbandoned}

	settled, took := a.run(t)

	require.Equal(t, contract.PaymentAbandoned, settled)
	require.GreaterOrEqual(t, took, 15*time.Minute)
	require.Equal(t, []string{"charge p1", "inquire p1"}, a.did())
}

func TestPayment_ChallengeThatOutlivesItsTimeIsInquiredUntilItSettles(t *testing.T) {
	a := newAttempt()
	a.outside.charges["p1"] = contract.PaymentChallenge
	a.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentChallenge, contract.PaymentChallenge, contract.PaymentPaid}

	settled, _ := a.run(t)

	require.Equal(t, contract.PaymentPaid, settled)
	require.Len(t, a.did("inquire"), 3)
	require.Equal(t, []contract.PaymentStatus{contract.PaymentChallenge, contract.PaymentPending}, a.told)
}

func TestPayment_UnknownOutcomeIsInquiredForDays(t *testing.T) {
	a := newAttempt()
	a.outside.charges["p1"] = contract.PaymentPending
	a.outside.outcomes["p1"] = pendingFor(20, contract.PaymentPaid)

	settled, took := a.run(t)

	require.Equal(t, contract.PaymentPaid, settled)
	require.Greater(t, took, 3*day)
	require.Len(t, a.did("inquire"), 21)
	require.Len(t, a.did("charge"), 1)
}

func TestPayment_ProviderThatIsDownIsAskedAgain(t *testing.T) {
	a := newAttempt()
	a.fails("charge", errOutage)
	a.fails("inquire", errOutage)
	a.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	a.RegisterDelayedCallback(func() { a.fails("inquire", nil) }, time.Hour)

	settled, _ := a.run(t)

	require.Equal(t, contract.PaymentPaid, settled)
}

func TestPayment_SettlesEvenWhenItsOrderIsGone(t *testing.T) {
	a := newAttempt()
	a.gone = errOutage
	a.outside.charges["p1"] = contract.PaymentPending
	a.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}

	settled, _ := a.run(t)

	require.Equal(t, contract.PaymentPaid, settled)
}

func TestPayment_CannotBeCalledOff(t *testing.T) {
	for name, status := range map[string]contract.PaymentStatus{
		"at the bank's page":   contract.PaymentChallenge,
		"with unknown outcome": contract.PaymentPending,
	} {
		t.Run(name, func(t *testing.T) {
			a := newAttempt()
			a.outside.charges["p1"] = status
			a.outside.outcomes["p1"] = pendingFor(3, contract.PaymentPaid)
			a.RegisterDelayedCallback(a.CancelWorkflow, time.Second)

			settled, _ := a.run(t)

			require.Equal(t, contract.PaymentPaid, settled)
		})
	}
}
