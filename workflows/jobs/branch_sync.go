package jobs

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/workflows/internal/process"
)

// BranchSync copies the courier's list of pickup branches. A schedule starts it each night and once at first start. If the
// courier gives no list, the run fails, and the next night tries again.
func BranchSync(ctx workflow.Context) (int, error) {
	var count int
	err := process.Do(process.WithGatewayPolicy(ctx, "Copy the list of branches"), &process.Attention{}, &count, courier.SyncBranches)
	return count, err
}
