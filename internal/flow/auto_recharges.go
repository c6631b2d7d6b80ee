package flow

import (
	"context"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
)

// AutoRecharges starts the dates of auto-recharges.
type AutoRecharges struct{ temporal client.Client }

// NewAutoRecharges returns AutoRecharges for a client.
func NewAutoRecharges(c client.Client) *AutoRecharges { return &AutoRecharges{temporal: c} }

// Start starts the workflow of a date of a line, unless it runs. A date that has ended may be started again: its row says that
// nothing is left to do.
func (f *AutoRecharges) Start(ctx context.Context, lineID string, due time.Time) error {
	_, err := f.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: contract.AutoRechargeID(lineID, autorecharge.Date(due)), TaskQueue: contract.QueueOf(contract.WorkflowAutoRecharge),
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		StaticSummary:            "Auto-recharge of a line",
		TypedSearchAttributes:    temporal.NewSearchAttributes(temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(lineID)),
	}, contract.WorkflowAutoRecharge, contract.AutoRechargeInput{LineID: lineID, Due: due.UTC()})
	if err != nil {
		return fmt.Errorf("start date of auto-recharge: %w", err)
	}
	return nil
}
