package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/workflowtest"
)

var (
	first  = workflowtest.NewPlan()
	ends   = first.Until
	cutOff = ends.Add(-time.Hour)
)

func TestPlan_EachCycle_ChargedWithoutWorkflow(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 3*9000)
	end := s.RunsUntil(ends.AddDate(0, 2, 1))
	require.Equal(t, contract.SubscriptionActive, end.Stage)
	require.Equal(t, 4, end.Cycle)
	require.Equal(t, []string{"advance active 2", "advance active 3", "advance active 4"}, s.Did("advance"))
	require.Zero(t, s.Books.Balance)
	require.Zero(t, s.Runs, "an idle line needs no workflow")
}

func TestPlan_ShortBalance_GraceThenRunsOut(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 8999)
	end := s.RunsUntil(ends.AddDate(0, 0, 10))
	require.Equal(t, contract.SubscriptionExpired, end.Stage)
	require.True(t, end.ExpiredAt.Equal(ends.Add(72*time.Hour)))
	require.Equal(t, []string{"network hawakom-90 incoming"}, s.Did("network"), "calls come in, none go out")
}

func TestPlan_Recharged_ComesBack(t *testing.T) {
	for name, at := range map[string]time.Time{"in the grace": ends.Add(30 * time.Hour), "once it has run out": ends.AddDate(0, 1, 0)} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 0)
			s.Recharges(at, 4000)
			s.Recharges(at.Add(time.Hour), 5000)
			end := s.RunsUntil(at.Add(2 * time.Hour))
			require.Equal(t, contract.SubscriptionActive, end.Stage)
			require.True(t, end.From.Equal(at.Add(time.Hour)), "at the moment of the recharge: %s", end.From)
			require.Equal(t, contract.ServiceFull, end.Service.Level)
		})
	}
}

func TestPlan_StoppedAndStarted_GoesOn(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	stopped := s.Says(ends.AddDate(0, 0, -10), contract.UpdateStopRenewal, contract.RenewalChoice{})
	twice := s.Says(ends.AddDate(0, 0, -9), contract.UpdateStopRenewal, contract.RenewalChoice{})
	started := s.Says(ends.AddDate(0, 0, -8), contract.UpdateStartRenewal, contract.RenewalChoice{})
	end := s.RunsUntil(ends.Add(time.Hour))
	require.NoError(t, *stopped)
	workflowtest.RequireCode(t, contract.FailRenewalStopped, *twice)
	require.NoError(t, *started)
	require.Equal(t, 2, end.Cycle)
}

func TestPlan_Stopped_RunsOutAndStartsAgain(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.Says(ends.AddDate(0, 0, -10), contract.UpdateStopRenewal, contract.RenewalChoice{})
	back := ends.AddDate(0, 0, 5)
	s.Says(back, contract.UpdateStartRenewal, contract.RenewalChoice{})
	end := s.RunsUntil(back.Add(time.Minute))
	require.Equal(t, contract.SubscriptionActive, end.Stage)
	require.Equal(t, 2, end.Cycle)
	require.True(t, end.From.Equal(back))
	require.Equal(t, []string{"network hawakom-90 incoming", "network hawakom-90 full"}, s.Did("network"))
}

func TestPlan_ScheduledSwitch_AtMidnightInRiyadh(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 13_000)
	choice := contract.SwitchChoice{PlanID: "hawakom-130"}
	scheduled := s.Says(cutOff.Add(-time.Second), contract.UpdateScheduleSwitch, choice)
	s.At(ends.Add(-time.Second), func(*testsuite.TestWorkflowEnvironment) {
		require.Equal(t, "hawakom-90", s.Books.Last().PlanID)
	})
	end := s.RunsUntil(ends.Add(time.Minute))
	require.NoError(t, *scheduled)
	require.Equal(t, "hawakom-130", end.PlanID)
	require.Equal(t, []string{"network hawakom-130 full"}, s.Did("network"))
	require.Zero(t, s.Books.Balance)
}

func TestPlan_SwitchNotCovered_KeepsPresentPlan(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	scheduled := s.Says(cutOff.Add(-time.Second), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	end := s.RunsUntil(ends.Add(time.Minute))
	require.NoError(t, *scheduled)
	require.Equal(t, contract.SubscriptionActive, end.Stage)
	require.Equal(t, "hawakom-90", end.PlanID)
	require.Equal(t, 2, end.Cycle)
	require.Nil(t, end.Scheduled)
	require.Zero(t, s.Books.Balance)
}

func TestPlan_SwitchAtCutOff_IsTooLate(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 20_000)
	late := s.Says(cutOff, contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	end := s.RunsUntil(ends.Add(time.Minute))
	workflowtest.RequireCode(t, contract.FailSwitchTooLate, *late)
	require.Equal(t, "hawakom-90", end.PlanID)
}

func TestPlan_MonthEnds_RenewThroughShortMonths(t *testing.T) {
	tests := map[string]struct{ begins, first, second, third time.Time }{
		"on the 31st into a leap February": {riyadh(2028, time.January, 31), riyadh(2028, time.February, 29), riyadh(2028, time.March, 31), riyadh(2028, time.April, 30)},
		"on the 30th into a short one":     {riyadh(2027, time.January, 30), riyadh(2027, time.February, 28), riyadh(2027, time.March, 30), riyadh(2027, time.April, 30)},
		"on the 29th into a short one":     {riyadh(2027, time.January, 29), riyadh(2027, time.February, 28), riyadh(2027, time.March, 29), riyadh(2027, time.April, 29)},
		"on the 28th":                      {riyadh(2027, time.January, 28), riyadh(2027, time.February, 28), riyadh(2027, time.March, 28), riyadh(2027, time.April, 28)},
		"on a leap day":                    {riyadh(2028, time.February, 29), riyadh(2028, time.March, 29), riyadh(2028, time.April, 29), riyadh(2028, time.May, 29)},
		"over the new year":                {riyadh(2026, time.December, 31), riyadh(2027, time.January, 31), riyadh(2027, time.February, 28), riyadh(2027, time.March, 31)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPlanStoryAt(t, tt.begins.Add(9*time.Hour), 2*9000)
			for _, midnight := range []time.Time{tt.first, tt.second} {
				s.At(midnight.Add(-time.Hour-time.Second), func(*testsuite.TestWorkflowEnvironment) {
					require.True(t, s.Books.Last().Until.Equal(midnight), "not charged before its hour: %s", s.Books.Last().Until)
				})
			}
			end := s.RunsUntil(tt.second.Add(time.Second))
			require.Equal(t, 3, end.Cycle)
			require.True(t, end.From.Equal(tt.second), end.From)
			require.True(t, end.Until.Equal(tt.third), end.Until)
			require.Zero(t, s.Books.Balance)
		})
	}
}

func riyadh(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, calendar.Riyadh)
}

func TestPlan_StoppedLate_NextCycleOnly(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2*9000)
	stopped := s.Says(ends.Add(-time.Second), contract.UpdateStopRenewal, contract.RenewalChoice{})
	end := s.RunsUntil(ends.AddDate(0, 1, 1))
	require.NoError(t, *stopped)
	require.Equal(t, contract.SubscriptionExpired, end.Stage)
	require.Equal(t, 2, end.Cycle, "what was paid for is given")
	require.Equal(t, contract.Halalas(9000), s.Books.Balance)
}

func TestPlan_TwoSwitchesAtOnce_LaterCounts(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 20_000)
	at := ends.AddDate(0, 0, -5)
	one := s.Says(at, contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	two := s.Says(at, contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	cancelled := s.Says(at.Add(time.Hour), contract.UpdateCancelSwitch, contract.SwitchChoice{})
	end := s.RunsUntil(ends.Add(time.Minute))
	require.NoError(t, *one)
	workflowtest.RequireCode(t, contract.FailSwitchScheduled, *two)
	require.NoError(t, *cancelled)
	require.Equal(t, "hawakom-90", end.PlanID)
	require.Equal(t, 2, end.Cycle)
}

// Worker and API died together, and the first choice is not sent again.
func TestPlan_ChoiceAfterLostOne_Taken(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 20_000)
	at := ends.AddDate(0, 0, -5)
	s.At(at, func(*testsuite.TestWorkflowEnvironment) {
		forgotten := subscription.SwitchScheduled(s.Books.Last(), "hawakom-130", at)
		forgotten.Seq++
		s.Books.Has(forgotten)
	})
	cancelled := s.Says(at.Add(time.Second), contract.UpdateCancelSwitch, contract.SwitchChoice{})
	end := s.RunsUntil(at.Add(time.Minute))
	require.NoError(t, *cancelled)
	require.Nil(t, end.Scheduled)
	require.Len(t, s.Did("cancel"), 1)
}

func TestPlan_NetworkRefuses_DoesNotBlockCycles(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2*13_000)
	s.Says(ends.AddDate(0, 0, -5), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	s.Books.Fails("network", workflowtest.No(contract.FailNetworkRefused))
	s.At(ends.AddDate(0, 1, 2), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("network", nil) })
	end := s.RunsUntil(ends.AddDate(0, 1, 3))
	require.GreaterOrEqual(t, s.Happened("network"), 24*30, "each hour")
	require.Equal(t, 3, end.Cycle)
	require.Equal(t, "hawakom-130", end.Service.PlanID)
	require.Len(t, s.Did("network"), 1)
}

func TestPlan_OutageOfAWeek_CostsNoCycle(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 2*9000)
	s.At(ends.AddDate(0, 0, -1), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("advance", workflowtest.ErrOutage) })
	s.At(ends.AddDate(0, 0, 6), func(*testsuite.TestWorkflowEnvironment) { s.Books.Fails("advance", nil) })
	end := s.RunsUntil(ends.AddDate(0, 0, 8))
	require.NotZero(t, s.Happened("advance"))
	require.Equal(t, 2, end.Cycle)
	require.True(t, end.From.Equal(ends), "the cycle begins when the last one ended")
	require.Equal(t, contract.Halalas(9000), s.Books.Balance)
}

func TestPlan_WriteAnswerLost_CountsOnce(t *testing.T) {
	for _, write := range []string{"advance", "schedule", "stop", "start", "cancel", "follow"} {
		t.Run(write, func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 4*13_000)
			at := ends.AddDate(0, 0, -5)
			s.Says(at, contract.UpdateStopRenewal, contract.RenewalChoice{})
			s.Says(at.Add(time.Hour), contract.UpdateStartRenewal, contract.RenewalChoice{})
			s.Says(at.Add(2*time.Hour), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
			s.Says(at.Add(3*time.Hour), contract.UpdateCancelSwitch, contract.SwitchChoice{})
			s.Says(at.Add(4*time.Hour), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
			s.Books.Loses(write)
			end := s.RunsUntil(ends.Add(time.Hour))
			require.Equal(t, 1, s.Happened(write))
			require.Equal(t, 2, end.Cycle)
			require.Equal(t, contract.Halalas(3*13_000), s.Books.Balance, "one cycle was charged")
			require.Equal(t, "hawakom-130", end.Service.PlanID)
		})
	}
}

func TestPlan_LineLeft_Ends(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.At(ends.AddDate(0, 0, -3), func(*testsuite.TestWorkflowEnvironment) { s.Books.Gone = true })
	end := s.RunsUntil(ends.AddDate(1, 0, 0))
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Equal(t, contract.Halalas(9000), s.Books.Balance)
	require.True(t, s.Now.Before(ends.AddDate(0, 0, 1)), "it is no longer awaited")
}

// A line ends while a switch of its plan is scheduled: its plan gets the news and closes without a charge.
func TestPlan_LineEndsInScheduledSwitch_Closes(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 50_000)
	s.Says(first.From.Add(time.Hour), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	s.At(first.From.Add(48*time.Hour), func(env *testsuite.TestWorkflowEnvironment) {
		s.Books.Gone = true
		env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: s.Books.Last().Seq + 1})
	})
	end := s.RunsUntil(ends.AddDate(0, 1, 0))
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Nil(t, end.Scheduled)
	require.Equal(t, 1, end.Cycle)
	require.True(t, s.Now.Before(ends), "at once, not at the end of its cycle")
	require.Equal(t, contract.Halalas(50_000), s.Books.Balance)
}

func TestPlan_LineLeavesInRenewal_Ends(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 9000)
	s.HappensDuring("advance", func() { s.Books.Gone = true })
	end := s.RunsUntil(ends.AddDate(0, 1, 0))
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Equal(t, 1, end.Cycle)
	require.Equal(t, contract.Halalas(9000), s.Books.Balance, "the cycle that did not begin costs nothing")
}

func TestPlan_LineLeavesBeforeSwitch_Ends(t *testing.T) {
	s := workflowtest.NewPlanStory(t, 13_000)
	scheduled := s.Says(ends.AddDate(0, 0, -10), contract.UpdateScheduleSwitch, contract.SwitchChoice{PlanID: "hawakom-130"})
	s.At(ends.AddDate(0, 0, -5), func(*testsuite.TestWorkflowEnvironment) { s.Books.Gone = true })
	end := s.RunsUntil(ends.AddDate(0, 1, 0))
	require.NoError(t, *scheduled)
	require.Equal(t, contract.SubscriptionEnded, end.Stage)
	require.Nil(t, end.Scheduled)
	require.Equal(t, contract.Halalas(13_000), s.Books.Balance)
}

func TestPlan_NewsOfLastRun_IsTaken(t *testing.T) {
	for name, news := range map[string]bool{"left behind": true, "none": false} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 0)
			short := s.RunsUntil(s.Books.Last().DueAt.Add(time.Hour))
			require.True(t, subscription.Retries(short))
			s.Books.Grows(9000)
			s.GoesOn(news)
			renewed := s.RunsUntil(s.Now.Add(time.Minute)).Cycle > short.Cycle
			require.Equal(t, news, renewed, "nothing else of the plan is due")
		})
	}
}

// News that comes while a run ends is taken by the next run: the activity that begins a cycle runs, and the row is changed elsewhere.
func TestPlan_NewsWhileRunEnds_IsTakenByTheNext(t *testing.T) {
	for name, news := range map[string]bool{"news": true, "none": false} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPlanStory(t, 2*9000)
			s.At(cutOff.Add(-time.Minute), func(env *testsuite.TestWorkflowEnvironment) {
				if news {
					s.HappensDuring("advance", func() {
						env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: s.Books.Last().Seq + 100})
					})
				}
			})
			end := s.RunsUntil(ends.AddDate(0, 0, 10))
			require.Equal(t, 2, end.Cycle)
			require.Equal(t, news, len(s.Tried()) > 1, "the next run reads the row: %q", s.Tried())
		})
	}
}
