package subscription

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/workflows/internal/process"
)

var (
	planID    = temporal.NewSearchAttributeKeyKeyword(contract.AttrPlanID)
	nextCycle = temporal.NewSearchAttributeKeyTime(contract.AttrNextCycle)
)

// updateAttributes returns the search attributes that follow from a change of the plan.
func (s *subscriptionRun) updateAttributes(ctx workflow.Context, before contract.PlanSubscription) []process.Attribute {
	s.show(ctx)
	var changed []process.Attribute
	if s.State.Stage != before.Stage {
		changed = append(changed, process.Stage.ValueSet(string(s.State.Stage)))
	}
	if s.State.PlanID != before.PlanID {
		changed = append(changed, planID.ValueSet(s.State.PlanID))
	}
	if !s.State.Until.Equal(before.Until) {
		changed = append(changed, nextCycle.ValueSet(s.State.Until))
	}
	return append(changed, s.Attention.Expect("", s.State.DueAt)...)
}

// steps describe what comes next.
var steps = map[contract.SubscriptionStep]string{
	contract.StepRenew:    "the next cycle is charged",
	contract.StepRemind:   "the owner is informed that the balance is still too low",
	contract.StepExpire:   "the plan runs out",
	contract.StepSwitch:   "the paid plan starts",
	contract.StepInactive: "the owner is informed that the unused line will end",
	contract.StepRelease:  "the unused line ends",
	contract.StepItems:    "a service or a bundle that renews is charged, or ends",
	contract.StepNone:     "nothing until a recharge, or until the owner chooses a plan",
}

// show writes the plan for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (s *subscriptionRun) show(ctx workflow.Context) {
	now := s.State
	text := fmt.Sprintf("Plan **%s** is **%s** · cycle %d, from %s until %s", now.PlanID, now.Stage, now.Cycle, moment(now.From), moment(now.Until))
	if now.Scheduled != nil {
		text += fmt.Sprintf(" · then **%s**", now.Scheduled.PlanID)
	}
	if !now.SuspendedSince.IsZero() {
		text += " · the line is **suspended** by its owner since " + moment(now.SuspendedSince)
	}
	if !now.AutoRenew && now.Stage == contract.SubscriptionActive {
		text += " · not renewed"
	}
	text += "\n\nNext: " + steps[now.Step]
	if !now.DueAt.IsZero() {
		text += ", " + moment(now.DueAt)
	}
	if !s.behind.IsZero() {
		text += "\n\nThe network does not follow yet: it is told again " + moment(s.behind)
	}
	workflow.SetCurrentDetails(ctx, text)
}

func moment(at time.Time) string { return at.In(calendar.Riyadh).Format("2 Jan 2006 15:04") }
