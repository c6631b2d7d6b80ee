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

// Subscriptions are the workflows that follow the plans of lines.
type Subscriptions struct{ temporal client.Client }

// NewSubscriptions returns the way behind c.
func NewSubscriptions(c client.Client) *Subscriptions { return &Subscriptions{temporal: c} }

// Call starts the workflow of a plan, or wakes the one that runs. The plan of a line that has left is followed by none.
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

// StopRenewal lets the plan run out at the end of its cycle. s is the plan as it stands in our database: where no workflow follows it
// yet, one is started.
func (f *Subscriptions) StopRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateStopRenewal, key, in)
}

// StartRenewal has the plan renewed again.
func (f *Subscriptions) StartRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateStartRenewal, key, in)
}

// ScheduleSwitch has another plan take the place of the present one when the cycle ends.
func (f *Subscriptions) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateScheduleSwitch, key, in)
}

// CancelSwitch keeps the present plan.
func (f *Subscriptions) CancelSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateCancelSwitch, key, in)
}

// SuspendLine lets the line of a plan rest: its owner has lost the phone.
func (f *Subscriptions) SuspendLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.RestChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateSuspendLine, key, in)
}

// ReturnLine brings a line back that its owner suspended.
func (f *Subscriptions) ReturnLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.RestChoice) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateReturnLine, key, in)
}

// Resolve has the network, which is behind, told again at once.
func (f *Subscriptions) Resolve(ctx context.Context, s contract.PlanSubscription, key string, in contract.Resolution) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateResolve, key, in)
}

// SwitchNow puts another plan into force at once. The purchase is the key: asked again, it answers what was answered. Keys of a workflow
// are one space, and this one is none that a customer chose.
func (f *Subscriptions) SwitchNow(ctx context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.PlanSubscription, error) {
	return f.update(ctx, s, contract.UpdateSwitchNow, "switch:"+in.PurchaseID, in)
}

// BeginSwitch opens the purchase of a switch at once and answers with it. number draws its number; one in use is refused by our
// database, and the next one is drawn. Asked again with the same numbers and key, it answers with the same purchase.
func (f *Subscriptions) BeginSwitch(
	ctx context.Context, s contract.PlanSubscription, in contract.PurchaseInput, number func(try int) string, key string,
) (opened contract.Purchase, err error) {
	for try := range numberTries {
		in.Purchase.Number = number(try)
		step := key
		if try > 0 {
			step = fmt.Sprintf("%s#%d", key, try) // an update that was refused stays so
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

// updatePlan asks the workflow that follows a plan, and starts one where none runs: that is rare, and asking both at once takes longer.
func updatePlan[Out any](ctx context.Context, f *Subscriptions, s contract.PlanSubscription, update, key string, in any) (Out, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	options := client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: contract.PlanSubscriptionWorkflowID(s.LineID), UpdateName: update, Args: []any{in},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	}
	handle, err := f.temporal.UpdateWorkflow(ctx, options)
	if notFound(err) {
		start := f.temporal.NewWithStartWorkflowOperation(subscriptionStart(s), contract.WorkflowPlanSubscription, contract.SubscriptionInput{Subscription: s})
		handle, err = f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{StartWorkflowOperation: start, UpdateOptions: options})
	}
	var answer Out
	if err == nil {
		err = handle.Get(ctx, &answer)
	}
	return answer, mapError(err, update)
}

func subscriptionStart(s contract.PlanSubscription) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID:                       contract.PlanSubscriptionWorkflowID(s.LineID),
		TaskQueue:                contract.TaskQueue,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		StaticSummary:            "The plan of a line",
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
