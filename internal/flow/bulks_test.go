package flow_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/flow"
)

// toyHeld is a held workflow: it ends with the decision and its key.
func toyHeld(ctx workflow.Context) (decided []string, err error) {
	resolve := func(ctx workflow.Context, in contract.Resolution) (map[string]string, error) {
		decided = append(decided, workflow.GetCurrentUpdateInfo(ctx).ID, in.Action, in.Actor, in.Note)
		return map[string]string{"id": "1"}, nil
	}
	if err := workflow.SetUpdateHandler(ctx, contract.UpdateResolve, resolve); err != nil {
		return nil, err
	}
	err = workflow.Await(ctx, func() bool { return len(decided) > 0 && workflow.AllHandlersFinished(ctx) })
	return decided, err
}

func TestResumptions_EachKind_ReachesItsProcess(t *testing.T) {
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	w.RegisterWorkflowWithOptions(toyHeld, workflow.RegisterOptions{Name: "Held"})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	noOrder := func(context.Context, string) (contract.Order, error) { return contract.Order{}, nil }
	resumptions := flow.NewResumptions(engine, noOrder)
	retry := contract.Resolution{Action: contract.ResolveRetry, Actor: "agent", Note: "the courier is back (bulk/b/1)"}
	id := uuid.NewString()
	for workflowID, of := range map[string]supportcase.Case{
		contract.OrderWorkflowID("SC-" + id):    {Kind: supportcase.Order, ID: id, Reference: "SC-" + id},
		contract.PurchaseWorkflowID("PU-" + id): {Kind: supportcase.Purchase, ID: id, Reference: "PU-" + id},
		contract.PortOutWorkflowID("REF-" + id): {Kind: supportcase.PortOut, ID: "REF-" + id, Reference: "REF-" + id},
		contract.DeactivationWorkflowID(id):     {Kind: supportcase.Deactivation, ID: uuid.NewString(), LineID: id},
	} {
		run, err := engine.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: workflowID, TaskQueue: contract.TaskQueue}, "Held")
		require.NoError(t, err)
		for range 2 { // a repetition of the same key
			if err := resumptions.Resume(t.Context(), of, "bulk/b/1", retry); err != nil { // the workflow may have ended by then
				var refused *contract.Refusal
				require.ErrorAs(t, err, &refused, workflowID)
				require.True(t, supportcase.ResolvedAlready(refused.Code), workflowID)
			}
		}
		var decided []string
		require.NoError(t, run.Get(t.Context(), &decided))
		require.Equal(t, []string{"bulk/b/1", "retry", "agent", retry.Note}, decided, workflowID)
	}
	for _, kind := range supportcase.Kinds {
		if kind.ValidateAction(supportcase.Retry) == nil {
			continue
		}
		err := resumptions.Resume(t.Context(), supportcase.Case{Kind: kind, ID: id}, "bulk/b/1", retry)
		require.Equal(t, contract.Refuse(contract.FailResolutionNotAllowed), err, kind)
	}
}

func TestResumptions_Refund_ReadsOrder(t *testing.T) {
	workOnRefunds(t)
	id := uuid.NewString()
	resumptions := flow.NewResumptions(engine, func(_ context.Context, orderID string) (contract.Order, error) {
		return contract.Order{ID: orderID, Number: id}, nil
	})
	of := supportcase.Case{Kind: supportcase.Refund, ID: id, Code: contract.FailRefundRefused}
	require.NoError(t, resumptions.Resume(t.Context(), of, "bulk/b/2", contract.Resolution{Action: contract.ResolveRetry, Actor: "agent", Note: "paid in"}))
	require.NoError(t, refundOver(t, id))
}

func TestBulks_EndedBulk_CannotMove(t *testing.T) {
	_, err := flow.NewBulks(engine).Move(t.Context(), uuid.NewString(), uuid.NewString(), contract.BulkMove{To: contract.BulkPaused})
	require.Equal(t, contract.Refuse(contract.FailBulkOver), err)
}
