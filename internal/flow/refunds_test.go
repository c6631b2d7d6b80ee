package flow_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

const (
	slowNote      = "slow"
	forbiddenNote = "forbidden"
)

// toyRefund behaves like a refund: one decision at a time, and a forbidden one makes it fail.
func toyRefund(ctx workflow.Context, in contract.RefundInput) error {
	var refused error
	taken, goOn := false, false
	decide := func(_ workflow.Context, d contract.RefundDecision) (contract.Order, error) {
		taken, goOn = true, d.Note != slowNote
		if d.Note == forbiddenNote {
			refused = temporal.NewNonRetryableApplicationError("no", string(contract.FailNothingToRefund), nil)
		}
		return contract.Order{ID: in.OrderID, Refund: &contract.Refund{Decision: d.Key}}, refused
	}
	one := func(contract.RefundDecision) error {
		if taken {
			return temporal.NewNonRetryableApplicationError("under way", string(contract.FailRefundUnderWay), nil)
		}
		return nil
	}
	err := workflow.SetUpdateHandlerWithOptions(ctx, contract.UpdateDecideRefund, decide, workflow.UpdateHandlerOptions{Validator: one})
	if err != nil {
		return err
	}
	workflow.Go(ctx, func(ctx workflow.Context) {
		workflow.GetSignalChannel(ctx, "go-on").Receive(ctx, nil)
		goOn = true
	})
	if err := workflow.Await(ctx, func() bool { return goOn && workflow.AllHandlersFinished(ctx) }); err != nil {
		return err
	}
	return refused
}

func workOnRefunds(t *testing.T) *flow.Refunds {
	t.Helper()
	startOrders(t)
	w := worker.New(engine, contract.QueueOf(contract.WorkflowRefund), worker.Options{})
	w.RegisterWorkflowWithOptions(toyRefund, workflow.RegisterOptions{Name: contract.WorkflowRefund})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	return flow.NewRefunds(engine)
}

// startOrders runs toy orders on their queue.
func startOrders(t *testing.T) {
	t.Helper()
	w := worker.New(engine, contract.QueueOf(contract.WorkflowOrder), worker.Options{})
	w.RegisterWorkflowWithOptions(toyOrder, workflow.RegisterOptions{Name: contract.WorkflowOrder})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
}

func decision(note string) contract.RefundDecision {
	return contract.RefundDecision{Key: uuid.NewString(), Actor: "support-1", Note: note}
}

// refundOver waits for the end of a refund.
func refundOver(t *testing.T, orderID string) error {
	t.Helper()
	return engine.GetWorkflow(t.Context(), contract.RefundWorkflowID(orderID), "").Get(t.Context(), nil)
}

func TestRefunds_SameDecision_ReturnsFirstAnswer(t *testing.T) {
	refunds, orderID, first := workOnRefunds(t), uuid.NewString(), decision(slowNote)
	begun, err := refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, first)
	require.NoError(t, err)
	require.Equal(t, first.Key, begun.Refund.Decision)
	_, err = refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, decision(""))
	requireRefused(t, err, contract.FailRefundUnderWay)
	again, err := refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, first)
	require.NoError(t, err)
	require.Equal(t, begun, again)

	require.NoError(t, engine.SignalWorkflow(t.Context(), contract.RefundWorkflowID(orderID), "", "go-on", nil))
	require.NoError(t, refundOver(t, orderID))
	again, err = refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, first)
	require.NoError(t, err, "also when it is over")
	require.Equal(t, begun, again)
	_, err = refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, decision(""))
	requireRefused(t, err, contract.FailAlreadyRefunded)
}

func TestRefunds_ConcurrentDecisions_OneWins(t *testing.T) {
	refunds, orderID := workOnRefunds(t), uuid.NewString()
	var both sync.WaitGroup
	answers := make([]error, 2)
	for i := range answers {
		both.Go(func() {
			_, answers[i] = refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, decision(slowNote))
		})
	}
	both.Wait()
	if answers[0] != nil {
		answers[0], answers[1] = answers[1], answers[0]
	}
	require.NoError(t, answers[0])
	requireRefused(t, answers[1], contract.FailRefundUnderWay)
}

func TestRefunds_Refused_MayBeDecidedLater(t *testing.T) {
	refunds, orderID := workOnRefunds(t), uuid.NewString()
	_, err := refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, decision(forbiddenNote))
	requireRefused(t, err, contract.FailNothingToRefund)
	require.Error(t, refundOver(t, orderID))
	_, err = refunds.Decide(t.Context(), contract.Order{ID: orderID, Number: orderID}, decision(""))
	require.NoError(t, err)
}

func TestRefunds_RunningOrder_IsRefused(t *testing.T) {
	refunds, in := workOnRefunds(t), newInput()
	orders := flow.New(engine)
	_, err := orders.Start(t.Context(), in, numberOf(in), "0570000001", "start-000001")
	require.NoError(t, err)
	_, err = refunds.Decide(t.Context(), in.Order, decision(""))
	requireRefused(t, err, contract.FailOrderNotCompleted)
	_, err = engine.DescribeWorkflow(t.Context(), contract.RefundWorkflowID(in.Order.ID), "")
	require.Error(t, err, "nothing was started")

	_, err = orders.Update(t.Context(), in.Order.Number, contract.UpdateCancel, "cancel-00001", nil)
	require.NoError(t, err)
	require.NoError(t, engine.GetWorkflow(t.Context(), contract.OrderWorkflowID(in.Order.Number), "").Get(t.Context(), nil))
	_, err = refunds.Decide(t.Context(), in.Order, decision(""))
	require.NoError(t, err)
}
