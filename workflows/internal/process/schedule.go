package process

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// scheduledFor is the attribute that a schedule sets on the workflows it starts.
var scheduledFor = temporal.NewSearchAttributeKeyTime("TemporalScheduledStartTime")

// ReadScheduledTime returns the planned start of a scheduled run, which an outage or a backfill may have delayed. A run
// started by hand gets the current time.
func ReadScheduledTime(ctx workflow.Context) time.Time {
	if at, known := workflow.GetTypedSearchAttributes(ctx).GetTime(scheduledFor); known {
		return at
	}
	return Now(ctx)
}
