package flow

import (
	"context"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// Tickets starts and updates the workflows of service requests.
type Tickets struct{ temporal client.Client }

// NewTickets returns Tickets for a client.
func NewTickets(c client.Client) *Tickets { return &Tickets{temporal: c} }

// Start starts a service request; a repeated call with the same key returns the first answer.
func (f *Tickets) Start(ctx context.Context, in contract.TicketInput, key string) (contract.Ticket, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(ticketStart(in.Ticket), contract.WorkflowTicket, in),
		UpdateOptions:          ticketUpdate(in.Ticket, contract.UpdateOpenTicket, key, in),
	})
	return ticketAnswer(ctx, handle, err, "start service request")
}

// Act sends an action on a service request. A request that is over for good is closed.
func (f *Tickets) Act(ctx context.Context, t contract.Ticket, key string, in contract.TicketAct) (contract.Ticket, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, ticketUpdate(t, contract.UpdateActOnTicket, key, in))
	if notFound(err) {
		return contract.Ticket{}, contract.Refuse(contract.FailTicketReopen)
	}
	return ticketAnswer(ctx, handle, err, contract.UpdateActOnTicket)
}

func ticketAnswer(ctx context.Context, handle client.WorkflowUpdateHandle, err error, doing string) (t contract.Ticket, _ error) {
	if err == nil {
		err = handle.Get(ctx, &t)
	}
	return t, mapError(err, doing)
}

func ticketUpdate(t contract.Ticket, update, key string, in any) client.UpdateWorkflowOptions {
	return client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: contract.TicketWorkflowID(t.Kind, t.Reference), UpdateName: update, Args: []any{in},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	}
}

func ticketStart(t contract.Ticket) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID:                       contract.TicketWorkflowID(t.Kind, t.Reference),
		TaskQueue:                contract.QueueOf(contract.WorkflowTicket),
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		StaticSummary:            "Service request",
		TypedSearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind).ValueSet(string(t.Kind)),
		),
	}
}

// scanWithin is how long the uploader of a file waits for its scan.
const scanWithin = 8 * time.Second

// Scan starts the scan of a file, and waits a moment for it. The result is in our database; a slower scan continues all the same.
func (f *Tickets) Scan(ctx context.Context, fileID string) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	run, err := f.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: contract.AttachmentScanWorkflowID(fileID), TaskQueue: contract.QueueOf(contract.WorkflowAttachmentScan), StaticSummary: "File of a service request",
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
	}, contract.WorkflowAttachmentScan, contract.AttachmentScan{FileID: fileID})
	if err != nil {
		return mapError(err, contract.WorkflowAttachmentScan)
	}
	waiting, stop := context.WithTimeout(ctx, scanWithin)
	defer stop()
	_ = run.Get(waiting, nil) // a late answer counts as pending
	return nil
}
