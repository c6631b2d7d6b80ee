package flow

import (
	"context"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Bills starts the workflows of postpaid bills.
type Bills struct{ temporal client.Client }

// NewBills returns Bills for a client.
func NewBills(c client.Client) *Bills { return &Bills{temporal: c} }

// Credit issues a credit note and returns its number. A repeated call returns the same one.
func (f *Bills) Credit(ctx context.Context, in contract.InvoiceCredit) (number string, err error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	run, err := f.temporal.ExecuteWorkflow(ctx, repeatable(contract.WorkflowCreditNote, contract.CreditNoteWorkflowID(in.ID), "Credit note"), contract.WorkflowCreditNote, in)
	if err == nil {
		err = run.Get(ctx, &number)
	}
	return number, mapError(err, contract.WorkflowCreditNote)
}

// TakePayment starts the processing of a stored bank payment. A repeated call changes nothing.
func (f *Bills) TakePayment(ctx context.Context, id string) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	in := contract.SADADPayment{ID: id}
	_, err := f.temporal.ExecuteWorkflow(ctx, repeatable(contract.WorkflowSADADPayment, contract.SADADPaymentWorkflowID(id), "Payment at a bank"), contract.WorkflowSADADPayment, in)
	if err != nil {
		return fmt.Errorf("take payment at a bank: %w", err)
	}
	return nil
}

// repeatable returns the options of a workflow that may be started again, because its activity has its own idempotency key.
func repeatable(workflow, id, title string) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID: id, TaskQueue: contract.QueueOf(workflow), StaticSummary: title,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
	}
}
