// Package subscription holds the process that follows the plan of a line, cycle after cycle, for years.
package subscription

import (
	"time"

	"go.temporal.io/sdk/workflow"

	purchaseacts "selfcare/activities/purchase"
	subscriptionacts "selfcare/activities/subscription"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	plans   *subscriptionacts.Activities
	service *subscriptionacts.Service
	bought  *purchaseacts.Activities
	starts  *purchaseacts.Starts
)

// PlanSubscription works on the plan of one line while there is work: choices of its owner, a scheduled switch, a conversation with
// the network, the end of the line. Then it ends. The steps that are due meanwhile are its own; those of other lines are taken by
// PlanShard. The activity that writes the state decides the effects.
func PlanSubscription(ctx workflow.Context, in contract.SubscriptionInput) error {
	s := &subscriptionRun{behind: in.Behind, news: in.News || subscription.Ending(in.Subscription) != nil}
	s.Process = process.Open(ctx, in.Subscription, nil, s.updateAttributes)
	s.Show = s.show
	s.Seq = func() int64 { return s.State.Seq }
	if err := s.receive(ctx); err != nil {
		return err
	}
	if in.Opening {
		if err := s.awaitOpening(ctx); err != nil {
			return err
		}
	}
	if err := s.Drain(ctx, s.work(ctx)); err != nil || !s.hasWork(ctx) {
		return err
	}
	return workflow.NewContinueAsNewError(ctx, PlanSubscription, contract.SubscriptionInput{
		Subscription: s.State, Behind: s.behind, News: s.news, // news may have come while answers were being sent
	})
}

// subscriptionRun is one run of the work on a plan.
type subscriptionRun struct {
	*process.Process[contract.PlanSubscription]
	news      bool      // the balance or the row changed
	behind    time.Time // when the network is told again after a refusal
	asked     bool      // support asked to tell the network at once
	telling   bool      // the plan itself is telling the network
	switching bool      // a switch is under way: nothing else of the plan moves
	releasing bool      // the line is being ended by rule
}

func (s *subscriptionRun) receive(ctx workflow.Context) error {
	if err := registerChoice(s, ctx, contract.UpdateStopRenewal, "Stop the renewal", plans.StopRenewal, setRenewal); err != nil {
		return err
	}
	if err := registerChoice(s, ctx, contract.UpdateStartRenewal, "Start the renewal", plans.StartRenewal, setRenewal); err != nil {
		return err
	}
	if err := registerChoice(s, ctx, contract.UpdateScheduleSwitch, "Schedule a switch", plans.ScheduleSwitch, setSwitch); err != nil {
		return err
	}
	if err := registerChoice(s, ctx, contract.UpdateCancelSwitch, "Cancel the switch", plans.CancelSwitch, setSwitch); err != nil {
		return err
	}
	if err := s.receiveSuspensions(ctx); err != nil {
		return err
	}
	if err := s.receiveRetries(ctx); err != nil {
		return err
	}
	if err := s.receiveSwitches(ctx); err != nil {
		return err
	}
	event := func(contract.SubscriptionNews) string { return "" }
	return process.Listen(s.Process, contract.SignalSubscriptionNews, event, s.takeNews)
}

// takeNews takes news that the balance or the row changed. News that is already known, such as that of the start, changes
// nothing.
func (s *subscriptionRun) takeNews(_ workflow.Context, n contract.SubscriptionNews) {
	if n.Seq > s.State.Seq || subscription.WaitsForNews(s.State) {
		s.news = true
	}
}

func setRenewal(in contract.RenewalChoice, at contract.At) contract.RenewalChoice {
	in.At = at
	return in
}

func setSwitch(in contract.SwitchChoice, at contract.At) contract.SwitchChoice {
	in.At = at
	return in
}

// registerChoice registers a choice of the line's owner.
func registerChoice[In any](s *subscriptionRun, ctx workflow.Context, name, summary string, activity any, timed func(In, contract.At) In) error {
	anything := func(In) error { return nil }
	return process.RegisterUpdate(s.Process, ctx, name, anything, func(ctx workflow.Context, in In) (contract.PlanSubscription, error) {
		err := s.Apply(ctx, summary, activity, timed(in, process.At(ctx)))
		if err == nil && subscription.Retries(s.State) {
			s.news = true
		}
		return s.State, err
	})
}

// awaitOpening waits for the update that started the workflow. An update that is refused or lost leaves nothing behind.
func (s *subscriptionRun) awaitOpening(ctx workflow.Context) error {
	wait := process.Wait{For: "the choice that started the work on the plan", Limit: process.OpenTimeout, Then: "the work ends: the choice was refused or lost"}
	return s.AwaitOpening(ctx, wait, func() bool { return s.Changes() > 0 || s.hasWork(ctx) })
}

// work works until nothing is left to do.
func (s *subscriptionRun) work(ctx workflow.Context) error {
	for !s.IsLong(ctx) {
		if s.switching {
			if err := s.awaitSwitch(ctx); err != nil {
				return err
			}
			continue // the switch may have begun another cycle
		}
		if more, err := s.awaitWork(ctx); err != nil || !more {
			return err
		}
		s.syncNetwork(ctx)
		if !s.hasWork(ctx) {
			continue
		}
		due, err := s.awaitDue(ctx)
		if err != nil {
			return err
		}
		if !due || s.switching {
			continue
		}
		s.news = false
		if err := s.advance(ctx); err != nil {
			return err
		}
	}
	return nil
}

// awaitWork waits for the choices that are under way, which may bring work. It returns false if they bring none.
func (s *subscriptionRun) awaitWork(ctx workflow.Context) (bool, error) {
	wait := process.Wait{For: "the choices under way", Owner: "each of them: our database decides it"}
	_, err := s.Await(ctx, wait, func() bool { return s.hasWork(ctx) || workflow.AllHandlersFinished(ctx) })
	return s.hasWork(ctx), err
}

// hasWork tells whether work is left. A step that is due before the shard of the line surely looks again belongs to it.
func (s *subscriptionRun) hasWork(ctx workflow.Context) bool {
	if s.State.Stage == contract.SubscriptionEnded {
		return false
	}
	isDueSoon := s.State.Step != contract.StepNone && s.State.DueAt.Sub(process.Now(ctx)) < contract.LongestShardRest
	return s.news || s.switching || s.asked || isDueSoon || subscription.NeedsWorkflow(s.State)
}

// advance runs the due step. The plan of a line that has left ends.
func (s *subscriptionRun) advance(ctx workflow.Context) error {
	err := s.Apply(ctx, "Apply what is due", plans.AdvanceSubscription, process.At(ctx))
	if err != nil && process.CodeOf(err) == contract.FailNumberAbsent {
		return s.endPlan(ctx)
	}
	if end := subscription.Ending(s.State); err == nil && end != nil {
		return s.releaseLine(ctx, *end)
	}
	s.dropRefusedEnd(ctx)
	return err
}

func (s *subscriptionRun) endPlan(ctx workflow.Context) error {
	return s.Apply(ctx, "End the plan of a line that has left", plans.EndSubscription, process.At(ctx))
}

// awaitDue waits for the next due step or for news. It returns false if the state changed meanwhile.
func (s *subscriptionRun) awaitDue(ctx workflow.Context) (bool, error) {
	seq := s.State.Seq
	moved := func() bool { return s.news || s.switching || s.asked || s.State.Seq != seq || s.IsLong(ctx) }
	if s.State.Step == contract.StepNone && s.behind.IsZero() {
		wait := process.Wait{For: "a recharge, or a step of the owner", Owner: "the owner of the line: without a plan it can be called, but cannot call"}
		_, err := s.Await(ctx, wait, moved)
		return s.news, err
	}
	wait := process.Wait{
		For: "what is due next for the plan", Limit: s.nextMoment().Sub(process.Now(ctx)),
		Then: "renew: the next cycle is charged; remind: the owner is told; expire: the plan runs out; switch: the new plan comes into force; inactive: the owner is told that the line will end; release: it ends; items: a service or a bundle that renews is charged, or ends",
	}
	early, err := s.Await(ctx, wait, moved)
	return s.news || !early && !process.Now(ctx).Before(s.State.DueAt) && s.State.Step != contract.StepNone, err
}

// nextMoment is when the next step is due, or the network is told again.
func (s *subscriptionRun) nextMoment() time.Time {
	if s.State.Step == contract.StepNone || !s.behind.IsZero() && s.behind.Before(s.State.DueAt) {
		return s.behind
	}
	return s.State.DueAt
}
