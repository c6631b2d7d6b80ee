package maintenance

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/workflows/internal/run"
)

// BranchSync copies the courier's list of pickup branches. A schedule starts it each night and once at first start.
func BranchSync(ctx workflow.Context) (int, error) {
	var count int
	err := workflow.ExecuteActivity(run.WithGatewayPolicy(ctx, "Copy the list of branches"), courier.SyncBranches).Get(ctx, &count)
	return count, err
}
