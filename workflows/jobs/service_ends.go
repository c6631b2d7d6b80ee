package jobs

import (
	"go.temporal.io/sdk/workflow"

	vasacts "selfcare/activities/vas"
	"selfcare/workflows/internal/process"
)

var services *vasacts.Ending // only the method names are used; the workflow never calls these

// ServiceEnds keeps exactly one worker that ends the value-added services whose time is over.
func ServiceEnds(ctx workflow.Context) error {
	return process.KeepAt(ctx, "End expired services", ServiceEnds, services.EndServices)
}
