package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/workflowtest"
)

func TestPurchase_Undeliverable_HeldUntilRetry(t *testing.T) {
	each(t, func(contract.PaymentMethod) bool { return true }, func(t *testing.T, s *workflowtest.PurchaseStory) {
		s.Pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
		s.Books.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
		s.At(time.Hour, func() { s.Books.Fails("deliver", nil) })
		refusal := s.Decides(2*time.Hour, contract.ResolveRetry)
		end := s.Runs()
		require.NoError(t, *refusal)
		require.Equal(t, []string{"hold line_blocked"}, s.Did("hold"))
		require.Equal(t, contract.PurchaseCompleted, end.Stage)
	})
}

func TestPurchase_SupportCancels_Refunds(t *testing.T) {
	each(t, func(contract.PaymentMethod) bool { return true }, func(t *testing.T, s *workflowtest.PurchaseStory) {
		if s.Input.Purchase.International != nil || s.Input.Purchase.Game != nil {
			return // a delivered purchase is not cancelled: TestTopUp_SupportCancels_AsksFirst, TestGame_Cancelled_AtPartnerFirst
		}
		s.Pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
		s.Books.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
		s.Decides(2*time.Hour, contract.ResolveCancel)
		end := s.Runs()
		require.Equal(t, contract.PurchaseFailed, end.Stage)
		require.False(t, end.RefundedAt.IsZero())
		require.Equal(t, purchase.Charges(end.Way), len(s.Did("refund")) == 1)
		require.Equal(t, []string{"refunded"}, s.Did("refunded"))
	})
}

func TestPurchase_LineEnded_RefundsByItself(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseRecharge, contract.PayCard)
	s.Books.Fails("deliver", workflowtest.No(contract.FailPurchaseLineEnded))
	end := s.Runs()
	require.Empty(t, s.Did("hold"))
	require.Equal(t, []string{"refund p1 5750"}, s.Did("refund"))
	require.Equal(t, contract.FailPurchaseLineEnded, end.FailureCode)
	require.Equal(t, contract.PurchaseFailed, end.Stage)
}

func TestPurchase_RefundRefused_RetryOrByHand(t *testing.T) {
	for action, booked := range map[string]string{contract.ResolveRetry: "refunded", contract.ResolveSkip: "refunded by hand"} {
		t.Run(action, func(t *testing.T) {
			s := workflowtest.NewPurchaseStory(t, contract.PurchaseRecharge, contract.PayCard)
			s.Books.Fails("deliver", workflowtest.No(contract.FailPurchaseLineEnded))
			s.Outside.Fails("refund", workflowtest.No(contract.FailRefundRefused))
			if action == contract.ResolveRetry {
				s.At(time.Hour, func() { s.Outside.Fails("refund", nil) })
			}
			s.Decides(2*time.Hour, action)
			end := s.Runs()
			require.Equal(t, []string{"hold refund_refused"}, s.Did("hold"))
			require.Equal(t, []string{booked}, s.Did("refunded"))
			require.Equal(t, contract.PurchaseFailed, end.Stage)
		})
	}
}

func TestPurchase_NotHeld_DecisionIsRefused(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseRecharge, contract.PayCard)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	refusal := s.Decides(time.Minute, contract.ResolveCancel)
	s.Reports(2 * time.Minute)
	s.Runs()
	workflowtest.RequireCode(t, contract.FailPurchaseNotHeld, *refusal)
}
