package workflowtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/process"
)

// PlanRules are the rules of stories of plans.
var PlanRules = subscription.Rules{ChargeAhead: time.Hour, Grace: 72 * time.Hour}

// InactiveRules are PlanRules with an end of unused lines.
var InactiveRules = subscription.Rules{
	ChargeAhead: time.Hour, Grace: 72 * time.Hour, InactiveNotice: 90 * 24 * time.Hour, InactiveEnds: 180 * 24 * time.Hour,
}

// SoldPlans are the plans of stories.
var SoldPlans = map[string]subscription.Plan{
	"hawakom-90":  {ID: "hawakom-90", Price: 9000, Period: subscription.Period{Months: 1}, Type: "prepaid", Kind: "voice", OnSale: true, Renews: true},
	"hawakom-130": {ID: "hawakom-130", Price: 13_000, Period: subscription.Period{Months: 1}, Type: "prepaid", Kind: "voice", OnSale: true, Renews: true},
}

// NewPlan is the plan of a line that came into service when stories begin.
func NewPlan() contract.PlanSubscription { return NewPlanAt(Begin) }

// NewPlanAt is the plan of a line that came into service at a time.
func NewPlanAt(begin time.Time) contract.PlanSubscription {
	s := contract.PlanSubscription{LineID: "l1", PlanID: "hawakom-90", Type: "prepaid", Language: "ar"}
	return subscription.Scheduled(subscription.Begin(s, SoldPlans["hawakom-90"], begin), PlanRules)
}

// PlanStory is the plan of one line under the virtual clock, run after run.
type PlanStory struct {
	*Journal
	T      *testing.T
	Books  *PlanBooks
	Shop   *PurchaseBooks
	Ending *DeactivationBooks
	Runs   int
	Now    time.Time
	Shown  map[string]any // the search attributes of the present run
	input  contract.SubscriptionInput
	goesOn bool      // the last run has continued as new
	aside  time.Time // the shard failed, and looks again then
	due    []*planned
}

// planned is an action at a moment.
type planned struct {
	at   time.Time
	do   func(env *testsuite.TestWorkflowEnvironment)
	done bool
}

// NewPlanStory begins a plan with a balance.
func NewPlanStory(t *testing.T, balance contract.Halalas) *PlanStory {
	return NewPlanStoryAt(t, Begin, balance)
}

// NewPlanStoryAt is NewPlanStory for a line that came into service at a time.
func NewPlanStoryAt(t *testing.T, begin time.Time, balance contract.Halalas) *PlanStory {
	j, plan := NewJournal(), NewPlanAt(begin)
	s := &PlanStory{Journal: j, T: t, Books: NewPlanBooks(j, plan), Shop: NewPurchaseBooks(j), Ending: NewDeactivationBooks(j), Now: begin}
	s.Ending.Validate = s.Books.validateEnd
	s.Books.Balance, s.input = balance, contract.SubscriptionInput{Subscription: plan}
	return s
}

// GoesOn begins the next run with the last written state. news says that the last run left a call unread.
func (s *PlanStory) GoesOn(news bool) {
	s.input, s.goesOn = contract.SubscriptionInput{Subscription: s.Books.Last(), News: news}, true
}

// At runs do at a moment, in the run that goes on then.
func (s *PlanStory) At(at time.Time, do func(env *testsuite.TestWorkflowEnvironment)) {
	s.due = append(s.due, &planned{at: at, do: do})
}

// Says sends an update and answers with its refusal.
func (s *PlanStory) Says(at time.Time, update string, in any) (refusal *error) {
	refusal = new(error)
	s.At(at, func(env *testsuite.TestWorkflowEnvironment) {
		env.UpdateWorkflow(update, "", &testsuite.TestUpdateCallback{
			OnAccept: func() {}, OnReject: func(err error) { *refusal = asReceived(err) },
			OnComplete: func(_ any, err error) {
				if err != nil {
					*refusal = asReceived(err)
				}
			},
		}, in)
	})
	return refusal
}

// Recharges adds to the balance and wakes the plan, as our database does.
func (s *PlanStory) Recharges(at time.Time, by contract.Halalas) {
	s.At(at, func(env *testsuite.TestWorkflowEnvironment) {
		s.Books.Grows(by)
		s.Books.Active = at
		env.SignalWorkflow(contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: s.Books.Last().Seq})
	})
}

// RunsUntil lets the time pass until end. The shard takes the due steps while no workflow runs; news and actions start one.
func (s *PlanStory) RunsUntil(end time.Time) contract.PlanSubscription {
	s.T.Helper()
	for s.Now.Before(end) && s.Books.Last().Stage != contract.SubscriptionEnded {
		switch {
		case subscription.NeedsWorkflow(s.Books.Last()), s.goesOn:
			s.run(end)
		case s.awaitsNext(end):
			s.input.Opening = true
			s.run(end)
		}
	}
	return s.Books.Last()
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// shardAgain is the pause of the story's shard after a failure.
const shardAgain = 10 * time.Second

// awaitsNext lets the time pass to the next moment of the row or of an action. It tells whether an action starts the workflow.
func (s *PlanStory) awaitsNext(end time.Time) bool {
	row, next, isAction := s.Books.Last(), end, false
	if row.Step != contract.StepNone && row.DueAt.Before(next) {
		next = row.DueAt
	}
	if s.aside.After(next) {
		next = s.aside
	}
	for _, planned := range s.due {
		if !planned.done && !planned.at.Before(s.Now) && !planned.at.After(next) && planned.at.Before(end) {
			next, isAction = planned.at, true
		}
	}
	s.Now = latest(s.Now, next)
	s.input = contract.SubscriptionInput{Subscription: row}
	if isAction || !s.Now.Before(end) {
		return isAction
	}
	if _, err := s.Books.AdvanceSubscription(s.T.Context(), row, contract.At{Now: s.Now}); err != nil {
		if process.CodeOf(err) == contract.FailNumberAbsent {
			_, err = s.Books.EndSubscription(s.T.Context(), row, contract.At{Now: s.Now})
			require.NoError(s.T, err)
		}
		s.aside = s.Now.Add(shardAgain)
	}
	s.input.Subscription = s.Books.Last()
	return false
}

// run executes one run.
func (s *PlanStory) run(end time.Time) {
	s.T.Helper()
	env := NewEnvironment()
	env.SetStartTime(s.Now)
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.PlanSubscriptionWorkflowID("l1")})
	env.SetTestTimeout(time.Minute)
	Register(env, s.Books, s.Shop, s.Ending)
	s.Shown = KeepAttributes(env)
	before, last := s.Books.Last(), s.Now
	for _, planned := range s.due {
		if planned.done || planned.at.Before(s.Now) {
			continue
		}
		env.RegisterDelayedCallback(func() {
			planned.done, last = true, planned.at
			planned.do(env)
		}, planned.at.Sub(s.Now))
	}
	env.RegisterDelayedCallback(env.CancelWorkflow, end.Sub(s.Now))
	env.ExecuteWorkflow(contract.WorkflowPlanSubscription, s.input)
	s.Runs++
	s.goesOn = false
	s.Now = env.Now()
	if s.input.Opening && env.GetWorkflowError() == nil && samePlan(before, s.Books.Last()) { // no update came: it waited in vain
		s.Now = last
	}
	var again *workflow.ContinueAsNewError
	err := env.GetWorkflowError()
	if err == nil || !s.Now.Before(end) {
		s.input = contract.SubscriptionInput{Subscription: s.Books.Last()}
		return
	}
	require.ErrorAs(s.T, err, &again, fmt.Sprint(err))
	s.input = contract.SubscriptionInput{}
	require.NoError(s.T, converter.GetDefaultDataConverter().FromPayloads(again.Input, &s.input))
	s.goesOn = true
}
