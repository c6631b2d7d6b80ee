package flow

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
)

// behindPauses are the pauses before a step is sent again that a workflow refused on an older state than its row.
var behindPauses = []time.Duration{100 * time.Millisecond, 300 * time.Millisecond, time.Second, 2 * time.Second}

// SendFromRow sends a step that a person took on a process as its row shows it; seq is the number of that row. A worker may have
// died after it wrote the row: the next worker gets the change of the row and the step in one task, and may refuse the step
// before it has made the change again. A refusal decided on an older state than the row is not the workflow's last word, so
// the step is sent again.
func SendFromRow[S any](ctx context.Context, seq int64, send func() (S, error)) (S, error) {
	for _, pause := range behindPauses {
		after, err := send()
		var refused *contract.Refusal
		if !errors.As(err, &refused) || refused.Seq == 0 || refused.Seq >= seq {
			return after, err
		}
		select {
		case <-ctx.Done():
			return after, err
		case <-time.After(pause):
		}
	}
	return send()
}
