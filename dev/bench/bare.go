package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/store/pool"
	product "selfcare/worker"
)

const (
	bareQueue  = "bench-bare"
	bareUpdate = "nothing"
	bareStop   = "stop"
)

// NoOp is the smallest possible workflow.
func NoOp(workflow.Context) error { return nil }

// OneActivity is the smallest workflow with an activity.
func OneActivity(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	return workflow.ExecuteActivity(ctx, Nothing).Get(ctx, nil)
}

// Nothing is the activity of OneActivity.
func Nothing(context.Context) error { return nil }

// Idle only answers updates until it is told to stop. Each update changes one row, in a local activity.
func Idle(ctx workflow.Context) error {
	err := workflow.SetUpdateHandler(ctx, bareUpdate, func(ctx workflow.Context) error {
		ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{StartToCloseTimeout: time.Minute})
		return workflow.ExecuteLocalActivity(ctx, touchRow, workflow.GetInfo(ctx).WorkflowExecution.ID).Get(ctx, nil)
	})
	if err != nil {
		return err
	}
	workflow.GetSignalChannel(ctx, bareStop).Receive(ctx, nil)
	return nil
}

const (
	touchRow  = "TouchRow"
	bareTable = "CREATE TABLE IF NOT EXISTS bench_rows (id text PRIMARY KEY, touched bigint NOT NULL)"
)

// poolLikeOurs has as many connections as the product's pool.
func poolLikeOurs(ctx context.Context, dsn string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read the address: %w", err)
	}
	config.MaxConns = int32(pool.Size(dsn)) //nolint:gosec // some dozens
	return pgxpool.NewWithConfig(ctx, config)
}

// rows is the table of the bare updates.
type rows struct{ pool *pgxpool.Pool }

// TouchRow changes the one row of a workflow.
func (r *rows) TouchRow(ctx context.Context, id string) error {
	_, err := r.pool.Exec(ctx, "UPDATE bench_rows SET touched = touched + 1 WHERE id = $1", id)
	return err
}

// workerOptions equal those of the product's worker, so that the comparison differs in nothing else.
func workerOptions() worker.Options {
	return worker.Options{
		WorkflowTaskPollerBehavior:              product.WorkflowPollers(),
		MaxConcurrentActivityTaskPollers:        8,
		MaxConcurrentLocalActivityExecutionSize: product.LocalActivities(pool.Connections),
	}
}

func startBareWorker(c client.Client, pool *pgxpool.Pool) (worker.Worker, error) {
	w := worker.New(c, bareQueue, workerOptions())
	w.RegisterWorkflow(NoOp)
	w.RegisterWorkflow(Idle)
	w.RegisterWorkflow(OneActivity)
	w.RegisterActivity(Nothing)
	w.RegisterActivity(&rows{pool})
	if err := w.Start(); err != nil {
		return nil, fmt.Errorf("start the worker of the bare workflows: %w", err)
	}
	return w, nil
}

// runNoOp starts a no-op workflow and waits for its result.
func (b *Bench) runNoOp(ctx context.Context) error { return b.runBare(ctx, NoOp) }

func (b *Bench) runBare(ctx context.Context, bare any) error {
	run, err := b.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: bareQueue}, bare)
	if err != nil {
		return fmt.Errorf("start a bare workflow: %w", err)
	}
	return run.Get(ctx, nil)
}

// updateIdle sends an update to an idle workflow and waits for its answer.
func (b *Bench) updateIdle(ctx context.Context, workflowID string) error {
	handle, err := b.temporal.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		WorkflowID: workflowID, UpdateName: bareUpdate, WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err != nil {
		return fmt.Errorf("update an idle workflow: %w", err)
	}
	return handle.Get(ctx, nil)
}

// startIdle starts an idle workflow with its row.
func (b *Bench) startIdle(ctx context.Context) (client.WorkflowRun, error) {
	id := uuid.NewString()
	if _, err := b.pool.Exec(ctx, bareTable); err != nil {
		return nil, fmt.Errorf("make the table of the bare updates: %w", err)
	}
	if _, err := b.pool.Exec(ctx, "INSERT INTO bench_rows (id, touched) VALUES ($1, 0)", id); err != nil {
		return nil, fmt.Errorf("add a row for the bare updates: %w", err)
	}
	run, err := b.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: bareQueue}, Idle)
	if err != nil {
		return nil, fmt.Errorf("start an idle workflow: %w", err)
	}
	return run, nil
}
