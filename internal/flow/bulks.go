package flow

import (
	"context"
	"errors"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
)

// Bulks starts bulk retries of held work, and sends them the decisions of support.
type Bulks struct{ temporal client.Client }

// NewBulks returns Bulks for a client.
func NewBulks(c client.Client) *Bulks { return &Bulks{c} }

// Start starts a bulk and returns once its items are fixed. A repeated call with the same id returns the same bulk.
func (f *Bulks) Start(ctx context.Context, b contract.Bulk) (contract.Bulk, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	in := contract.BulkInput{Bulk: b}
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(client.StartWorkflowOptions{
			ID: contract.BulkWorkflowID(b.ID), TaskQueue: contract.QueueOf(contract.WorkflowBulkResolution), StaticSummary: "Bulk retry of held work",
			WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
			WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
			TypedSearchAttributes: temporal.NewSearchAttributes(
				temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind).ValueSet("bulk"),
				temporal.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet(string(contract.BulkRunning)),
			),
		}, contract.WorkflowBulkResolution, in),
		UpdateOptions: bulkUpdate(b.ID, contract.UpdateOpenBulk, contract.UpdateOpenBulk, in),
	})
	return bulkAnswer(ctx, handle, err, contract.UpdateOpenBulk)
}

// Move pauses, resumes or stops a bulk.
func (f *Bulks) Move(ctx context.Context, id, key string, in contract.BulkMove) (contract.Bulk, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, bulkUpdate(id, contract.UpdateMoveBulk, key, in))
	return bulkAnswer(ctx, handle, err, contract.UpdateMoveBulk)
}

func bulkUpdate(id, update, key string, in any) client.UpdateWorkflowOptions {
	return client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: contract.BulkWorkflowID(id), UpdateName: update, Args: []any{in},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	}
}

func bulkAnswer(ctx context.Context, handle client.WorkflowUpdateHandle, err error, doing string) (b contract.Bulk, _ error) {
	if err == nil {
		err = handle.Get(ctx, &b)
	}
	if notFound(err) {
		return b, contract.Refuse(contract.FailBulkOver)
	}
	return b, mapError(err, doing)
}

// Resumptions sends a retry to the held workflow of any kind.
type Resumptions struct {
	orders        *Orders
	purchases     *Purchases
	portOuts      *PortOuts
	deactivations *Deactivations
	refunds       *Refunds
	read          func(ctx context.Context, orderID string) (contract.Order, error)
}

// NewResumptions takes a client, and a function that reads an order.
func NewResumptions(c client.Client, read func(ctx context.Context, orderID string) (contract.Order, error)) *Resumptions {
	return &Resumptions{New(c), NewPurchases(c), NewPortOuts(c), NewDeactivations(c), NewRefunds(c), read}
}

// errNotResumable refuses a kind that continues by itself.
var errNotResumable = contract.Refuse(contract.FailResolutionNotAllowed)

// Resume sends the decision on; the key makes it take effect once.
func (f *Resumptions) Resume(ctx context.Context, c supportcase.Case, key string, in contract.Resolution) (err error) {
	switch c.Kind {
	case supportcase.Order:
		_, err = f.orders.Update(ctx, c.Reference, contract.UpdateResolve, key, in)
	case supportcase.Purchase:
		_, err = f.purchases.Resolve(ctx, c.Reference, key, in)
	case supportcase.PortOut:
		_, err = f.portOuts.Resolve(ctx, c.ID, key, in)
	case supportcase.Deactivation:
		_, err = f.deactivations.Resolve(ctx, c.LineID, key, in)
	case supportcase.Refund:
		err = f.refund(ctx, c, contract.RefundDecision{Key: key, Actor: in.Actor, Note: in.Note})
	case supportcase.Subscription, supportcase.Payment, supportcase.EInvoice, supportcase.Bill, supportcase.Settlement, supportcase.BankPayment, supportcase.NumberReturn, supportcase.Ticket, supportcase.LostProcess:
		err = errNotResumable
	default:
		err = errors.New("a kind of case that cannot be resumed: " + string(c.Kind))
	}
	return err
}

func (f *Resumptions) refund(ctx context.Context, c supportcase.Case, in contract.RefundDecision) error {
	order, err := f.read(ctx, c.ID)
	if err != nil {
		return err
	}
	_, err = f.refunds.Decide(ctx, order, in)
	return err
}
