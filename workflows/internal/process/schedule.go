package process

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// scheduledFor is what a schedule stamps on what it starts.
var scheduledFor = temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime")

// ReadScheduledTime is when the schedule meant a run to start: after an outage that was earlier, in a backfill long ago. Started by hand it
// is now.
func ReadScheduledTime(ctx workflow.Context) time.Time {
	if at, known := workflow.GetTypedSearchAttributes(ctx).GetTime(scheduledFor); known {
		return at
	}
	return Now(ctx)
}
