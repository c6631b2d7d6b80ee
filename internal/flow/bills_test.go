package flow_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

func TestBills_Credit_WaitsForTheNote(t *testing.T) {
	taken := make(chan string, 3)
	w := worker.New(engine, contract.QueueOf(contract.WorkflowCreditNote), worker.Options{})
	w.RegisterWorkflowWithOptions(func(_ workflow.Context, in contract.InvoiceCredit) (string, error) {
		if in.Amount > 100 {
			return "", temporal.NewNonRetryableApplicationError("too much", string(contract.FailInvoiceCredit), nil)
		}
		return "CRN2026-00000001", nil
	}, workflow.RegisterOptions{Name: contract.WorkflowCreditNote})
	w.RegisterWorkflowWithOptions(func(_ workflow.Context, in contract.SADADPayment) error {
		taken <- in.ID
		return nil
	}, workflow.RegisterOptions{Name: contract.WorkflowSADADPayment})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	bills := flow.NewBills(engine)

	number, err := bills.Credit(t.Context(), contract.InvoiceCredit{ID: uuid.NewString(), Amount: 100})
	require.NoError(t, err)
	require.Equal(t, "CRN2026-00000001", number)
	_, err = bills.Credit(t.Context(), contract.InvoiceCredit{ID: uuid.NewString(), Amount: 101})
	requireRefused(t, err, contract.FailInvoiceCredit)

	id := uuid.NewString()
	require.NoError(t, bills.TakePayment(t.Context(), id))
	require.Equal(t, id, testkit.Receive(t, taken))
	require.NoError(t, engine.GetWorkflow(t.Context(), contract.SADADPaymentWorkflowID(id), "").Get(t.Context(), nil))
	require.NoError(t, bills.TakePayment(t.Context(), id), "a processed payment is checked again, which changes nothing")
	require.Equal(t, id, testkit.Receive(t, taken))
}
