// Package naive is the customer's journey written the obvious way: a signal for each wizard step, a polled query for
// the answer, only regular activities, and a child workflow for each concern. It does the same work with the same
// activities as the product, and serves only for comparison.
package naive

import (
	"fmt"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	product "selfcare/worker"
)

const queue = "bench-naive"

// StartWorker runs the naive workflows and the product's activities.
func StartWorker(c client.Client, options worker.Options, parts product.Parts) (worker.Worker, error) {
	w := worker.New(c, queue, options)
	product.Register(w, parts)
	for _, wf := range []any{Buy, FillWizard, ProveIdentity, TakeMoney, Ship, Activate, Install, SwitchOn} {
		w.RegisterWorkflow(wf)
	}
	if err := w.Start(); err != nil {
		return nil, fmt.Errorf("start the naive worker: %w", err)
	}
	return w, nil
}
