package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/workflowtest"
)

var lost = ends.AddDate(0, 0, -10)

func TestSuspension_Return_ToldAtOnce(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	suspended := s.Says(lost, contract.UpdateSuspendLine, contract.SuspensionChoice{})
	twice := s.Says(lost.Add(time.Minute), contract.UpdateSuspendLine, contract.SuspensionChoice{})
	s.At(lost.Add(time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, contract.ServiceNone, s.Books.Last().Service.Level)
	})
	returned := s.Says(lost.Add(time.Hour), contract.UpdateReturnLine, contract.SuspensionChoice{})
	again := s.Says(lost.Add(2*time.Hour), contract.UpdateReturnLine, contract.SuspensionChoice{})
	end := s.RunsUntil(lost.Add(3 * time.Hour))
	require.NoError(t, *suspended)
	workflowtest.RequireCode(t, contract.FailLineSuspendedByOwner, *twice)
	require.NoError(t, *returned)
	workflowtest.RequireCode(t, contract.FailLineNotSuspended, *again)
	require.Equal(t, []string{"network hawakom-90 none", "network hawakom-90 full"}, s.Did("network"))
	require.Zero(t, end.SuspendedSince)
}

func TestSuspension_Suspended_PlanGoesOn(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Says(lost, contract.UpdateSuspendLine, contract.SuspensionChoice{})
	back := ends.AddDate(0, 1, 10) // the second cycle was paid for, the third was not
	s.At(ends.Add(time.Minute), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, 2, s.Books.Last().Cycle)
		require.True(t, subscription.IsSuspended(s.Books.Last()))
	})
	s.Says(back, contract.UpdateReturnLine, contract.SuspensionChoice{})
	end := s.RunsUntil(back.Add(time.Minute))
	require.Equal(t, contract.SubscriptionExpired, end.Stage)
	require.Equal(t, []string{"network hawakom-90 none", "network hawakom-90 incoming"}, s.Did("network"), "nothing of the plan is told meanwhile")
}

func TestSuspension_NetworkRefuses_ToldEachMinute(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Books.Fails("network", workflowtest.No(contract.FailNetworkRefused))
	s.Says(lost, contract.UpdateSuspendLine, contract.SuspensionChoice{})
	s.At(lost.Add(10*time.Minute+time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, 11, s.Happened("network"))
		s.Books.Fails("network", nil)
	})
	end := s.RunsUntil(lost.Add(12 * time.Minute))
	require.Equal(t, []string{"network hawakom-90 none"}, s.Did("network"))
	require.Equal(t, contract.ServiceNone, end.Service.Level)
}

func TestSuspension_EarlierRefusal_DoesNotDelay(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 0)
	expired := ends.Add(72 * time.Hour)
	s.Books.Fails("network", workflowtest.No(contract.FailNetworkRefused))
	s.At(expired.Add(90*time.Minute), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, 2, s.Happened("network"), "each hour")
		s.Books.Fails("network", nil)
	})
	s.Says(expired.Add(91*time.Minute), contract.UpdateSuspendLine, contract.SuspensionChoice{})
	end := s.RunsUntil(expired.Add(92 * time.Minute))
	require.Equal(t, contract.ServiceNone, end.Service.Level)
}

func TestSuspension_NewSIM_GoesOnFromRow(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Says(lost, contract.UpdateSuspendLine, contract.SuspensionChoice{})
	s.At(lost.Add(time.Hour), func(env *testsuite.TestWorkflowEnvironment) {
		taken := subscription.Returned(s.Books.Last())
		taken.Seq++
		s.Books.Has(taken)
		env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: taken.Seq})
	})
	end := s.RunsUntil(lost.Add(2 * time.Hour))
	require.Zero(t, end.SuspendedSince)
	require.Equal(t, []string{"network hawakom-90 none", "network hawakom-90 full"}, s.Did("network"))
}

func TestSuspension_WriteAnswerLost_CountsOnce(t *testing.T) {
	for _, write := range []string{"suspend", "return", "follow"} {
		t.Run(write, func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 9000)
			suspended := s.Says(lost, contract.UpdateSuspendLine, contract.SuspensionChoice{Key: "k1"})
			returned := s.Says(lost.Add(time.Hour), contract.UpdateReturnLine, contract.SuspensionChoice{Key: "k2"})
			s.Books.Loses(write)
			end := s.RunsUntil(lost.Add(2 * time.Hour))
			require.Equal(t, 1, s.Happened(write))
			require.NoError(t, *suspended, "the caller is told that the line is suspended")
			require.NoError(t, *returned)
			require.Zero(t, end.SuspendedSince)
			require.Equal(t, contract.ServiceFull, end.Service.Level)
			require.Len(t, s.Did("suspend"), 1)
			require.Len(t, s.Did("return"), 1)
		})
	}
}
