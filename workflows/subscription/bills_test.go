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

// writes changes the plan's row as another process does, and calls its workflow.
func writes(s *workflowtest.PlanStory, at time.Time, next func(contract.PlanSubscription) contract.PlanSubscription) {
	s.At(at, func(env *testsuite.TestWorkflowEnvironment) {
		now := next(s.Books.Last())
		now.Seq++
		s.Books.Has(now)
		env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: now.Seq})
	})
}

func bars(s *workflowtest.PlanStory, at time.Time, level contract.ServiceLevel) {
	writes(s, at, func(p contract.PlanSubscription) contract.PlanSubscription { return subscription.Billed(p, level, at) })
}

func TestPlan_BarredForBills_BackWhenPaid(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2*9000)
	out, off, paid := ends.AddDate(0, 0, -20), ends.AddDate(0, 0, -15), ends.AddDate(0, 0, -10)
	bars(s, out, contract.ServiceIncoming)
	bars(s, off, contract.ServiceNone)
	bars(s, paid, contract.ServiceFull)
	s.At(paid.Add(time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, []string{"network hawakom-90 incoming", "network hawakom-90 none", "network hawakom-90 full"}, s.Did("network"))
	})
	end := s.RunsUntil(ends.Add(time.Hour))
	require.Equal(t, 2, end.Cycle, "the plan goes on meanwhile")
	require.Equal(t, contract.ServiceFull, end.Service.Level)
}

func TestPlan_LimitReached_BackWhenRaised(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2*9000)
	spends := func(at time.Time, level contract.ServiceLevel) {
		writes(s, at, func(p contract.PlanSubscription) contract.PlanSubscription {
			return subscription.WithLimitLevel(p, level, at)
		})
	}
	roaming, reached, raised := ends.AddDate(0, 0, -20), ends.AddDate(0, 0, -15), ends.AddDate(0, 0, -10)
	spends(roaming, contract.ServiceHome)
	spends(reached, contract.ServiceIncluded)
	spends(raised, contract.ServiceFull)
	s.At(raised.Add(time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, []string{"network hawakom-90 home", "network hawakom-90 included", "network hawakom-90 full"}, s.Did("network"))
	})
	end := s.RunsUntil(ends.Add(time.Hour))
	require.Equal(t, 2, end.Cycle, "the plan goes on meanwhile")
}

func TestPlan_Overdrawn_BackWithRecharge(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	overdrawn, recharged := ends.AddDate(0, 0, -20), ends.AddDate(0, 0, -10)
	writes(s, overdrawn, func(p contract.PlanSubscription) contract.PlanSubscription {
		return subscription.WithLimitLevel(p, contract.ServiceIncluded, overdrawn)
	})
	s.At(recharged.Add(-time.Second), func(*testsuite.TestWorkflowEnvironment) { s.Books.Lifts = true })
	s.Recharges(recharged, 1000)
	s.At(recharged.Add(time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, []string{"network hawakom-90 included", "network hawakom-90 full"}, s.Did("network"))
	})
	end := s.RunsUntil(ends.Add(time.Hour))
	require.Equal(t, 2, end.Cycle, "the plan goes on meanwhile")
}

func TestPlan_NetworkRefusesReturn_ToldAgain(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	out, paid := ends.AddDate(0, 0, -20), ends.AddDate(0, 0, -10)
	bars(s, out, contract.ServiceIncoming)
	s.At(paid.Add(-time.Second), func(*testsuite.TestWorkflowEnvironment) {
		s.Books.Fails("network", workflowtest.No(contract.FailNetworkRefused))
	})
	bars(s, paid, contract.ServiceFull)
	s.At(paid.Add(30*time.Second), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("network", nil) })
	s.At(paid.Add(62*time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, contract.ServiceFull, s.Books.Last().Service.Level)
	})
	s.RunsUntil(paid.Add(time.Hour))
}

func TestPlan_BillsNeverPaid_LineEnds(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	at := ends.AddDate(0, 0, -10)
	writes(s, at, func(p contract.PlanSubscription) contract.PlanSubscription {
		return subscription.Unpaid(p, subscription.EndsUnpaid(p, contract.OutcomeQuarantine, "", at), at)
	})
	end := s.RunsUntil(ends)
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Equal(t, []string{"line-off l1"}, s.Did("line-off"))
	require.Equal(t, []string{"end-line l1"}, s.Did("end-line"))
}

func TestPlan_PaidBeforeRelease_LineStays(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2*9000)
	at := ends.AddDate(0, 0, -10)
	s.Books.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
	writes(s, at, func(p contract.PlanSubscription) contract.PlanSubscription {
		return subscription.Unpaid(p, subscription.EndsUnpaid(p, contract.OutcomeQuarantine, "", at), at)
	})
	bars(s, at.Add(time.Hour), contract.ServiceFull)
	end := s.RunsUntil(ends.Add(time.Hour))
	require.Equal(t, contract.SubscriptionActive, end.Stage)
	require.Empty(t, s.Did("end-line"))
	require.Equal(t, contract.ServiceFull, end.Service.Level)
}
