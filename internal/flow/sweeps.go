package flow

import (
	"context"
	"fmt"
	"strings"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Sweeps lists the running workflows.
type Sweeps struct{ temporal client.Client }

// NewSweeps returns Sweeps for a client.
func NewSweeps(c client.Client) *Sweeps { return &Sweeps{temporal: c} }

// established is the age from which a workflow must have its row: a workflow whose first step was lost ends before.
const established = 15 * time.Minute

// ListRunning returns those of the ids with a running workflow in the list of workflows, which may be behind.
func (f *Sweeps) ListRunning(ctx context.Context, ids []string) ([]string, error) {
	query := "ExecutionStatus = 'Running' AND WorkflowId IN (" + quoted(ids) + ")"
	running, next, err := f.list(ctx, query, len(ids), nil)
	if err == nil && len(next) > 0 {
		more, _, moreErr := f.list(ctx, query, len(ids), next)
		running, err = append(running, more...), moreErr
	}
	return running, err
}

// IsRunning asks for the workflow itself.
func (f *Sweeps) IsRunning(ctx context.Context, id string) (bool, error) {
	described, err := f.temporal.DescribeWorkflowExecution(ctx, id, "")
	if notFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("describe workflow: %w", err)
	}
	return described.GetWorkflowExecutionInfo().GetStatus() == enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING, nil
}

// Page returns ids of workflows of a type that have run for some time, and the next page; empty at the end.
func (f *Sweeps) Page(ctx context.Context, workflow string, most int, page []byte) (ids []string, next []byte, err error) {
	query := fmt.Sprintf("ExecutionStatus = 'Running' AND WorkflowType = %s AND StartTime < '%s'",
		quoted([]string{workflow}), time.Now().Add(-established).UTC().Format(time.RFC3339))
	return f.list(ctx, query, most, page)
}

// ListRefused returns the running workflows whose write our database refuses, by type, without those that support already holds.
func (f *Sweeps) ListRefused(ctx context.Context, most int) (byType map[string][]string, err error) {
	query := fmt.Sprintf("ExecutionStatus = 'Running' AND %s = true AND %s = '%s' AND WorkflowType NOT IN (%s)",
		contract.AttrNeedsAttention, contract.AttrFailureCode, contract.FailRecord, quoted([]string{
			contract.WorkflowOrder, contract.WorkflowPortIn, contract.WorkflowPurchase, contract.WorkflowLineDeactivation, contract.WorkflowPortOut,
		}))
	listed, err := f.temporal.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{
		Query: query, PageSize: int32(most), //nolint:gosec // a thousand
	})
	if err != nil {
		return nil, fmt.Errorf("list refused writes: %w", err)
	}
	byType = map[string][]string{}
	for _, one := range listed.GetExecutions() {
		name := one.GetType().GetName()
		byType[name] = append(byType[name], one.GetExecution().GetWorkflowId())
	}
	return byType, nil
}

func (f *Sweeps) list(ctx context.Context, query string, most int, page []byte) (ids []string, next []byte, err error) {
	listed, err := f.temporal.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{
		Query: query, PageSize: int32(most), NextPageToken: page, //nolint:gosec // a hundred or so
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list workflows: %w", err)
	}
	for _, one := range listed.GetExecutions() {
		ids = append(ids, one.GetExecution().GetWorkflowId())
	}
	return ids, listed.GetNextPageToken(), nil
}

// quoted formats values for a query. Our values contain no quote; a quote is dropped, so that such a value finds nothing.
func quoted(values []string) string {
	all := make([]string, len(values))
	for n, value := range values {
		all[n] = "'" + strings.NewReplacer("'", "", `\`, "").Replace(value) + "'"
	}
	return strings.Join(all, ", ")
}
