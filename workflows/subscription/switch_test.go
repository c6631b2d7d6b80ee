package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// toLarger is an immediate switch paid with a card, requested in the given cycle of the plan.
func toLarger(purchase string, cycle int) contract.SwitchOrder {
	return contract.SwitchOrder{PurchaseID: purchase, LineID: "l1", Way: contract.PayCard, Switch: contract.PlanSwitch{
		PlanID: "hawakom-130", FromPlanID: "hawakom-90", FromCycle: cycle,
	}}
}

var soon = first.From.AddDate(0, 0, 3)

func TestSwitchNow_Paid_NetworkFirstThenCycle(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 0)
	refusal := s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1))
	end := s.RunsUntil(soon.Add(time.Minute))
	require.NoError(t, *refusal)
	require.Equal(t, []string{"network hawakom-130 full", "switch-now active 2"}, s.Did("network", "switch-now"))
	require.Equal(t, "hawakom-130", end.PlanID)
	require.True(t, end.From.Equal(soon), end.From)
	require.True(t, end.Until.After(ends), "it is counted from today")
	require.Equal(t, 1, s.Runs, "the work ends with the switch")
}

func TestSwitchNow_NewCycles_ChargedFromTheirDay(t *testing.T) {
	at := ends.AddDate(0, 0, -5)
	s := workflowtest.NewPlanStory(t, 13_000)
	s.Says(at, contract.UpdateSwitchNow, toLarger("p1", 1))
	end := s.RunsUntil(at.AddDate(0, 1, 0).Add(time.Minute))
	require.Equal(t, []string{"advance active 3"}, s.Did("advance"), "the old cycle's renewal is gone")
	require.Zero(t, s.Books.Balance)
	require.Equal(t, 3, end.Cycle)
}

func TestSwitchNow_NetworkRefuses_KeepsOldPlan(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Books.Fails("network", workflowtest.No(contract.FailNetworkRefused))
	refusal := s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1))
	s.At(soon.Add(time.Hour), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("network", nil) })
	end := s.RunsUntil(ends.Add(time.Minute))
	workflowtest.RequireCode(t, contract.FailSwitchFailed, *refusal)
	require.Equal(t, 1, s.Happened("network"))
	require.Empty(t, s.Did("switch-now", "follow", "network"), "it never took anything else")
	require.Equal(t, "hawakom-90", end.PlanID)
	require.Equal(t, 2, end.Cycle, "its cycles go on")
}

func TestSwitchNow_NetworkSilent_ToldOldPlan(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Books.Fails("network", workflowtest.ErrOutage)
	refusal := s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1))
	s.At(soon.Add(6*time.Minute), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("network", nil) })
	end := s.RunsUntil(soon.Add(2 * time.Hour))
	workflowtest.RequireCode(t, contract.FailSwitchFailed, *refusal)
	require.NotZero(t, s.Happened("network"))
	require.Equal(t, []string{"network hawakom-90 full"}, s.Did("network"))
	require.Equal(t, "hawakom-90", end.PlanID)
	require.Equal(t, "hawakom-90", end.Service.PlanID)
}

func TestSwitchNow_BooksRefuse_NetworkIsReset(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Books.Fails("switch-now", workflowtest.No(contract.FailPlanUnknown)) // the plan was withdrawn from sale at that moment
	refusal := s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1))
	end := s.RunsUntil(soon.Add(time.Hour))
	workflowtest.RequireCode(t, contract.FailPlanUnknown, *refusal)
	require.Equal(t, 1, s.Happened("switch-now"))
	require.Equal(t, []string{"network hawakom-130 full", "network hawakom-90 full"}, s.Did("network"))
	require.Equal(t, "hawakom-90", end.Service.PlanID)
	require.Equal(t, 1, end.Cycle)
}

func TestSwitchNow_TwoAtOnce_FirstCounts(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	one := s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1))
	two := s.Says(soon, contract.UpdateSwitchNow, toLarger("p2", 1))
	end := s.RunsUntil(soon.Add(time.Hour))
	require.NoError(t, *one)
	workflowtest.RequireCode(t, contract.FailSwitchOvertaken, *two)
	require.Equal(t, 2, end.Cycle)
	require.Len(t, s.Did("network"), 1)
}

func TestSwitchNow_RepeatedInLaterRun_NoChange(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1))
	again := s.Says(soon.Add(time.Hour), contract.UpdateSwitchNow, toLarger("p1", 1))
	end := s.RunsUntil(soon.Add(2 * time.Hour))
	require.NoError(t, *again)
	require.Len(t, s.Did("switch-now"), 1)
	require.Equal(t, 2, end.Cycle)
}

func TestSwitchNow_Scheduled_IsReplaced(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 20_000)
	s.Says(soon, contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	refusal := s.Says(soon.Add(time.Minute), contract.UpdateSwitchNow, toLarger("p1", 1))
	end := s.RunsUntil(soon.Add(time.Hour))
	require.NoError(t, *refusal)
	require.Nil(t, end.Scheduled)
	require.Equal(t, "hawakom-130", end.PlanID)
}

func TestSwitchNow_NextCyclePaid_IsRefused(t *testing.T) {
	due := first.DueAt
	s := workflowtest.NewPlanStory(t, 20_000)
	before := s.Says(due.Add(time.Second), contract.UpdateSwitchNow, toLarger("p1", 2))
	after := s.Says(ends.Add(time.Second), contract.UpdateSwitchNow, toLarger("p2", 2))
	end := s.RunsUntil(ends.Add(time.Minute))
	workflowtest.RequireCode(t, contract.FailSwitchRenewing, *before)
	require.NoError(t, *after)
	require.Equal(t, "hawakom-130", end.PlanID)
}

func TestSwitchNow_RenewalDueMeanwhile_IsDropped(t *testing.T) {
	due := first.DueAt
	s := workflowtest.NewPlanStory(t, 20_000)
	s.Books.Fails("network", workflowtest.ErrOutage)
	refusal := s.Says(due.Add(-2*time.Second), contract.UpdateSwitchNow, toLarger("p1", 1))
	s.At(due.Add(10*time.Second), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("network", nil) })
	end := s.RunsUntil(due.Add(10 * time.Minute))
	require.NotZero(t, s.Happened("network"))
	require.NoError(t, *refusal)
	require.Empty(t, s.Did("advance"))
	require.Equal(t, contract.Halalas(20_000), s.Books.Balance, "nothing was charged for the old plan")
	require.Equal(t, "hawakom-130", end.PlanID)
}

func TestSwitchNow_PlanRanOut_ComesBack(t *testing.T) {
	for name, at := range map[string]time.Time{"in the grace": ends.Add(time.Hour), "once it has run out": ends.AddDate(0, 0, 9)} {
		for _, plan := range []string{"hawakom-90", "hawakom-130"} {
			t.Run(name+" with "+plan, func(t *testing.T) {
				s := workflowtest.NewPlanStory(t, 0)
				order := toLarger("p1", 1)
				order.Switch.PlanID = plan
				refusal := s.Says(at, contract.UpdateSwitchNow, order)
				end := s.RunsUntil(at.Add(time.Minute))
				require.NoError(t, *refusal)
				require.Equal(t, contract.SubscriptionActive, end.Stage)
				require.Equal(t, plan, end.PlanID)
				require.Equal(t, contract.ServiceFull, end.Service.Level)
				require.True(t, end.From.Equal(at))
				require.Nil(t, end.Grace)
			})
		}
	}
}

func TestSwitchNow_WriteAnswerLost_CountsOnce(t *testing.T) {
	for _, write := range []string{"network", "switch-now"} {
		t.Run(write, func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 9000)
			s.Books.Loses(write)
			refusal := s.Says(soon, contract.UpdateSwitchNow, toLarger("p1", 1))
			end := s.RunsUntil(soon.Add(10 * time.Minute))
			require.NoError(t, *refusal)
			require.Equal(t, 1, s.Happened(write))
			require.Equal(t, 2, end.Cycle)
			require.Len(t, s.Did("switch-now"), 1)
		})
	}
}
