package autorecharge

import (
	"go.temporal.io/sdk/workflow"

	autorechargeacts "selfcare/activities/autorecharge"
	"selfcare/workflows/internal/process"
)

var dates *autorechargeacts.Dates // only the method names are used

// AutoRechargeDates keeps exactly one worker at the auto-recharges that are due, forever.
func AutoRechargeDates(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Follow the auto-recharges that are due", AutoRechargeDates, dates.FollowDueDates)
}
