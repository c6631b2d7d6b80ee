package flow

import (
	"context"
	"errors"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// Subscriptions starts and updates the workflows of plans.
type Subscriptions struct{ temporal client.Client }

// NewSubscriptions returns Subscriptions for a client.
func NewSubscriptions(c client.Client) *Subscriptions { return &Subscriptions{temporal: c} }

// Call starts the workflow of a plan, or wakes the running one. A plan of a line that has left has no workflow.
func (f *Subscriptions) Call(ctx context.Context, s contract.PlanSubscription) error {
	if s.Stage == contract.SubscriptionEnded {
		return nil
	}
	_, err := f.temporal.SignalWithStartWorkflow(ctx, contract.PlanSubscriptionWorkflowID(s.LineID), contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: s.Seq},
		subscriptionStart(s), contract.WorkflowPlanSubscription, contract.SubscriptionInput{Subscription: s})
	if err != nil {
		return fmt.Errorf("call subscription: %w", err)
	}
	return nil
}

// Inform wakes the workflow of a plan if one runs.
func (f *Subscriptions) Inform(ctx context.Context, s contract.PlanSubscription) error {
	err := f.temporal.SignalWorkflow(ctx, contract.PlanSubscriptionWorkflowID(s.LineID), "", contract.SignalSubscriptionNews, contract.SubscriptionNews{Seq: s.Seq})
	if err != nil && !notFound(err) {
		return fmt.Errorf("inform subscription: %w", err)
	}
	return nil
}

// ReportDue tells the shard of a line that the plan is due soon. A shard that does not run looks at its plans when it starts.
func (f *Subscriptions) ReportDue(ctx context.Context, s contract.PlanSubscription) error {
	shard, known := contract.PlanShardOf(s.LineID)
	if !known {
		return nil
	}
	err := f.temporal.SignalWorkflow(ctx, contract.PlanShardWorkflowID(shard), "", contract.SignalPlanDue, nil)
	if err != nil && !notFound(err) {
		return fmt.Errorf("report due plan: %w", err)
	}
	return nil
}

// StopRenewal lets the plan end with its cycle. s is the plan in our database: without a workflow, one is started.
func (f *Subscriptions) StopRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateStopRenewal, key, in)
}

// StartRenewal turns the renewal of the plan on again.
func (f *Subscriptions) StartRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateStartRenewal, key, in)
}

// ScheduleSwitch sets the plan of the next cycle.
func (f *Subscriptions) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateScheduleSwitch, key, in)
}

// CancelSwitch keeps the present plan.
func (f *Subscriptions) CancelSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateCancelSwitch, key, in)
}

// SuspendLine suspends the line of a plan, because its owner has lost the phone.
func (f *Subscriptions) SuspendLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateSuspendLine, key, in)
}

// ReturnLine resumes a line that its owner suspended.
func (f *Subscriptions) ReturnLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateReturnLine, key, in)
}

// Resolve sends the service level to the network again at once.
func (f *Subscriptions) Resolve(ctx context.Context, s contract.PlanSubscription, key string, in contract.Resolution) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateResolve, key, in)
}

// SwitchNow switches the plan at once. The purchase id is the idempotency key. All keys of a workflow share one space, and the
// prefix keeps this key apart from customers' keys.
func (f *Subscriptions) SwitchNow(ctx context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateSwitchNow, "switch:"+in.PurchaseID, in)
}

// BeginSwitch opens the purchase of an immediate switch and returns it. number draws its number; our database refuses a number in
// use, and the next one is drawn. A repeated call with the same numbers and key returns the same purchase.
func (f *Subscriptions) BeginSwitch(
	ctx context.Context, s contract.PlanSubscription, in contract.PurchaseInput, number func(try int) string, key string,
) (opened contract.Purchase, err error) {
	for try := range numberTries {
		in.Purchase.Number = number(try)
		step := key
		if try > 0 {
			step = fmt.Sprintf("%s#%d", key, try) // a refused update keeps its result
		}
		opened, err = updatePlan[contract.Purchase](ctx, f, s, contract.UpdateBeginSwitch, step, in)
		var refused *contract.Refusal
		if !errors.As(err, &refused) || refused.Code != contract.FailPurchaseNumber {
			return opened, err
		}
	}
	return opened, fmt.Errorf("no free purchase number in %d tries", numberTries)
}

func (f *Subscriptions) update(ctx context.Context, s contract.PlanSubscription, update, key string, in any) (contract.PlanSubscription, error) {
	return updatePlan[contract.PlanSubscription](ctx, f, s, update, key, in)
}

// updatePlan updates the workflow of a plan. Most plans have none: it is started with the update.
func updatePlan[Out any](ctx context.Context, f *Subscriptions, s contract.PlanSubscription, update, key string, in any) (Out, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(
			subscriptionStart(s), contract.WorkflowPlanSubscription, contract.SubscriptionInput{Subscription: s, Opening: true}),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: key, WorkflowID: contract.PlanSubscriptionWorkflowID(s.LineID), UpdateName: update, Args: []any{in},
			WaitForStage: client.WorkflowUpdateStageCompleted,
		},
	})
	var answer Out
	if err == nil {
		err = handle.Get(ctx, &answer)
	}
	return answer, mapError(err, update)
}

func subscriptionStart(s contract.PlanSubscription) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID:                       contract.PlanSubscriptionWorkflowID(s.LineID),
		TaskQueue:                contract.QueueOf(contract.WorkflowPlanSubscription),
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		StaticSummary:            "Plan of a line",
		TypedSearchAttributes:    temporal.NewSearchAttributes(shownOf(s)...),
	}
}

func shownOf(s contract.PlanSubscription) []temporal.SearchAttributeUpdate {
	shown := []temporal.SearchAttributeUpdate{
		temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(s.LineID),
		temporal.NewSearchAttributeKeyKeyword(contract.AttrPlanID).ValueSet(s.PlanID),
		temporal.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet(string(s.Stage)),
		temporal.NewSearchAttributeKeyTime(contract.AttrNextCycle).ValueSet(s.Until),
	}
	if !s.DueAt.IsZero() {
		shown = append(shown, dueAt(s.DueAt)...)
	}
	return shown
}
