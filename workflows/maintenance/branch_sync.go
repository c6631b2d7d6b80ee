package maintenance

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/workflows/internal/process"
)

// BranchSync copies the courier's list of pickup branches. A schedule starts it each night and once at first start;
// a courier that gives none away ends it as failed, and the next night asks again.
func BranchSync(ctx workflow.Context) (int, error) {
	var count int
	err := process.Do(process.WithGatewayPolicy(ctx, "Copy the list of branches"), &process.Attention{}, &count, courier.SyncBranches)
	return count, err
}
