package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func newTransferAbroad(t *testing.T) *workflowtest.PurchaseStory {
	t.Helper()
	return workflowtest.NewPurchaseStory(t, contract.TransferInternational, contract.PayBalance)
}

// asksAboutReversal are the calls after a top-up that the partner never takes back.
var asksAboutReversal = []string{"find-top-up", "find-top-up", "find-top-up"}

func TestTopUp_TakenBack_RefundsOnce(t *testing.T) {
	s := newTransferAbroad(t)
	s.At(48*time.Hour, func() { s.Outside.TopUpReversed = true })
	s.At(6*24*time.Hour, func() { require.Equal(t, contract.PurchaseCompleted, s.Books.Last().Stage) })
	end := s.Runs()
	require.Equal(t, []string{"open", "top-up 21511", "deliver", "find-top-up", "find-top-up", "reverse"}, s.Did())
	require.Equal(t, contract.PurchaseFailed, end.Stage)
	require.Equal(t, contract.FailInternationalReversed, end.FailureCode)
	require.Equal(t, workflowtest.Begin.Add(7*24*time.Hour), end.RefundedAt.Truncate(time.Hour))
}

func TestTopUp_PartnerAway_AskedAtTheNextDate(t *testing.T) {
	s := newTransferAbroad(t)
	s.At(time.Hour, func() { s.Outside.Fails("find-top-up", workflowtest.ErrOutage) })
	s.At(3*24*time.Hour, func() {
		require.Equal(t, contract.PurchaseCompleted, s.Books.Last().Stage, "no answer holds nothing")
		s.Outside.TopUpReversed = true
		s.Outside.Fails("find-top-up", nil)
	})
	end := s.Runs()
	require.Equal(t, contract.FailInternationalReversed, end.FailureCode)
	require.Len(t, s.Did("reverse"), 1)
}

func TestTopUp_Sent_RecordsPartnersAnswer(t *testing.T) {
	s := newTransferAbroad(t)
	end := s.Runs()
	require.Equal(t, contract.PurchaseDelivering, s.Answer.Stage, "the customer does not wait for the foreign operator")
	require.Equal(t, append([]string{"open", "top-up 21511", "deliver"}, asksAboutReversal...), s.Did())
	require.Equal(t, contract.PurchaseCompleted, end.Stage)
	require.Equal(t, []any{"900001", true}, []any{end.International.Reference, end.International.Told})
}

func TestTopUp_TimeoutAfterSend_OneTopUp(t *testing.T) {
	s := newTransferAbroad(t)
	s.Outside.Loses("top-up")
	end := s.Runs()
	require.Equal(t, 1, s.Happened("top-up"))
	require.Equal(t, contract.PurchaseCompleted, end.Stage)
	require.Equal(t, append([]string{"open", "top-up 21511", "deliver"}, asksAboutReversal...), s.Did())
}

func TestTopUp_Refused_RefundsBalance(t *testing.T) {
	for _, code := range []contract.Code{
		contract.FailInternationalProduct, contract.FailInternationalUnserved, contract.FailInternationalRefused,
		contract.FailInternationalCancelled, contract.FailInternationalReversed,
	} {
		t.Run(string(code), func(t *testing.T) {
			s := newTransferAbroad(t)
			s.Outside.Fails("top-up", workflowtest.No(code))
			end := s.Runs()
			require.Equal(t, 1, s.Happened("top-up"), "a refusal is final")
			require.Equal(t, contract.PurchaseFailed, end.Stage)
			require.Equal(t, code, end.FailureCode)
			require.Equal(t, []string{"open", "give-back " + string(code), "refunded"}, s.Did())
		})
	}
}

func TestTopUp_AccountEmpty_IsHeld(t *testing.T) {
	s := newTransferAbroad(t)
	s.Outside.Fails("top-up", workflowtest.No(contract.FailTopUpFunds))
	s.At(time.Hour, func() { s.Outside.Fails("top-up", nil) })
	refused := s.Decides(2*time.Hour, contract.ResolveRetry)
	end := s.Runs()
	require.NoError(t, *refused)
	require.Equal(t, append([]string{"open", "hold top_up_funds", "resume retry", "top-up 21511", "deliver"}, asksAboutReversal...), s.Did())
	require.Equal(t, contract.PurchaseCompleted, end.Stage)
}

// An unknown outcome is inquired about before the refund, even after support's cancellation.
func TestTopUp_SupportCancels_AsksFirst(t *testing.T) {
	down := temporal.NewApplicationError("no answer", "")
	for name, tt := range map[string]struct {
		arrived bool
		want    contract.PurchaseStage
	}{
		"arrived":       {true, contract.PurchaseCompleted},
		"never arrived": {false, contract.PurchaseFailed},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTransferAbroad(t)
			if tt.arrived {
				s.Outside.Loses("top-up")
				s.Outside.HappensDuring("top-up", func() {
					s.Outside.HappensDuring("top-up", func() { s.Outside.Fails("top-up", down) })
				})
			} else {
				s.Outside.Fails("top-up", down)
			}
			s.Decides(3*time.Hour, contract.ResolveCancel)
			end := s.Runs()
			require.Equal(t, tt.want, end.Stage)
			require.Len(t, s.Did("hold"), 1)
			if tt.arrived {
				require.Len(t, s.Did("find-top-up"), 1+len(asksAboutReversal))
			} else {
				require.Len(t, s.Did("find-top-up"), 1)
			}
			require.Equal(t, tt.arrived, len(s.Did("deliver")) == 1)
			require.Equal(t, tt.arrived, len(s.Did("refunded")) == 0)
		})
	}
}

func TestTopUp_OutcomeUnknown_NoRefund(t *testing.T) {
	s := newTransferAbroad(t)
	s.Outside.Fails("top-up", temporal.NewApplicationError("no answer", ""))
	s.Outside.Fails("find-top-up", temporal.NewApplicationError("no answer", ""))
	s.Decides(3*time.Hour, contract.ResolveCancel)
	s.At(6*time.Hour, func() {
		require.Equal(t, contract.PurchaseHeld, s.Books.Last().Stage)
		require.Equal(t, contract.WorkRefund, s.Books.Last().Held.Work)
		require.Empty(t, s.Did("give-back", "refunded"))
		s.Outside.Fails("find-top-up", nil)
	})
	s.Decides(7*time.Hour, contract.ResolveRetry)
	end := s.Runs()
	require.Equal(t, contract.PurchaseFailed, end.Stage)
	require.Equal(t, []string{"refunded"}, s.Did("refunded"))
}
