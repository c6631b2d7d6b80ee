//go:build record

package workflows_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/workflowtest"
)

// planRecording is the plan of a line that really runs; its months are moments. Its workflow takes the due steps while they are soon.
type planRecording struct {
	*recording
	plans *flow.Subscriptions
	line  *workflowtest.PlanBooks
	first contract.PlanSubscription
	over  bool // its cycle ends in a moment, too
}

const (
	soon = 700 * time.Millisecond
	late = 2 * contract.LongestShardRest // a step so late belongs to the shard of the line
)

// begins starts the plan, whose next step is due in a moment.
func (p *planRecording) begins(balance contract.Halalas) {
	p.first.LineID, p.first.DueAt = p.id(), time.Now().Add(soon).UTC()
	if p.over {
		p.first.Until = p.first.DueAt
	}
	p.line.Has(p.first)
	p.line.Balance = balance
	require.NoError(p.t, p.plans.Call(p.t.Context(), p.first))
}

func (p *planRecording) untilPlan(what func(contract.PlanSubscription) bool) {
	require.Eventually(p.t, func() bool { return what(p.line.Last()) }, time.Minute, 10*time.Millisecond)
}

// runsOut is an unpaid plan, of a line that ends by rule some moments later.
func (p *planRecording) runsOut() {
	p.over = true
	p.line.Rules = workflowtest.InactiveRules
	p.begins(0)
}

func (p *planRecording) schedules() {
	choice := contract.SwitchChoice{PlanID: "hawakom-130"}
	_, err := p.plans.ScheduleSwitch(p.t.Context(), p.line.Last(), p.key(), choice)
	require.NoError(p.t, err)
}

// switches switches the plan at once, as a purchase does.
func (p *planRecording) switches(purchase string) error {
	order := contract.SwitchOrder{PurchaseID: purchase, LineID: p.id(), Way: contract.PayCard, Switch: contract.PlanSwitch{
		PlanID: "hawakom-130", FromPlanID: "hawakom-90", FromCycle: 1,
	}}
	_, err := p.plans.SwitchNow(p.t.Context(), p.line.Last(), order)
	return err
}

// beginsSwitch opens the purchase of an immediate switch.
func (p *planRecording) beginsSwitch() error {
	in := workflowtest.NewPurchase(contract.PurchaseSwitch, contract.PayBalance)
	number := func(int) string { return workflowtest.PurchaseNumber }
	_, err := p.plans.BeginSwitch(p.t.Context(), p.line.Last(), in, number, p.key())
	return err
}

// rests is a plan without work: no workflow runs.
func (p *planRecording) rests() {
	p.first.LineID, p.first.DueAt = p.id(), time.Now().Add(late).UTC()
	p.line.Has(p.first)
	p.line.IsDueIn(late)
}

// notSwitched tries a switch and lets the cycle continue to its end.
func (p *planRecording) notSwitched(name string, want contract.Code) {
	p.line.Soon = 3 * time.Second
	p.begins(0)
	require.EqualError(p.t, p.switches("p1"), string(want))
	if subscription.IsNetworkOutdated(p.line.Last()) { // it does not answer when it is told the old plan, either
		require.Eventually(p.t, func() bool { return p.line.Happened("network") > 1 }, time.Minute, 10*time.Millisecond)
		p.line.Fails("network", nil)
		p.isToldAgain()
	}
	for _, effect := range []string{"network", "switch-now"} {
		p.line.Fails(effect, nil)
	}
	p.line.Grows(9000)
	require.NoError(p.t, p.plans.Call(p.t.Context(), p.line.Last()))
	p.saves(name)
}

// isToldAgain lets support repeat what the network refused.
func (p *planRecording) isToldAgain() {
	again := contract.Resolution{Action: contract.ResolveRetry, Actor: "support-1", Note: "it is back"}
	_, err := p.plans.Resolve(p.t.Context(), p.line.Last(), p.key(), again)
	require.NoError(p.t, err)
}

// startsAgain stops the renewal and starts it.
func (p *planRecording) startsAgain() {
	_, err := p.plans.StopRenewal(p.t.Context(), p.line.Last(), p.key(), contract.RenewalChoice{})
	require.NoError(p.t, err)
	_, err = p.plans.StartRenewal(p.t.Context(), p.line.Last(), p.key(), contract.RenewalChoice{})
	require.NoError(p.t, err)
}

// suspends starts or ends a suspension of the line.
func (p *planRecording) suspends(what func(context.Context, contract.PlanSubscription, string, contract.SuspensionChoice) (contract.PlanSubscription, error)) {
	_, err := what(p.t.Context(), p.line.Last(), p.key(), contract.SuspensionChoice{UserID: "u1", Language: "en"})
	require.NoError(p.t, err)
}

// comesBackWithANewSIM writes the row as another process does.
func (p *planRecording) comesBackWithANewSIM() {
	taken := subscription.Returned(p.line.Last())
	taken.Seq++
	p.line.Has(taken)
	require.NoError(p.t, p.plans.Call(p.t.Context(), taken))
}

// saves lets the steps after the next one belong to the shard, and saves the present run, which ends.
func (p *planRecording) saves(name string) {
	p.line.IsDueIn(late)
	id := contract.PlanSubscriptionWorkflowID(p.id())
	found, err := p.server.DescribeWorkflowExecution(p.t.Context(), id, "")
	require.NoError(p.t, err)
	run := found.GetWorkflowExecutionInfo().GetExecution().GetRunId()
	ctx, stop := context.WithTimeout(p.t.Context(), time.Minute)
	defer stop()
	require.NoError(p.t, p.server.GetWorkflow(ctx, id, run).Get(ctx, nil))
	p.saveRun(name, id, run)
}

// planRecordings are the courses of the plan of a line.
var planRecordings = map[string]func(*planRecording){
	"plan-renewed": func(p *planRecording) {
		p.line.Soon = 3 * time.Second
		p.begins(9000)
		p.startsAgain()
		p.schedules()
		_, err := p.plans.CancelSwitch(p.t.Context(), p.line.Last(), p.key(), contract.SwitchChoice{})
		require.NoError(p.t, err)
		_, err = p.plans.CancelSwitch(p.t.Context(), p.line.Last(), p.key(), contract.SwitchChoice{})
		require.EqualError(p.t, err, string(contract.FailSwitchNone))
		p.saves("plan-renewed")
	},
	"plan-with-an-item": func(p *planRecording) {
		p.line.Soon = 2 * time.Second
		p.begins(2 * 9000)
		p.startsAgain()
		due := time.Now().Add(time.Second).UTC()
		item := renewal.Item{Price: 3500, Days: 30, Cycle: 1, Until: due}
		require.NoError(p.t, p.plans.Call(p.t.Context(), p.line.HasItem(workflowtest.PlanItem{Name: "mix", Item: item})))
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.ItemsDue.After(due) })
		p.saves("plan-with-an-item")
	},
	"plan-switched": func(p *planRecording) {
		p.line.Soon = 2 * time.Second
		p.begins(22_000)
		p.schedules()
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.PlanID == "hawakom-130" })
		p.line.Grows(13_000)
		p.saves("plan-switched")
	},
	"plan-short-and-back": func(p *planRecording) {
		p.over = true
		p.begins(0)
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Stage == contract.SubscriptionExpired })
		p.saves("plan-short")
		_, err := p.plans.StopRenewal(p.t.Context(), p.line.Last(), p.key(), contract.RenewalChoice{})
		require.NoError(p.t, err)
		p.saves("plan-stopped")
		p.line.Grows(9000)
		_, err = p.plans.StartRenewal(p.t.Context(), p.line.Last(), p.key(), contract.RenewalChoice{})
		require.NoError(p.t, err)
		p.saves("plan-short-and-back")
	},
	"plan-network-refuses": func(p *planRecording) {
		p.over = true
		p.line.Fails("network", workflowtest.No(contract.FailNetworkRefused))
		p.begins(0)
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Stage == contract.SubscriptionExpired })
		require.Eventually(p.t, func() bool { return p.line.Happened("network") > 0 }, time.Minute, 10*time.Millisecond)
		p.startsAgain()
		p.line.Grows(9000)
		require.NoError(p.t, p.plans.Call(p.t.Context(), p.line.Last()))
		p.saves("plan-network-refuses")
	},
	"plan-released": func(p *planRecording) {
		p.runsOut()
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Inactive != nil && s.Inactive.Told == 4 })
		require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), contract.PlanSubscriptionWorkflowID(p.id()), "").Get(p.t.Context(), nil))
		p.save("plan-released", contract.PlanSubscriptionWorkflowID(p.id()))
	},
	"plan-not-released": func(p *planRecording) {
		p.endings.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
		p.runsOut()
		require.Eventually(p.t, func() bool { return p.endings.Happened("line-off") > 0 }, time.Minute, 10*time.Millisecond)
		p.line.IsActive(time.Now())
		p.line.Grows(100)
		require.NoError(p.t, p.plans.Call(p.t.Context(), p.line.Last()))
		p.untilPlan(func(s contract.PlanSubscription) bool {
			return s.Inactive != nil && s.Inactive.Ending == nil && s.Inactive.Told == 0
		})
		p.line.Grows(9000)
		p.startsAgain()
		p.saves("plan-not-released")
	},
	"plan-whose-network-is-told-again": func(p *planRecording) {
		p.line.Soon = 6 * time.Second
		p.begins(2 * 9000)
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Cycle == 2 })
		p.line.Fails("network", workflowtest.No(contract.FailNetworkRefused))
		p.suspends(p.plans.SuspendLine)
		require.Eventually(p.t, func() bool { return p.line.Happened("network") > 0 }, time.Minute, 10*time.Millisecond)
		p.line.Fails("network", nil)
		p.isToldAgain()
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Service.Level == contract.ServiceNone })
		p.suspends(p.plans.ReturnLine)
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Service.Level == contract.ServiceFull })
		p.saves("plan-whose-network-is-told-again")
	},
	"plan-of-a-line-suspended": func(p *planRecording) {
		p.line.Soon = 6 * time.Second
		p.begins(2 * 9000)
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Cycle == 2 })
		p.line.Fails("network", workflowtest.No(contract.FailNetworkRefused))
		p.suspends(p.plans.SuspendLine)
		require.Eventually(p.t, func() bool { return p.line.Happened("network") > 0 }, time.Minute, 10*time.Millisecond)
		_, err := p.plans.SuspendLine(p.t.Context(), p.line.Last(), p.key(), contract.SuspensionChoice{})
		require.EqualError(p.t, err, string(contract.FailLineSuspendedByOwner))
		p.line.Fails("network", nil)
		p.suspends(p.plans.ReturnLine)
		p.suspends(p.plans.SuspendLine)
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Service.Level == contract.ServiceNone })
		p.comesBackWithANewSIM()
		p.untilPlan(func(s contract.PlanSubscription) bool { return s.Service.Level == contract.ServiceFull })
		p.saves("plan-of-a-line-suspended")
	},
	"plan-of-a-line-that-left": func(p *planRecording) {
		p.line.Gone = true
		p.begins(9000)
		require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), contract.PlanSubscriptionWorkflowID(p.id()), "").Get(p.t.Context(), nil))
		p.save("plan-of-a-line-that-left", contract.PlanSubscriptionWorkflowID(p.id()))
	},
	"plan-switched-now": func(p *planRecording) {
		p.rests()
		require.NoError(p.t, p.switches("p1"))
		p.saves("plan-switched-now")
		require.NoError(p.t, p.switches("p1"), "in a later run it changes nothing")
		require.EqualError(p.t, p.switches("p2"), string(contract.FailSwitchOvertaken))
	},
	"plan-switch-begun": func(p *planRecording) {
		p.line.Soon = 5 * time.Second
		p.begins(9000)
		p.startsAgain()
		p.shop.Fails("open", workflowtest.No(contract.FailBalanceShort))
		require.EqualError(p.t, p.beginsSwitch(), string(contract.FailBalanceShort))
		require.Equal(p.t, 1, p.shop.Happened("open"))
		p.shop.Fails("open", nil)
		require.NoError(p.t, p.beginsSwitch())
		p.saves("plan-switch-begun")
	},
	"plan-switch-refused-by-the-network": func(p *planRecording) {
		p.line.Fails("network", workflowtest.No(contract.FailNetworkRefused))
		p.notSwitched("plan-switch-refused-by-the-network", contract.FailSwitchFailed)
	},
	"plan-switch-without-an-answer": func(p *planRecording) {
		p.line.Fails("network", workflowtest.No(contract.FailOutsideSystem))
		p.notSwitched("plan-switch-without-an-answer", contract.FailSwitchFailed)
	},
	"plan-switch-refused-by-the-books": func(p *planRecording) {
		p.line.Fails("switch-now", workflowtest.No(contract.FailPlanUnknown))
		p.notSwitched("plan-switch-refused-by-the-books", contract.FailPlanUnknown)
	},
	"plan-shard": func(p *planRecording) {
		p.line.IsDueIn(20 * time.Millisecond)
		run := p.starts(contract.PlanShardWorkflowID(7), contract.WorkflowPlanShard, contract.PlanShardInput{Shard: 7})
		require.NoError(p.t, p.server.SignalWorkflow(p.t.Context(), run.GetID(), "", contract.SignalPlanDue, nil))
		p.awaitsEnd(run)
		p.saveRun("plan-shard", run.GetID(), run.GetRunID())
	},
	"plan-calls": func(p *planRecording) {
		run := p.starts(contract.SubscriptionCallsWorkflowID, contract.WorkflowSubscriptionCalls)
		p.awaitsEnd(run)
		p.saveRun("plan-calls", run.GetID(), run.GetRunID())
	},
}

func (p *planRecording) starts(id, workflow string, args ...any) client.WorkflowRun {
	run, err := p.server.ExecuteWorkflow(p.t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: contract.QueueOf(workflow)}, workflow, args...)
	require.NoError(p.t, err)
	return run
}

// awaitsEnd waits until a run has continued as new.
func (p *planRecording) awaitsEnd(run client.WorkflowRun) {
	require.Eventually(p.t, func() bool {
		events := p.history(run.GetID(), run.GetRunID(), false)
		return events[len(events)-1].GetEventType() == enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW
	}, 2*time.Minute, 50*time.Millisecond)
}

func TestRecordPlans(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range planRecordings {
		t.Run(name, func(t *testing.T) {
			p := &planRecording{recording: newRecording(t, server, name), plans: flow.NewSubscriptions(server), first: workflowtest.NewPlanAt(time.Now())}
			p.line = p.recording.plans
			p.line.Soon = soon
			perform(p)
			id := contract.PlanSubscriptionWorkflowID(p.id())
			for _, left := range []string{id, contract.SubscriptionCallsWorkflowID, contract.PlanShardWorkflowID(7)} {
				_ = server.TerminateWorkflow(t.Context(), left, "", "recorded") // some have ended
			}
		})
	}
}
