package refund_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// refunding is the refund of one completed order under the virtual clock.
func refunding(t *testing.T) *workflowtest.Story {
	s := workflowtest.NewStory(t)
	s.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.RefundWorkflowID(workflowtest.OrderID)})
	s.Books.Has(workflowtest.CompletedOrder())
	return s
}

func TestRefund_Approved_MoneyThenBooks(t *testing.T) {
	s := refunding(t)
	s.Decides(0, "d1")
	end := s.Refunds()
	require.NoError(t, s.GetWorkflowError())
	require.Equal(t, []string{"begin-refund d1", "refund p1 11000", "complete-refund 11000"}, s.Did())
	require.Equal(t, []string{"order-refunded"}, s.MessagesSent())
	require.Equal(t, contract.StageActive, end.Stage)
	require.True(t, end.Refund.Done())
	answer := s.Answers[contract.UpdateDecideRefund]
	require.NotNil(t, answer.Refund)
	require.False(t, answer.Refund.Done(), "support does not wait for the provider")
}

func TestRefund_InvitedCustomer_LosesReward(t *testing.T) {
	s := refunding(t)
	invited := workflowtest.CompletedOrder()
	invited.Referral = "FRIEND22"
	s.Books.Has(invited)
	s.Decides(0, "d1")
	s.Refunds()
	require.NoError(t, s.GetWorkflowError())
	require.Equal(t, []string{"order-refunded-invited"}, s.MessagesSent())
}

func TestRefund_UnknownOutcome_AsksBeforeRetry(t *testing.T) {
	s := refunding(t)
	s.Fails("refund", workflowtest.ErrOutage)
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentRefunded}
	s.Decides(0, "d1")
	end := s.Refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
	require.Equal(t, []string{
		"begin-refund d1", "refund p1 11000", "inquire p1", "refund p1 11000", "inquire p1", "complete-refund 11000",
	}, s.Tried(), "found by the second question, so there is no third try")
}

func TestRefund_Outage_WaitsAndIsShown(t *testing.T) {
	s := refunding(t)
	s.Fails("refund", workflowtest.ErrOutage)
	s.Fails("inquire", workflowtest.ErrOutage)
	s.Decides(0, "d1")
	s.At(workflowtest.Day, func() {
		require.Equal(t, contract.FailOutcomeUnknown, s.Books.Last().Refund.FailureCode)
		s.Fails("refund", nil)
	})
	end := s.Refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
	require.Empty(t, end.Refund.FailureCode)
	require.Equal(t, []string{"flag-refund outcome_unknown"}, s.Did("flag-refund"))
	require.Equal(t, []string{"complete-refund 11000"}, s.Did("complete-refund"))
}

func TestRefund_FinalRefusal_WaitsForSupport(t *testing.T) {
	ways := map[string]func(*workflowtest.Story){
		"retried, provider accepts": func(s *workflowtest.Story) { s.Fails("refund", nil) },
		"refunded by hand": func(s *workflowtest.Story) {
			s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentRefunded}
		},
	}
	for name, mended := range ways {
		t.Run(name, func(t *testing.T) {
			s := refunding(t)
			s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
			s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.Decides(0, "d1")
			s.At(workflowtest.Day, func() {
				require.Equal(t, contract.FailRefundRefused, s.Books.Last().Refund.FailureCode)
				mended(s)
			})
			s.Decides(2*workflowtest.Day, "d2")
			end := s.Refunds()
			require.NoError(t, s.GetWorkflowError())
			require.True(t, end.Refund.Done())
			require.Equal(t, []string{"begin-refund d1", "begin-refund d2"}, s.Did("begin-refund"))
			require.Equal(t, []string{"flag-refund refund_refused"}, s.Did("flag-refund"))
			require.Equal(t, []string{"complete-refund 11000"}, s.Did("complete-refund"))
		})
	}
}

func TestRefund_SecondDecision_Refused(t *testing.T) {
	moments := map[string]time.Duration{"of the same moment": 0, "while the provider is silent": time.Minute}
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := refunding(t)
			s.Fails("refund", workflowtest.ErrOutage)
			s.Decides(0, "d1")
			s.Decides(moment, "d2")
			s.Mends(time.Hour, "refund")
			s.Refunds()
			require.NoError(t, s.GetWorkflowError())
			require.Equal(t, contract.FailRefundUnderWay, s.Refused(contract.UpdateDecideRefund))
			require.Equal(t, []string{"begin-refund d1"}, s.Did("begin-refund"))
			require.Equal(t, []string{"complete-refund 11000"}, s.Did("complete-refund"))
		})
	}
}

func TestRefund_NotAllowed_HasNoEffect(t *testing.T) {
	s := refunding(t)
	s.Fails("begin-refund", workflowtest.No(contract.FailOrderNotCompleted))
	s.Decides(0, "d1")
	s.Refunds()
	require.ErrorContains(t, s.GetWorkflowError(), string(contract.FailOrderNotCompleted))
	require.Equal(t, contract.FailOrderNotCompleted, s.Refused(contract.UpdateDecideRefund))
	require.Empty(t, s.Did())
}

func TestRefund_RepeatedStep_HasOneEffect(t *testing.T) {
	for _, step := range []string{"refund", "inquire", "complete-refund", "tell"} {
		t.Run(step, func(t *testing.T) {
			s := refunding(t)
			s.Fails("refund", workflowtest.ErrOutage)
			s.Fails(step, workflowtest.ErrOutage)
			s.Decides(0, "d1")
			s.Mends(time.Second, "refund")
			s.Mends(20*time.Second, step)
			s.Refunds()
			require.NoError(t, s.GetWorkflowError())
			require.Equal(t, []string{"begin-refund d1", "refund p1 11000", "complete-refund 11000"}, s.Did("begin-refund", "refund", "complete-refund"))
			require.Equal(t, []string{"order-refunded"}, s.MessagesSent())
		})
	}
}

func TestRefund_MessageFails_ChangesNothing(t *testing.T) {
	s := refunding(t)
	s.Fails("tell", workflowtest.No(contract.FailOutsideSystem))
	s.Decides(0, "d1")
	end := s.Refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
}

func TestRefund_Cancelled_GoesOn(t *testing.T) {
	s := refunding(t)
	s.Fails("refund", workflowtest.ErrOutage)
	s.Decides(0, "d1")
	s.At(time.Second, s.CancelWorkflow)
	s.Mends(time.Minute, "refund")
	end := s.Refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
}
