package subscription

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// Templates of what the holders of a line are told when its plan moves on.
const (
	MessageRenewed  = "plan-renewed"
	MessageBilled   = "plan-renewed-billed"
	MessageBack     = "plan-back"
	MessageShort    = "plan-short"
	MessageReminder = "plan-short-reminder"
	MessageLastDay  = "plan-short-last-day"
	MessageExpired  = "plan-expired"
	MessageSwitched = "plan-switched"
	MessageFellBack = "switch-fell-back"

	MessageInactive        = "line-inactive"
	MessageInactiveLastDay = "line-inactive-last-day"
)

// Work is how a turn reads and writes. The activity works in its transaction, the tests of workflows in memory.
type Work interface {
	// FindTerms reads the terms of a plan.
	FindTerms(ctx context.Context, planID string) (Plan, error)
	// BillCycle says what a cycle costs.
	BillCycle(ctx context.Context, next contract.PlanSubscription, plan Plan) ([]Charge, error)
	// LockBalance reads the balance of a prepaid line and locks it until the turn is committed.
	LockBalance(ctx context.Context, lineID string) (contract.Halalas, error)
	// BookCycle writes a cycle down, takes what it costs from a prepaid balance, and gives the line what the plan holds.
	BookCycle(ctx context.Context, next contract.PlanSubscription, plan Plan, bill []Charge) error
	// FindLastActive says when the line was recharged or used last after a moment; zero if it was not.
	FindLastActive(ctx context.Context, lineID string, since time.Time) (time.Time, error)
	// BeginEnding claims the line for its end; nil while another process changes the line.
	BeginEnding(ctx context.Context, s contract.PlanSubscription) (*contract.LineEnding, error)
	// RenewItems renews or ends what is due beside the plan.
	RenewItems(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error)
	// FollowLimits lets the line do what its limits and its balance allow.
	FollowLimits(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error)
	// Tell queues a message to the holders of the line. other is a second plan that it names.
	Tell(ctx context.Context, s contract.PlanSubscription, template string, other *string, bill ...Charge) error
}

// Turn is one look at a subscription at a moment.
type Turn struct {
	Work  Work
	Rules Rules
	Now   time.Time
}

// Advance does what is due, the next cycle first. A plan that waits for its balance is tried at any time, and so is use that limits
// stopped. If nothing is due, nothing changes.
func (t Turn) Advance(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	next, err := t.moveOn(ctx, s)
	if err != nil || !IsStopped(next) {
		return next, err
	}
	return t.Work.FollowLimits(ctx, next)
}

func (t Turn) moveOn(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	due := s.Step != contract.StepNone && !t.Now.Before(s.DueAt)
	if Retries(s) || due && s.Step == contract.StepRenew {
		next, err := t.renew(ctx, s)
		if err != nil || next.Cycle != s.Cycle || s.Step == contract.StepRenew {
			return next, err
		}
		s = next // the balance is short as before: the step that is due follows
	}
	if !due {
		return t.recountInactivity(ctx, s)
	}
	return t.takeStep(ctx, s)
}

// takeStep does what is due, where that is no renewal.
func (t Turn) takeStep(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	switch s.Step {
	case contract.StepSwitch:
		plan, err := t.Work.FindTerms(ctx, s.Scheduled.PlanID)
		if err != nil {
			return s, err
		}
		s = Switched(s, plan)
		return s, t.Work.Tell(ctx, s, MessageSwitched, nil)
	case contract.StepRemind:
		s = Reminded(s)
		return s, t.Work.Tell(ctx, s, t.onLastDay(s.Grace.Until, MessageReminder, MessageLastDay), nil)
	case contract.StepExpire:
		s = Expired(s, t.Now)
		return s, t.Work.Tell(ctx, s, MessageExpired, nil)
	case contract.StepInactive:
		return t.warnInactive(ctx, s)
	case contract.StepRelease:
		return t.release(ctx, s)
	case contract.StepItems:
		return t.Work.RenewItems(ctx, s)
	case contract.StepRenew, contract.StepNone:
		return s, nil
	default:
		return s, nil
	}
}

// onLastDay chooses the message of the last day where less than a day is left.
func (t Turn) onLastDay(until time.Time, message, lastDay string) string {
	if until.Sub(t.Now) <= day {
		return lastDay
	}
	return message
}

// renew charges the next cycle: with the scheduled plan where the balance covers that, else with the present plan.
func (t Turn) renew(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	missing, err := contract.Halalas(0), error(nil)
	for _, planID := range candidates(s) {
		var next contract.PlanSubscription
		if next, missing, err = t.charge(ctx, s, planID); err != nil {
			return next, err
		}
		if missing == 0 {
			return t.Work.FollowLimits(ctx, next)
		}
	}
	short := NotCovered(s, missing, t.Now, t.Rules)
	if short.Stage == s.Stage {
		return short, nil
	}
	return short, t.Work.Tell(ctx, short, MessageShort, nil)
}

// candidates are the plans that the next cycle may have, the wanted one first.
func candidates(s contract.PlanSubscription) []string {
	if s.Scheduled != nil {
		return []string{s.Scheduled.PlanID, s.PlanID}
	}
	return []string{s.PlanID}
}

// charge books the next cycle with a plan. If the balance does not cover it, it says how much is missing and changes nothing.
func (t Turn) charge(ctx context.Context, s contract.PlanSubscription, planID string) (next contract.PlanSubscription, missing contract.Halalas, err error) {
	plan, err := t.Work.FindTerms(ctx, planID)
	if err != nil {
		return s, 0, err
	}
	next = Renewed(s, plan, t.Now)
	bill, err := t.Work.BillCycle(ctx, next, plan)
	if err != nil {
		return s, 0, err
	}
	if missing, err = t.missing(ctx, s, bill); err != nil || missing > 0 {
		return s, missing, err
	}
	if err := t.Work.BookCycle(ctx, next, plan, bill); err != nil {
		return s, 0, err
	}
	switch {
	case s.Scheduled != nil && planID == s.Scheduled.PlanID:
		paid := *s.Scheduled
		paid.Paid, paid.StartsAt = true, next.From
		next.Scheduled = &paid
		return next, 0, nil
	case s.Scheduled != nil:
		fallen := s.Scheduled.PlanID
		next.Scheduled = nil
		return next, 0, t.Work.Tell(ctx, next, MessageFellBack, &fallen)
	default:
		return next, 0, t.Work.Tell(ctx, next, renewalMessage(s), nil, bill...)
	}
}

// missing is what a prepaid balance lacks for a bill.
func (t Turn) missing(ctx context.Context, s contract.PlanSubscription, bill []Charge) (contract.Halalas, error) {
	if s.Type != Prepaid {
		return 0, nil
	}
	balance, err := t.Work.LockBalance(ctx, s.LineID)
	return max(Total(bill)-balance, 0), err
}

// renewalMessage is what the holders of a line are told once its next cycle has begun. A postpaid line is billed.
func renewalMessage(s contract.PlanSubscription) string {
	switch {
	case s.Type != Prepaid:
		return MessageBilled
	case s.Stage != contract.SubscriptionActive:
		return MessageBack
	default:
		return MessageRenewed
	}
}

// recountInactivity counts the days of an inactive line anew where it was recharged or used since.
func (t Turn) recountInactivity(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	if s.Inactive == nil {
		return s, nil
	}
	at, err := t.Work.FindLastActive(ctx, s.LineID, s.Inactive.Since)
	if err != nil {
		return s, err
	}
	return WithActivity(s, at), nil
}

// warnInactive tells the owner that the line will end, unless it was recharged or used meanwhile.
func (t Turn) warnInactive(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	now, err := t.recountInactivity(ctx, s)
	if err != nil || now.Inactive != s.Inactive {
		return now, err
	}
	s = ToldInactive(s)
	return s, t.Work.Tell(ctx, s, t.onLastDay(ReleasedAt(s, t.Rules), MessageInactive, MessageInactiveLastDay), nil)
}

// release has the workflow end the line, unless it was recharged or used meanwhile. A line that another process changes waits until that
// is over.
func (t Turn) release(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	now, err := t.recountInactivity(ctx, s)
	if err != nil || now.Inactive != s.Inactive {
		return now, err
	}
	end, err := t.Work.BeginEnding(ctx, s)
	if err != nil {
		return s, err
	}
	return Releasing(s, end, t.Now), nil
}
