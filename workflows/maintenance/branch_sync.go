package maintenance

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/workflows/internal/run"
)

// BranchSync copies the courier's list of pickup branches. A schedule starts it each night and once at first start;
// a courier that gives none away ends it as failed, and the next night asks again.
func BranchSync(ctx workflow.Context) (int, error) {
	var count int
	err := run.Do(run.WithGatewayPolicy(ctx, "Copy the list of branches"), &run.Attention{}, &count, courier.SyncBranches)
	return count, err
}
