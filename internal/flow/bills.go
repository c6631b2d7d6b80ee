package flow

import (
	"context"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Bills is the way to what becomes of the bills of postpaid lines.
type Bills struct{ temporal client.Client }

// NewBills returns the way behind c.
func NewBills(c client.Client) *Bills { return &Bills{temporal: c} }

// Credit waits until a credit note is issued, and answers with its number. Repeated, it is the same one.
func (f *Bills) Credit(ctx context.Context, in contract.InvoiceCredit) (number string, err error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	run, err := f.temporal.ExecuteWorkflow(ctx, once(contract.CreditNoteWorkflowID(in.ID), "Credit note"), contract.WorkflowCreditNote, in)
	if err == nil {
		err = run.Get(ctx, &number)
	}
	return number, mapError(err, contract.WorkflowCreditNote)
}

// TakePayment has a payment at a bank taken that was written down. One that was taken, or is being, is left as it is.
func (f *Bills) TakePayment(ctx context.Context, id string) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	in := contract.SADADPayment{ID: id}
	_, err := f.temporal.ExecuteWorkflow(ctx, once(contract.SADADPaymentWorkflowID(id), "Payment at a bank"), contract.WorkflowSADADPayment, in)
	if err != nil {
		return fmt.Errorf("take payment at a bank: %w", err)
	}
	return nil
}

// once is a workflow that changes nothing where it is begun again: its activity has a key of its own.
func once(id, title string) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID: id, TaskQueue: contract.TaskQueue, StaticSummary: title,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
	}
}
