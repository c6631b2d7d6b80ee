package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/workflowtest"
)

// charged runs the test for each kind and way that goes through the provider.
func charged(t *testing.T, test func(t *testing.T, s *workflowtest.PurchaseStory)) {
	t.Helper()
	each(t, purchase.Charges, test)
}

func each(t *testing.T, wanted func(contract.PaymentMethod) bool, test func(t *testing.T, s *workflowtest.PurchaseStory)) {
	t.Helper()
	for kind, d := range purchase.Definitions {
		for _, way := range d.Ways {
			if wanted(way) {
				t.Run(string(kind)+" by "+string(way), func(t *testing.T) { test(t, workflowtest.NewPurchaseStory(t, kind, way)) })
			}
		}
	}
}

// returns reports whether the money is always refunded.
func returns(s *workflowtest.PurchaseStory) bool {
	return purchase.Definitions[s.Input.Purchase.Kind].Returns
}

func TestPurchase_EachKindAndMethod_IsDelivered(t *testing.T) {
	each(t, func(contract.PaymentMethod) bool { return true }, func(t *testing.T, s *workflowtest.PurchaseStory) {
		s.Pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
		end := s.Runs()
		require.NoError(t, s.Refusal)
		require.Equal(t, contract.PurchaseCompleted, end.Stage)
		require.Equal(t, []string{"deliver"}, s.Did("deliver"))
		require.Equal(t, end.Payment != nil, len(s.Did("charge")) == 1)
		require.Equal(t, returns(s), len(s.Did("refund")) == 1)
		switch {
		case end.Switch != nil:
			require.Equal(t, contract.PurchaseDelivering, s.Answer.Stage, "a switch may take minutes: its page shows how it is getting on")
			require.Equal(t, []string{"switch-plan hawakom-130"}, s.Did("switch-plan"))
		case end.International != nil, end.Service != nil, end.Game != nil:
			require.Equal(t, contract.PurchaseDelivering, s.Answer.Stage, "and so may a partner")
		case !returns(s):
			require.Equal(t, contract.PurchaseCompleted, s.Answer.Stage, "the answer has it all")
		}
	})
}

func TestPurchase_EachMethodDeclined_BuysNothing(t *testing.T) {
	charged(t, func(t *testing.T, s *workflowtest.PurchaseStory) {
		s.Outside.Charges["p1"] = contract.PaymentDeclined
		end := s.Runs()
		require.Equal(t, contract.PurchaseFailed, end.Stage)
		require.Equal(t, contract.FailPaymentDeclined, end.FailureCode)
		require.Equal(t, end, s.Answer)
		require.Equal(t, []string{"open", "charge p1", "payment declined"}, s.Did())
	})
}

func TestPurchase_EachMethod_Passes3DS(t *testing.T) {
	charged(t, func(t *testing.T, s *workflowtest.PurchaseStory) {
		s.Outside.Charges["p1"] = contract.PaymentChallenge
		s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
		s.Pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
		s.Reports(2 * time.Minute)
		end := s.Runs()
		require.Equal(t, contract.PaymentChallenge, s.Answer.Payment.Status, "answered before the bank's page")
		require.Equal(t, contract.PurchaseCompleted, end.Stage)
		require.Len(t, s.Did("inquire"), 1)
	})
}

func TestPurchase_WalletCode_Pays(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseRecharge, contract.PaySTCPay)
	s.Outside.AsksCode = true
	s.Outside.Charges["p1"], s.Outside.Outcomes["p1"] = contract.PaymentChallenge, []contract.PaymentStatus{contract.PaymentPaid}
	other := s.EntersCode(time.Minute, "p2")
	refusal := s.EntersCode(2*time.Minute, "p1")
	end := s.Runs()
	workflowtest.RequireCode(t, contract.FailWalletCodeNotAsked, *other)
	require.NoError(t, *refusal)
	require.Equal(t, contract.PurchaseCompleted, end.Stage)
	require.Equal(t, []string{"enter-code p1 123456", "inquire p1"}, s.Did("enter-code", "inquire"))
}

func TestPurchase_BankPageLeft_BuysNothing(t *testing.T) {
	charged(t, func(t *testing.T, s *workflowtest.PurchaseStory) {
		s.Outside.Charges["p1"] = contract.PaymentChallenge
		s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentAbandoned}
		end := s.Runs()
		require.Equal(t, contract.PurchaseFailed, end.Stage)
		require.Equal(t, contract.FailPaymentAbandoned, end.FailureCode)
		require.Empty(t, s.Did("deliver"))
	})
}

func TestPurchase_ChargeAnswerLost_IsAskedFor(t *testing.T) {
	charged(t, func(t *testing.T, s *workflowtest.PurchaseStory) {
		s.Outside.Fails("charge", workflowtest.ErrOutage)
		s.Outside.Outcomes["p1"] = workflowtest.PendingFor(3, contract.PaymentPaid)
		s.Pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
		end := s.Runs()
		require.Equal(t, 1, s.Happened("charge"), "sent once, then asked about")
		require.Equal(t, contract.PaymentPending, s.Answer.Payment.Status)
		require.Equal(t, contract.PurchaseCompleted, end.Stage)
	})
}

func TestPurchase_Refused_LeavesNothing(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseVoucher, contract.PayVoucher)
	s.Books.Fails("open", workflowtest.No(contract.FailVoucherUsed))
	s.Runs()
	workflowtest.RequireCode(t, contract.FailVoucherUsed, s.Refusal)
	require.Empty(t, s.Did())
}

func TestPurchase_FirstStepLost_IsForgotten(t *testing.T) {
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseRecharge, contract.PayCard)
	s.Books.Fails("open", workflowtest.ErrOutage)
	s.At(time.Minute, func() { s.Books.Fails("open", nil) })
	end := s.Runs()
	require.Equal(t, contract.PurchaseCompleted, end.Stage, "our own database is waited for")
	require.NotZero(t, s.Happened("open"))
}

func TestPurchase_WriteAnswerLost_CountsOnce(t *testing.T) {
	for _, write := range []string{"open", "payment", "deliver", "hold", "resume", "give-back", "refunded"} {
		t.Run(write, func(t *testing.T) {
			s := workflowtest.NewPurchaseStory(t, contract.PurchaseRecharge, contract.PayCard)
			switch write {
			case "give-back", "refunded":
				s.Books.Fails("deliver", workflowtest.No(contract.FailPurchaseLineEnded))
			case "hold", "resume":
				s.Books.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
				s.Decides(time.Hour, contract.ResolveCancel)
			}
			s.Books.Loses(write)
			s.Runs()
			require.Equal(t, 1, s.Happened(write))
			require.Len(t, s.Did(write), 1)
		})
	}
}
