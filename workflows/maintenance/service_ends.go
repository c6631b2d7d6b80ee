package maintenance

import (
	"go.temporal.io/sdk/workflow"

	contentacts "selfcare/activities/content"
	"selfcare/workflows/internal/process"
)

var services *contentacts.Ending // names of the activities; the methods are never called here

// ServiceEnds keeps one worker at ending the value-added services that are over.
func ServiceEnds(ctx workflow.Context) error {
	return process.KeepAt(ctx, "End services that are over", ServiceEnds, services.EndServices)
}
