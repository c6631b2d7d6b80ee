package flow_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

func TestStartLatePayment_Repeated_StartsOne(t *testing.T) {
	looks := make(chan contract.LatePaymentInput, 2)
	startOrders(t)
	w := worker.New(engine, contract.QueueOf(contract.WorkflowLatePayment), worker.Options{})
	w.RegisterWorkflowWithOptions(func(ctx workflow.Context, in contract.LatePaymentInput) error {
		reports := workflow.GetSignalChannel(ctx, contract.SignalPaymentReported)
		for range 2 {
			reports.Receive(ctx, nil)
		}
		looks <- in
		return nil
	}, workflow.RegisterOptions{Name: contract.WorkflowLatePayment})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	order := newInput()
	orders, refunds := flow.New(engine), flow.NewRefunds(engine)
	_, err := orders.Start(t.Context(), order, numberOf(order), "0570000001", "start-000001")
	require.NoError(t, err)
	in := contract.LatePaymentInput{OrderID: order.Order.ID, OrderNumber: order.Order.Number, PaymentID: uuid.NewString()}
	id := contract.LatePaymentWorkflowID(in.PaymentID)

	require.NoError(t, refunds.StartLatePayment(t.Context(), in, contract.PaymentReported{EventID: "evt_0"}))
	_, err = engine.DescribeWorkflow(t.Context(), id, "")
	require.Error(t, err, "an order that runs hears of its payments itself")

	_, err = orders.Update(t.Context(), order.Order.Number, contract.UpdateCancel, "cancel-00001", nil)
	require.NoError(t, err)
	require.NoError(t, engine.GetWorkflow(t.Context(), contract.OrderWorkflowID(order.Order.Number), "").Get(t.Context(), nil))
	for _, event := range []string{"evt_1", "evt_2"} {
		require.NoError(t, refunds.StartLatePayment(t.Context(), in, contract.PaymentReported{EventID: event}))
	}
	require.NoError(t, engine.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
	require.Equal(t, in, testkit.Receive(t, looks))
	require.Empty(t, looks, "the second report went to the look under way")
}
