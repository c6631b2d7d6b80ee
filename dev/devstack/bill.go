package devstack

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/uptrace/bun"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	platform "selfcare/internal/platform/temporal"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// Bill bills the running month of a postpaid line, with all lines of its bill day, and returns the workflow: the one
// that its schedule would start after the month.
func Bill(ctx context.Context, cfg config.Config, msisdn string) (workflowID string, issued int, err error) {
	cycle, err := cycleOf(ctx, cfg, msisdn)
	if err != nil {
		return "", 0, err
	}
	keys, err := codec.ParseKeys(cfg.PayloadKeys)
	if err != nil {
		return "", 0, fmt.Errorf("PAYLOAD_KEYS: %w", err)
	}
	connection := platform.Config{Temporal: cfg.Temporal, Keys: keys}
	c, err := platform.Dial(ctx, connection, slog.New(slog.DiscardHandler))
	if err != nil {
		return "", 0, err
	}
	defer c.Close()
	workflowID = contract.BillingCycleWorkflowID(cycle.Cohort, cycle.Period)
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: workflowID, TaskQueue: contract.QueueOf(contract.WorkflowBillingCycle)}, contract.WorkflowBillingCycle, cycle)
	if err == nil {
		err = run.Get(ctx, &issued)
	}
	if err != nil {
		return workflowID, issued, fmt.Errorf("bill with %s: %w", workflowID, err)
	}
	return workflowID, issued, nil
}

func cycleOf(ctx context.Context, cfg config.Config, msisdn string) (cycle contract.BillingCycleInput, err error) {
	err = withDatabase(ctx, cfg, func(db *bun.DB, keys *seal.Keys) error {
		lines := store.New(db, keys).Lines
		line, err := lines.ByNumber(ctx, msisdn)
		if err != nil {
			return fmt.Errorf("find line %s: %w", msisdn, err)
		}
		activated, err := lines.InServiceSince(ctx, line.ID)
		cycle = billingCycle(activated, time.Now())
		return err
	})
	return cycle, err
}

// billingCycle is the cycle that ends the running month.
func billingCycle(activated, now time.Time) contract.BillingCycleInput {
	ends := bill.NextBill(activated, now)
	return contract.BillingCycleInput{Cohort: bill.CohortOf(activated), Period: ends.Format("2006-01")}
}
