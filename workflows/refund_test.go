package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// refunding is the refund of one completed order under the virtual clock.
func refunding(t *testing.T) *story {
	s := newStory(t)
	s.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.RefundWorkflowID(orderID)})
	s.books.has(completedOrder())
	return s
}

func (s *story) decides(when time.Duration, key string) {
	s.at(when, func() {
		s.sayNow(contract.UpdateDecideRefund, key, contract.RefundDecision{Key: key, Actor: "support-1", Note: "as agreed"})
	})
}

func (s *story) refunds() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowRefund, contract.RefundInput{OrderID: orderID})
	require.True(s.t, s.IsWorkflowCompleted())
	return s.books.last()
}

func TestRefund_MoneyGoesBackThenTheBooksFollowThenTheCustomerIsTold(t *testing.T) {
	s := refunding(t)
	s.decides(0, "d1")
	end := s.refunds()
	require.NoError(t, s.GetWorkflowError())
	require.Equal(t, []string{"begin-refund d1", "refund p1 11000", "complete-refund 11000"}, s.did())
	require.Equal(t, []string{"order-refunded"}, s.messagesSent())
	require.Equal(t, contract.StageActive, end.Stage)
	require.True(t, end.Refund.Done())
	answer := s.answers[contract.UpdateDecideRefund]
	require.NotNil(t, answer.Refund)
	require.False(t, answer.Refund.Done(), "support does not wait for the provider")
}

func TestRefund_OfAnInvitedCustomerSaysThatTheRewardIsGone(t *testing.T) {
	s := refunding(t)
	invited := completedOrder()
	invited.Referral = "FRIEND22"
	s.books.has(invited)
	s.decides(0, "d1")
	s.refunds()
	require.NoError(t, s.GetWorkflowError())
	require.Equal(t, []string{"order-refunded-invited"}, s.messagesSent())
}

func TestRefund_AnUnknownOutcomeIsAskedAboutBeforeAnotherTry(t *testing.T) {
	s := refunding(t)
	s.fails("refund", errOutage)
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentRefunded}
	s.decides(0, "d1")
	end := s.refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
	require.Equal(t, []string{
		"begin-refund d1", "refund p1 11000", "inquire p1", "refund p1 11000", "inquire p1", "complete-refund 11000",
	}, s.tried(), "found by the second question, so there is no third try")
}

func TestRefund_AnOutageIsSatOutAndShownWhenItLasts(t *testing.T) {
	s := refunding(t)
	s.fails("refund", errOutage)
	s.fails("inquire", errOutage)
	s.decides(0, "d1")
	s.at(day, func() {
		require.Equal(t, contract.FailOutcomeUnknown, s.books.last().Refund.FailureCode)
		s.fails("refund", nil)
	})
	end := s.refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
	require.Empty(t, end.Refund.FailureCode)
	require.Equal(t, []string{"flag-refund outcome_unknown"}, s.did("flag-refund"))
	require.Equal(t, []string{"complete-refund 11000"}, s.did("complete-refund"))
}

func TestRefund_RefusedForGoodWaitsForSupport(t *testing.T) {
	ways := map[string]func(*story){
		"who asks again when the provider gives in": func(s *story) { s.fails("refund", nil) },
		"who made it by hand there": func(s *story) {
			s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentRefunded}
		},
	}
	for name, mended := range ways {
		t.Run(name, func(t *testing.T) {
			s := refunding(t)
			s.fails("refund", no(contract.FailRefundRefused))
			s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.decides(0, "d1")
			s.at(day, func() {
				require.Equal(t, contract.FailRefundRefused, s.books.last().Refund.FailureCode)
				mended(s)
			})
			s.decides(2*day, "d2")
			end := s.refunds()
			require.NoError(t, s.GetWorkflowError())
			require.True(t, end.Refund.Done())
			require.Equal(t, []string{"begin-refund d1", "begin-refund d2"}, s.did("begin-refund"))
			require.Equal(t, []string{"flag-refund refund_refused"}, s.did("flag-refund"))
			require.Equal(t, []string{"complete-refund 11000"}, s.did("complete-refund"))
		})
	}
}

func TestRefund_AnotherDecisionMeanwhileIsRefused(t *testing.T) {
	moments := map[string]time.Duration{"of the same moment": 0, "while the provider is silent": time.Minute}
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := refunding(t)
			s.fails("refund", errOutage)
			s.decides(0, "d1")
			s.decides(moment, "d2")
			s.mends(time.Hour, "refund")
			s.refunds()
			require.NoError(t, s.GetWorkflowError())
			require.Equal(t, contract.FailRefundUnderWay, s.refused(contract.UpdateDecideRefund))
			require.Equal(t, []string{"begin-refund d1"}, s.did("begin-refund"))
			require.Equal(t, []string{"complete-refund 11000"}, s.did("complete-refund"))
		})
	}
}

func TestRefund_OneThatIsNotAllowedEndsWithoutAnyEffect(t *testing.T) {
	s := refunding(t)
	s.fails("begin-refund", no(contract.FailOrderNotCompleted))
	s.decides(0, "d1")
	s.refunds()
	require.ErrorContains(t, s.GetWorkflowError(), string(contract.FailOrderNotCompleted))
	require.Equal(t, contract.FailOrderNotCompleted, s.refused(contract.UpdateDecideRefund))
	require.Empty(t, s.did())
}

func TestRefund_EachStepThatHasToBeRepeatedLeavesOneEffect(t *testing.T) {
	for _, step := range []string{"refund", "inquire", "complete-refund", "tell"} {
		t.Run(step, func(t *testing.T) {
			s := refunding(t)
			s.fails("refund", errOutage)
			s.fails(step, errOutage)
			s.decides(0, "d1")
			s.mends(time.Second, "refund")
			s.mends(20*time.Second, step)
			s.refunds()
			require.NoError(t, s.GetWorkflowError())
			require.Equal(t, []string{"begin-refund d1", "refund p1 11000", "complete-refund 11000"}, s.did("begin-refund", "refund", "complete-refund"))
			require.Equal(t, []string{"order-refunded"}, s.messagesSent())
		})
	}
}

func TestRefund_AMessageThatCannotBeDeliveredChangesNothing(t *testing.T) {
	s := refunding(t)
	s.fails("tell", no(contract.FailOutsideSystem))
	s.decides(0, "d1")
	end := s.refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
}

func TestRefund_CannotBeCalledOff(t *testing.T) {
	s := refunding(t)
	s.fails("refund", errOutage)
	s.decides(0, "d1")
	s.at(time.Second, s.CancelWorkflow)
	s.mends(time.Minute, "refund")
	end := s.refunds()
	require.NoError(t, s.GetWorkflowError())
	require.True(t, end.Refund.Done())
}
