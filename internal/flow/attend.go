package flow

import (
	"context"
	"time"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

const (
	// A call that takes longer than lookAfter checks whether the server is available at all, because the SDK retries until the
	// deadline.
	lookAfter  = 250 * time.Millisecond
	lookEvery  = 5 * time.Second
	lookWithin = 3 * time.Second
)

// withPersonDeadline gives a call the time that a person waits for a step, and ends it early when Temporal does not answer.
func withPersonDeadline(ctx context.Context, c client.Client) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	go func() {
		look := time.NewTimer(lookAfter)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
			}
			if !isServerUp(ctx, c) {
				cancel()
				return
			}
			look.Reset(lookEvery)
		}
	}()
	return ctx, cancel
}

// isServerUp sends one request; unlike the client's methods this call is not retried.
func isServerUp(ctx context.Context, c client.Client) bool {
	asked, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	_, err := c.WorkflowService().GetSystemInfo(asked, &workflowservice.GetSystemInfoRequest{})
	return err == nil || ctx.Err() != nil
}
