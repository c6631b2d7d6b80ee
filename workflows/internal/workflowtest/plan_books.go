package workflowtest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/process"
)

// PlanBooks fake the writes of a line's plan, and the network. By default everything succeeds.
type PlanBooks struct {
	*Journal
	mu      sync.Mutex
	saved   contract.PlanSubscription
	Balance contract.Halalas
	Gone    bool          // the line has ended
	Active  time.Time     // when the line was recharged or used last
	Lifts   bool          // the limits stop nothing any more
	Soon    time.Duration // after which the next step is due, for recordings in real time
	Rules   subscription.Rules
	Plans   map[string]subscription.Plan

	Items    []PlanItem      // services and bundles that renew beside the plan
	switched map[string]bool // by purchase
}

// NewPlanBooks makes books with the plan of one line.
func NewPlanBooks(j *Journal, s contract.PlanSubscription) *PlanBooks {
	return &PlanBooks{Journal: j, saved: s, Rules: PlanRules, Plans: SoldPlans, switched: map[string]bool{}}
}

// Has puts a plan into the books.
func (b *PlanBooks) Has(s contract.PlanSubscription) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.saved = s
}

// Last is the last written state of the plan.
func (b *PlanBooks) Last() contract.PlanSubscription {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.saved
}

// IsActive notes when the line was recharged or used.
func (b *PlanBooks) IsActive(at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Active = at
}

// IsDueIn sets when the next step is due after each write.
func (b *PlanBooks) IsDueIn(after time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Soon = after
}

// Grows adds a recharge to the balance.
func (b *PlanBooks) Grows(by contract.Halalas) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Balance += by
}

// save is one write. A state that is older than the saved one is answered with the saved one. A state without a change writes nothing.
func (b *PlanBooks) save(effect string, before contract.PlanSubscription, do func() (contract.PlanSubscription, error)) (contract.PlanSubscription, error) {
	if err := b.try(effect); err != nil {
		return before, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saved.Seq > before.Seq {
		return before, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, b.saved)
	}
	next, err := do()
	if err != nil || samePlan(next, before) {
		return next, err
	}
	next = subscription.Scheduled(next, b.Rules)
	if b.Soon > 0 && next.Step != contract.StepNone {
		next.DueAt = time.Now().Add(b.Soon).UTC()
	}
	next.Seq = before.Seq + 1
	b.saved = next
	b.write(effect + " " + string(next.Stage) + fmt.Sprintf(" %d", next.Cycle))
	return next, b.lost(effect)
}

func samePlan(a, b contract.PlanSubscription) bool {
	return a.Seq == b.Seq && a.Stage == b.Stage && a.Cycle == b.Cycle && a.Tried == b.Tried && a.Scheduled == b.Scheduled &&
		a.AutoRenew == b.AutoRenew && a.Inactive == b.Inactive && a.Grace == b.Grace && a.PlanID == b.PlanID && a.Service == b.Service && a.ItemsDue.Equal(b.ItemsDue) && a.Spend == b.Spend && a.SuspendedSince.Equal(b.SuspendedSince)
}

func (b *PlanBooks) AdvanceSubscription(ctx context.Context, s contract.PlanSubscription, in contract.At) (contract.PlanSubscription, error) {
	return b.save("advance", s, func() (contract.PlanSubscription, error) {
		if b.Gone {
			return s, No(contract.FailNumberAbsent)
		}
		return subscription.Turn{Work: planTurn{b, in.Now}, Rules: b.Rules, Now: in.Now}.Advance(ctx, s)
	})
}

// validateEnd follows the rule of EndLine.
func (b *PlanBooks) validateEnd(in contract.LineEnding) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if in.Cause != contract.CauseInactive {
		return nil
	}
	return subscription.ValidateRelease(b.saved, b.Active)
}

func (b *PlanBooks) StopRenewal(_ context.Context, s contract.PlanSubscription, _ contract.RenewalChoice) (contract.PlanSubscription, error) {
	return b.save("stop", s, func() (contract.PlanSubscription, error) {
		return subscription.Stopped(s), process.Refusal(subscription.ValidateStop(s))
	})
}

func (b *PlanBooks) StartRenewal(_ context.Context, s contract.PlanSubscription, _ contract.RenewalChoice) (contract.PlanSubscription, error) {
	return b.save("start", s, func() (contract.PlanSubscription, error) {
		err := process.Refusal(subscription.ValidateStart(s, b.Plans[s.PlanID]))
		s.AutoRenew = true
		return s, err
	})
}

func (b *PlanBooks) ScheduleSwitch(_ context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return b.save("schedule", s, func() (contract.PlanSubscription, error) {
		if err := subscription.ValidateSchedule(s, "voice", b.Plans[in.PlanID], in.Now, b.Rules); err != nil {
			return s, process.Refusal(err)
		}
		return subscription.SwitchScheduled(s, in.PlanID, in.Now), nil
	})
}

func (b *PlanBooks) CancelSwitch(_ context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return b.save("cancel", s, func() (contract.PlanSubscription, error) {
		err := process.Refusal(subscription.ValidateCancellation(s, in.Now, b.Rules))
		s.Scheduled = nil
		return s, err
	})
}

func (b *PlanBooks) RecordSuspension(_ context.Context, s contract.PlanSubscription, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	return b.rest("suspend", s, in, subscription.ValidateSuspension, func() contract.PlanSubscription { return subscription.Suspended(s, in.Now) })
}

func (b *PlanBooks) EndSuspension(_ context.Context, s contract.PlanSubscription, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	return b.rest("return", s, in, subscription.ValidateReturn, func() contract.PlanSubscription { return subscription.Returned(s) })
}

func (b *PlanBooks) rest(
	effect string, s contract.PlanSubscription, in contract.SuspensionChoice, may func(contract.PlanSubscription, string) error, next func() contract.PlanSubscription,
) (contract.PlanSubscription, error) {
	return b.save(effect, s, func() (contract.PlanSubscription, error) {
		if err := may(s, in.Key); err != nil || subscription.IsRepeated(s, in.Key) {
			return s, process.Refusal(err)
		}
		changed := next()
		changed.ChoiceKey = in.Key
		return changed, nil
	})
}

// CheckSwitch and SwitchNow follow the rules. A purchase switches once.
func (b *PlanBooks) CheckSwitch(_ context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.SwitchCheck, error) {
	if err := b.try("check-switch"); err != nil {
		return contract.SwitchCheck{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.switched[in.PurchaseID] {
		return contract.SwitchCheck{Done: true}, nil
	}
	return contract.SwitchCheck{}, process.Refusal(b.validateSwitch(s, in))
}

func (b *PlanBooks) validateSwitch(s contract.PlanSubscription, in contract.SwitchOrder) error {
	if err := subscription.ValidateAgreedCycle(s, in.Switch); err != nil {
		return err
	}
	return subscription.ValidateSwitchNow(s, "voice", b.Plans[in.Switch.PlanID], in.Now)
}

func (b *PlanBooks) SwitchNow(_ context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.PlanSubscription, error) {
	return b.save("switch-now", s, func() (contract.PlanSubscription, error) {
		if b.switched[in.PurchaseID] {
			return s, nil
		}
		if err := b.validateSwitch(s, in); err != nil {
			return s, process.Refusal(err)
		}
		b.switched[in.PurchaseID] = true
		return subscription.SwitchedNow(s, b.Plans[in.Switch.PlanID], in.Now), nil
	})
}

// NoteServiceRetry writes the person who decided.
func (b *PlanBooks) NoteServiceRetry(_ context.Context, _ contract.PlanSubscription, in contract.ServiceRetry) error {
	if err := b.try("note-retry"); err != nil {
		return err
	}
	b.write("note-retry " + in.Resolution.Actor)
	return b.lost("note-retry")
}

func (b *PlanBooks) RecordService(_ context.Context, s contract.PlanSubscription, in contract.ServiceSet) (contract.PlanSubscription, error) {
	return b.save("follow", s, func() (contract.PlanSubscription, error) {
		s.Service = in.Service
		return s, nil
	})
}

func (b *PlanBooks) EndSubscription(_ context.Context, s contract.PlanSubscription, _ contract.At) (contract.PlanSubscription, error) {
	return b.save("end", s, func() (contract.PlanSubscription, error) { return subscription.Ended(s), nil })
}

// SetService fakes the network.
func (b *PlanBooks) SetService(_ context.Context, in contract.ServiceOrder) error {
	effect := "network " + in.Service.PlanID + " " + string(in.Service.Level)
	if err := b.try(effect); err != nil {
		return err
	}
	b.write(effect)
	return b.lost(effect)
}

// AdvanceShard has nothing due.
func (b *PlanBooks) AdvanceShard(context.Context, contract.PlanShardInput) (contract.ShardRest, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return contract.ShardRest{Next: time.Now().Add(b.Soon).UTC()}, nil
}

// CallSubscriptions has nothing to call.
func (b *PlanBooks) CallSubscriptions(context.Context) error { return b.try("call") }
