package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// A line without recharge and use ends after three days of grace and half a year.
var lineEnds = ends.Add(72*time.Hour).AddDate(0, 0, 180)

func idle(t *testing.T, balance contract.Halalas) *workflowtest.PlanStory {
	s := workflowtest.NewPlanStory(t, balance)
	s.Books.Rules = workflowtest.InactiveRules
	return s
}

func TestPlan_UnusedLine_EndsAfterHalfAYear(t *testing.T) {
	s := idle(t, 0)
	s.At(lineEnds.Add(-time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, 4, s.Books.Last().Inactive.Told)
		require.Empty(t, s.Did("line-off"))
	})
	end := s.RunsUntil(lineEnds.AddDate(1, 0, 0))
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Equal(t, []string{"line-off l1"}, s.Did("line-off"))
	require.Equal(t, []string{"end-line l1"}, s.Did("end-line"))
	require.True(t, s.Now.Before(lineEnds.Add(time.Minute)), "at that second: %s", s.Now)
}

func TestPlan_RechargeInLastSecond_RestartsCount(t *testing.T) {
	s := idle(t, 0)
	last := lineEnds.Add(-time.Second)
	s.Recharges(last, 100)
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 89))
	require.Equal(t, contract.SubscriptionExpired, end.Stage, "it does not cover the plan")
	require.True(t, end.Inactive.Since.Equal(last))
	require.Zero(t, end.Inactive.Told)
	require.Equal(t, contract.StepInactive, end.Step)
	require.True(t, end.DueAt.Equal(last.AddDate(0, 0, 90)))
	require.Empty(t, s.Did("end-line"))
}

func TestPlan_LineBack_IsNoLongerCounted(t *testing.T) {
	s := idle(t, 0)
	s.Recharges(lineEnds.AddDate(0, 0, -1), 9000)
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Equal(t, contract.SubscriptionActive, end.Stage)
	require.Nil(t, end.Inactive)
	require.Empty(t, s.Did("end-line"))
}

func TestPlan_NetworkKeepsLine_EndsAnHourLater(t *testing.T) {
	s := idle(t, 0)
	s.Books.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
	s.At(lineEnds.Add(90*time.Minute), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("line-off", nil) })
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Equal(t, 2, s.Happened("line-off"), "at its end, and an hour later")
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Equal(t, []string{"end-line l1"}, s.Did("end-line"))
}

func TestPlan_NotEndedThenRecharged_Stays(t *testing.T) {
	s := idle(t, 0)
	s.Books.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
	s.Recharges(lineEnds.Add(90*time.Minute), 100)
	s.At(lineEnds.Add(100*time.Minute), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("line-off", nil) })
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Equal(t, 2, s.Happened("line-off"), "the fault happened")
	require.Equal(t, contract.SubscriptionExpired, end.Stage)
	require.Nil(t, end.Inactive.Ending)
	require.Empty(t, s.Did("end-line"))
	require.Equal(t, []string{"network hawakom-90 incoming", "network hawakom-90 incoming"}, s.Did("network"), "the network is told the service level again")
}

func TestPlan_EndAnswerLost_EndsLineOnce(t *testing.T) {
	s := idle(t, 0)
	s.Books.Loses("end-line")
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Equal(t, 1, s.Happened("end-line"))
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Equal(t, []string{"end-line l1"}, s.Did("end-line"))
}

func TestRelease_RechargeMeanwhile_KeepsLine(t *testing.T) {
	s := idle(t, 0)
	s.Books.Fails("line-off", workflowtest.ErrOutage)
	s.Recharges(lineEnds.Add(2*time.Minute), 100)
	s.At(lineEnds.Add(3*time.Minute), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("line-off", nil) })
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Positive(t, s.Happened("line-off"), "the fault happened")
	require.Empty(t, s.Did("end-line"), "the payment just made is not forfeited")
	require.Equal(t, []string{"line-off l1"}, s.Did("line-off"))
	require.Equal(t, contract.SubscriptionExpired, end.Stage)
	require.Nil(t, end.Inactive.Ending)
	require.Equal(t, []string{"network hawakom-90 incoming", "network hawakom-90 incoming"}, s.Did("network"), "the network is told the service level again")
}

func TestRelease_PlanRechargeMeanwhile_RenewsPlan(t *testing.T) {
	s := idle(t, 0)
	s.Books.Fails("line-off", workflowtest.ErrOutage)
	s.Recharges(lineEnds.Add(2*time.Minute), 9000)
	s.At(lineEnds.Add(3*time.Minute), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("line-off", nil) })
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Equal(t, contract.SubscriptionActive, end.Stage)
	require.Empty(t, s.Did("end-line"))
	require.Equal(t, []string{"network hawakom-90 incoming", "network hawakom-90 full"}, s.Did("network"))
}

// switchMeanwhile requests a switch while the network does not release the line.
func switchMeanwhile(s *workflowtest.PlanStory) (refusal *error) {
	s.Books.Fails("line-off", workflowtest.ErrOutage)
	return s.Says(lineEnds.Add(2*time.Minute), contract.UpdateSwitchNow, contract.SwitchOrder{
		PurchaseID: "p1", LineID: "l1", Switch: contract.PlanSwitch{PlanID: "hawakom-130", FromPlanID: "hawakom-90", FromCycle: 1},
	})
}

func TestRelease_SwitchMeanwhile_RefusedAfterEnd(t *testing.T) {
	s := idle(t, 0)
	refusal := switchMeanwhile(s)
	s.At(lineEnds.Add(3*time.Minute), func(*testsuite.TestWorkflowEnvironment) {
		s.Books.Fails("line-off", nil)
	})
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Error(t, *refusal, "its money goes back")
	require.Empty(t, s.Did("switch-now"), "no plan is in force on a line that ends")
	require.Equal(t, []string{"end-line l1"}, s.Did("end-line"))
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
}

func TestRelease_SwitchMeanwhile_StaysIfNotEnded(t *testing.T) {
	s := idle(t, 0)
	refusal := switchMeanwhile(s)
	s.At(lineEnds.Add(5*time.Hour), func(env *testsuite.TestWorkflowEnvironment) {
		s.Books.Fails("line-off", nil)
		env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: s.Books.Last().Seq + 1})
	})
	end := s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.NoError(t, *refusal)
	require.Equal(t, []string{"switch-now active 2"}, s.Did("switch-now"))
	require.Equal(t, contract.SubscriptionActive, end.Stage)
	require.Empty(t, s.Did("end-line", "line-off"), "a plan that was paid for is not ended")
}

func TestPlan_EndRefusedThenRecharged_NeedsNoOne(t *testing.T) {
	s := idle(t, 0)
	s.Books.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
	needed := map[string]any{}
	s.At(lineEnds.Add(4*time.Hour), func(*testsuite.TestWorkflowEnvironment) { needed["refused"] = s.Shown[contract.AttrNeedsAttention] })
	s.Recharges(lineEnds.Add(5*time.Hour), 100)
	s.RunsUntil(lineEnds.Add(6 * time.Hour))
	needed["recharged"] = s.Shown[contract.AttrNeedsAttention]
	s.RunsUntil(lineEnds.AddDate(0, 0, 1))
	require.Greater(t, s.Happened("line-off"), 2, "refused again and again")
	require.Equal(t, map[string]any{"refused": true, "recharged": false}, needed)
}
