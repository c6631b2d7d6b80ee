package flow

import (
	"context"
	"errors"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// Purchases starts payments outside orders, and sends them the decisions of support.
type Purchases struct{ temporal client.Client }

// NewPurchases returns Purchases for a client.
func NewPurchases(c client.Client) *Purchases { return &Purchases{temporal: c} }

// Start starts a purchase and waits for news of its payment. number draws its number, which is the workflow's id. Temporal or our
// database refuses a number in use, and the next one is drawn. A repeated call with the same numbers and key returns the first
// answer.
func (f *Purchases) Start(
	ctx context.Context, in contract.PurchaseInput, number func(try int) string, key string, pay contract.OpenPurchase,
) (contract.Purchase, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	for try := range numberTries {
		in.Purchase.Number = number(try)
		opened, err := f.start(ctx, in, key, pay)
		if !errors.Is(err, errNumberInUse) {
			return opened, err
		}
	}
	return contract.Purchase{}, fmt.Errorf("no free purchase number in %d tries", numberTries)
}

func (f *Purchases) start(ctx context.Context, in contract.PurchaseInput, key string, pay contract.OpenPurchase) (contract.Purchase, error) {
	update := purchaseUpdate(in.Purchase.Number, contract.UpdateOpenPurchase, key, pay)
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(purchaseStart(in.Purchase), contract.WorkflowPurchase, in),
		UpdateOptions:          update,
	})
	again := alreadyStarted(err) // by this start's own repetition, or by another purchase
	if again {
		handle = f.temporal.GetWorkflowUpdateHandle(client.GetWorkflowUpdateHandleOptions{WorkflowID: update.WorkflowID, UpdateID: key})
		err = nil
	}
	opened, err := purchaseAnswer(ctx, handle, err, "start purchase")
	var refused *contract.Refusal
	if errors.As(err, &refused) && (again && refused.Code == contract.FailPurchaseClosed || refused.Code == contract.FailPurchaseNumber) {
		return opened, errNumberInUse
	}
	return opened, err
}

// Begin starts the workflow of a purchase that is open already. Its number is in our database, so an ended workflow with the same
// id belongs to a refused purchase.
func (f *Purchases) Begin(ctx context.Context, p contract.Purchase) error {
	options := purchaseStart(p)
	options.WorkflowIDConflictPolicy = enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING
	options.WorkflowIDReusePolicy = enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE
	if _, err := f.temporal.ExecuteWorkflow(ctx, options, contract.WorkflowPurchase, contract.PurchaseInput{Purchase: p}); err != nil {
		return fmt.Errorf("begin purchase: %w", err)
	}
	return nil
}

// Resolve sends the decision of support to a held purchase.
func (f *Purchases) Resolve(ctx context.Context, number, key string, in contract.Resolution) (contract.Purchase, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, purchaseUpdate(number, contract.UpdateResolve, key, in))
	return purchaseAnswer(ctx, handle, err, contract.UpdateResolve)
}

// MoveActivation changes the day of a purchase that waits for it.
func (f *Purchases) MoveActivation(ctx context.Context, number, key string, in contract.ActivationMove) (contract.Purchase, error) {
	return f.askWaiting(ctx, number, contract.UpdateMoveActivation, key, in)
}

// CancelActivation cancels a purchase that waits for its day: its money is refunded.
func (f *Purchases) CancelActivation(ctx context.Context, number, key string) (contract.Purchase, error) {
	return f.askWaiting(ctx, number, contract.UpdateCancelActivation, key, contract.At{})
}

func (f *Purchases) askWaiting(ctx context.Context, number, update, key string, in any) (contract.Purchase, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, purchaseUpdate(number, update, key, in))
	return purchaseAnswer(ctx, handle, err, update)
}

func purchaseAnswer(ctx context.Context, handle client.WorkflowUpdateHandle, err error, doing string) (contract.Purchase, error) {
	var p contract.Purchase
	if err == nil {
		err = handle.Get(ctx, &p)
	}
	if notFound(err) {
		return p, contract.Refuse(contract.FailPurchaseClosed)
	}
	return p, mapError(err, doing)
}

func purchaseUpdate(number, update, key string, arg any) client.UpdateWorkflowOptions {
	return client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: contract.PurchaseWorkflowID(number), UpdateName: update, Args: []any{arg},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	}
}

func purchaseStart(p contract.Purchase) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID:                       contract.PurchaseWorkflowID(p.Number),
		TaskQueue:                contract.QueueOf(contract.WorkflowPurchase),
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		StaticSummary:            fmt.Sprintf("%s %s", purchase.Definitions[p.Kind].Title, p.Number),
		TypedSearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind).ValueSet(string(p.Kind)),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet(string(p.Stage)),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(p.LineID),
		),
	}
}
