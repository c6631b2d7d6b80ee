package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/workflows/internal/workflowtest"
)

// begunAt is when the renewing things are bought.
var begunAt = first.From.Add(time.Hour)

// buys delivers a renewing thing and calls the plan as our database would.
func buys(s *workflowtest.PlanStory, at time.Time, name string, price contract.Halalas, days int) {
	s.At(at, func(env *testsuite.TestWorkflowEnvironment) {
		next := s.Books.HasItem(workflowtest.PlanItem{Name: name, Item: renewal.Item{Price: price, Days: days, Cycle: 1, Until: at.AddDate(0, 0, days)}})
		env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: next.Seq})
	})
}

func TestItems_Renew_InTheirOwnTime(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 3*9000+3*3500)
	buys(s, begunAt, "mix", 3500, 20)
	end := s.RunsUntil(begunAt.AddDate(0, 0, 3*20).Add(time.Minute))
	require.Equal(t, []string{"item mix 2", "item mix 3", "item mix 4"}, s.Did("item"))
	require.Equal(t, 3, end.Cycle)
	require.Equal(t, contract.Halalas(9000), s.Books.Balance)
	require.True(t, end.ItemsDue.Equal(begunAt.AddDate(0, 0, 80)), end.ItemsDue)
}

func TestItems_Daily_RenewsEachDay(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000+40*150)
	buys(s, begunAt, "news", 150, 1)
	end := s.RunsUntil(begunAt.AddDate(0, 0, 40).Add(time.Minute))
	require.Len(t, s.Did("item"), 40)
	require.Equal(t, 2, end.Cycle)
	require.Zero(t, s.Books.Balance)
}

func TestItems_NotCovered_EndsAndPlanGoesOn(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000+149)
	s.Books.Balance = 149
	s.Recharges(begunAt.AddDate(0, 0, 10), 9000-149)
	buys(s, begunAt, "news", 150, 1)
	end := s.RunsUntil(ends.Add(time.Hour))
	require.Equal(t, []string{"item news short"}, s.Did("item"))
	require.Equal(t, 2, end.Cycle)
	require.Zero(t, end.ItemsDue)
}

func TestItems_RenewalOff_EndsWithItsCycle(t *testing.T) {
	for name, tt := range map[string]struct {
		again bool
		want  string
	}{"off": {false, "item mix over"}, "off and on": {true, "item mix 2"}} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 20_000)
			buys(s, begunAt, "mix", 3500, 20)
			s.At(begunAt.AddDate(0, 0, 5), func(*testsuite.TestWorkflowEnvironment) { s.Books.Turns("mix", false) })
			s.At(begunAt.AddDate(0, 0, 6), func(*testsuite.TestWorkflowEnvironment) { s.Books.Turns("mix", tt.again) })
			s.RunsUntil(begunAt.AddDate(0, 0, 21))
			require.Equal(t, []string{tt.want}, s.Did("item"))
		})
	}
}

func TestItems_LineLeft_AreNotCharged(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 20_000)
	buys(s, begunAt, "mix", 3500, 20)
	s.At(begunAt.AddDate(0, 0, 5), func(*testsuite.TestWorkflowEnvironment) { s.Books.Gone = true })
	end := s.RunsUntil(ends.AddDate(0, 1, 0))
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Empty(t, s.Did("item"))
	require.Equal(t, contract.Halalas(20_000), s.Books.Balance)
	require.Zero(t, end.ItemsDue)
}

func TestItems_PlanSwitched_Unchanged(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 13_000+3500)
	buys(s, begunAt, "mix", 3500, 20)
	scheduled := s.Says(begunAt.Add(time.Hour), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	now := s.Says(begunAt.AddDate(0, 0, 3), contract.UpdateSwitchNow, toLarger("p1", 1))
	end := s.RunsUntil(begunAt.AddDate(0, 0, 20).Add(time.Minute))
	require.NoError(t, *scheduled)
	require.NoError(t, *now)
	require.Equal(t, "hawakom-130", end.PlanID)
	require.Equal(t, []string{"item mix 2"}, s.Did("item"))
}

func TestItems_ChargeAnswerLost_CountsOnce(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2*3500)
	buys(s, begunAt, "mix", 3500, 20)
	s.Books.Loses("advance")
	s.RunsUntil(begunAt.AddDate(0, 0, 21))
	require.Equal(t, []string{"item mix 2"}, s.Did("item"))
	require.Equal(t, contract.Halalas(3500), s.Books.Balance)
}

// The day on which the outage ended: not those before.
func TestItems_OutageOfDays_NotChargedPerDay(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2000)
	buys(s, begunAt, "news", 150, 1)
	s.At(begunAt.Add(time.Hour), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("advance", workflowtest.ErrOutage) })
	back := begunAt.AddDate(0, 0, 6)
	s.At(back, func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("advance", nil) })
	end := s.RunsUntil(back.Add(12 * time.Hour))
	require.Len(t, s.Did("item"), 1)
	require.False(t, end.ItemsDue.Before(back.AddDate(0, 0, 1)))
}

func TestItems_WithoutPlan_End(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 5000)
	buys(s, begunAt, "mix", 3500, 32)
	s.Says(begunAt.Add(time.Hour), contract.UpdateStopRenewal, contract.RenewalChoice{})
	end := s.RunsUntil(ends.AddDate(0, 0, 5))
	require.Equal(t, contract.SubscriptionExpired, end.Stage)
	require.Equal(t, []string{"item mix planless"}, s.Did("item"))
	require.Equal(t, contract.Halalas(5000), s.Books.Balance)
}
