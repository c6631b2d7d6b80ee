package flow

import (
	"context"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// startWithin is how long the caller waits until a message is accepted.
const startWithin = 5 * time.Second

// Notices passes messages to the worker.
type Notices struct {
	temporal client.Client
}

// NewNotices returns Notices for a client.
func NewNotices(c client.Client) *Notices { return &Notices{temporal: c} }

// Send starts the delivery of one message within its time. It returns when the delivery is certain to be tried, not when the
// message has arrived. A repeated id is sent once.
func (n *Notices) Send(ctx context.Context, notice contract.Notice, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	_, err := n.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID:                       contract.NoticeWorkflowID(notice.OrderID),
		TaskQueue:                contract.QueueOf(contract.WorkflowNotice),
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		WorkflowRunTimeout:       within,
		StaticSummary:            "Message " + notice.Template,
	}, contract.WorkflowNotice, contract.NoticeInput{Notice: notice, Within: within})
	if alreadyStarted(err) {
		return nil
	}
	return mapError(err, "send notice")
}
