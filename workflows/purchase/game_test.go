package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func newGame(t *testing.T, refundable bool) *workflowtest.PurchaseStory {
	t.Helper()
	s := workflowtest.NewPurchaseStory(t, contract.PurchaseGame, contract.PayBalance)
	s.Input.Purchase.Game.Refundable = refundable
	return s
}

func TestGame_Bought_RecordsItsCode(t *testing.T) {
	s := newGame(t, true)
	end := s.Runs()
	require.Equal(t, contract.PurchaseDelivering, s.Answer.Stage, "the customer does not wait for the partner")
	require.Equal(t, []string{"open", "code PLAY-50", "deliver"}, s.Did())
	require.Equal(t, contract.PurchaseCompleted, end.Stage)
	require.Equal(t, []string{"go-1", "ABCD-1234"}, []string{end.Game.Reference, end.Game.Code})
}

func TestGame_AnswerLost_BuysOneCode(t *testing.T) {
	s := newGame(t, true)
	s.Outside.Loses("code")
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.Equal(t, 1, s.Happened("code"))
}

func TestGame_OrderTakenLate_IsNotSentAgain(t *testing.T) {
	for _, late := range []time.Duration{3 * time.Second, 20 * time.Second, 5 * time.Minute} {
		s := newGame(t, true)
		s.Outside.BuysLate(late)
		end := s.Runs()
		require.Equal(t, contract.PurchaseCompleted, end.Stage)
		require.Equal(t, "ABCD-1234", end.Game.Code)
		require.Equal(t, []string{"code PLAY-50"}, s.Did("code"), "%s late", late)
	}
}

func TestGame_CodeLate_IsAwaitedForHalfAnHour(t *testing.T) {
	for late, want := range map[time.Duration]contract.PurchaseStage{
		10 * time.Minute: contract.PurchaseCompleted, 36 * time.Minute: contract.PurchaseCompleted, 2 * time.Hour: contract.PurchaseHeld,
	} {
		s := newGame(t, true)
		s.Outside.DeliversLate(late)
		s.At(8*time.Minute, func() { require.Equal(t, contract.PurchaseDelivering, s.Books.Last().Stage) })
		s.At(time.Hour, func() { require.Equal(t, want, s.Books.Last().Stage, "%s late", late) })
		s.Decides(3*time.Hour, contract.ResolveRetry)
		require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
		require.Equal(t, []string{"code PLAY-50"}, s.Did("code"), "%s late", late)
	}
}

func TestGame_NoOrderAtPartner_IsHeldInMinutes(t *testing.T) {
	s := newGame(t, true)
	s.Outside.BuysLate(10 * time.Minute)
	s.At(5*time.Minute, func() { require.Equal(t, contract.PurchaseDelivering, s.Books.Last().Stage) })
	s.At(8*time.Minute, func() { require.Equal(t, contract.PurchaseHeld, s.Books.Last().Stage) })
	s.Decides(11*time.Minute, contract.ResolveRetry)
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.Equal(t, []string{"code PLAY-50"}, s.Did("code"), "the late order is found, not sent again")
}

func TestGame_OrderNotTaken_IsSentAgain(t *testing.T) {
	s := newGame(t, true)
	s.Outside.NotSent(3)
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.Equal(t, []string{"code PLAY-50"}, s.Did("code"))
	require.NotContains(t, s.Tried(), "find-code")
}

func TestGame_RefusedRefundableBrand_Refunds(t *testing.T) {
	for _, code := range []contract.Code{contract.FailGameRefused, contract.FailGameGone} {
		s := newGame(t, true)
		s.Outside.Fails("code", workflowtest.No(code))
		end := s.Runs()
		require.Equal(t, contract.PurchaseFailed, end.Stage)
		require.Equal(t, code, end.FailureCode)
		require.Equal(t, []string{"open", "give-back " + string(code), "refunded"}, s.Did())
	}
}

// For a brand that is not refundable support decides: it may get a code elsewhere, or cancel.
func TestGame_RefusedFinalBrand_IsHeld(t *testing.T) {
	s := newGame(t, false)
	s.Outside.Fails("code", workflowtest.No(contract.FailGameRefused))
	s.At(time.Hour, func() {
		require.Equal(t, contract.PurchaseHeld, s.Books.Last().Stage)
		require.Empty(t, s.Did("give-back", "refunded"))
		s.Outside.Fails("code", nil)
	})
	s.Decides(2*time.Hour, contract.ResolveRetry)
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.Equal(t, []string{"open", "hold game_refused", "resume retry", "code PLAY-50", "deliver"}, s.Did())
}

func TestGame_AccountEmpty_WaitsForSupport(t *testing.T) {
	s := newGame(t, true)
	s.Outside.Fails("code", workflowtest.No(contract.FailGameFunds))
	s.At(time.Hour, func() { s.Outside.Fails("code", nil) })
	s.Decides(2*time.Hour, contract.ResolveRetry)
	require.Equal(t, contract.PurchaseCompleted, s.Runs().Stage)
	require.Equal(t, []string{"hold game_funds"}, s.Did("hold"))
}

// The partner never delivers: a purchase that support cancels is cancelled there first, and a code that was delivered all the
// same stays.
func TestGame_Cancelled_AtPartnerFirst(t *testing.T) {
	down := temporal.NewApplicationError("no answer", "")
	for name, tt := range map[string]struct {
		delivered bool
		want      contract.PurchaseStage
	}{
		"delivered":       {true, contract.PurchaseCompleted},
		"never delivered": {false, contract.PurchaseFailed},
	} {
		t.Run(name, func(t *testing.T) {
			s := newGame(t, false)
			if tt.delivered {
				s.Outside.Loses("code")
				s.Outside.Fails("find-code", down)
			} else {
				s.Outside.Fails("code", down)
			}
			s.Decides(3*time.Hour, contract.ResolveCancel)
			require.Equal(t, tt.want, s.Runs().Stage)
			require.Equal(t, []string{"cancel-code"}, s.Did("cancel-code"))
			require.Equal(t, tt.delivered, len(s.Did("deliver")) == 1)
			require.Equal(t, tt.delivered, len(s.Did("refunded")) == 0)
		})
	}
}
