package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func newService(t *testing.T) *workflowtest.PurchaseStory {
	t.Helper()
	return workflowtest.NewPurchaseStory(t, contract.PurchaseService, contract.PayBalance)
}

func TestVas_Begun_IsRecorded(t *testing.T) {
	s := newService(t)
	end := s.Runs()
	require.Equal(t, contract.PurchaseDelivering, s.Answer.Stage, "the customer does not wait for the partner")
	require.Equal(t, []string{"open", "service DAILY-NEWS", "deliver"}, s.Did())
	require.Equal(t, contract.PurchaseCompleted, end.Stage)
	require.Equal(t, "sub-1", end.Service.Reference)
}

func TestVas_AnswerLost_OneSubscription(t *testing.T) {
	s := newService(t)
	s.Outside.Loses("service")
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.Equal(t, 1, s.Happened("service"))
}

func TestVas_Refused_RefundsBalance(t *testing.T) {
	s := newService(t)
	s.Outside.Fails("service", workflowtest.No(contract.FailServiceRefused))
	end := s.Runs()
	require.Equal(t, contract.PurchaseFailed, end.Stage)
	require.Equal(t, contract.FailServiceRefused, end.FailureCode)
	require.Equal(t, []string{"open", "give-back service_refused", "refunded"}, s.Did())
}

// The service may run although support cancels: it is ended at the partner before the refund.
func TestVas_SupportCancels_EndsServiceFirst(t *testing.T) {
	s := newService(t)
	s.Outside.Fails("service", temporal.NewApplicationError("no answer", ""))
	s.Decides(3*time.Hour, contract.ResolveCancel)
	end := s.Runs()
	require.Equal(t, contract.PurchaseFailed, end.Stage)
	did := s.Did()
	require.Equal(t, []string{"end-service DAILY-NEWS", "give-back purchase_called_off", "refunded"}, did[len(did)-3:])
}
