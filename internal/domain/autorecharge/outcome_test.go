package autorecharge_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
)

func TestTry_Repeated_CountsOnce(t *testing.T) {
	run := autorecharge.Begin(contract.AutoRecharge{ID: "r1", LineID: "l1"}, time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC), contract.AutoTrying)
	require.Equal(t, "2026-11-01", run.Date)
	first := autorecharge.Try(run, false)
	require.Equal(t, 1, first.Try)
	require.Equal(t, first, autorecharge.Try(first, false), "the same try")
	waiting := first
	waiting.Stage, waiting.NextTry = contract.AutoWaiting, run.Due.AddDate(0, 0, 1)
	require.Equal(t, 1, autorecharge.Try(waiting, true).Try, "its purchase is under way")
	second := autorecharge.Try(waiting, false)
	require.Equal(t, []any{2, contract.AutoTrying, time.Time{}}, []any{second.Try, second.Stage, second.NextTry})
}

func TestSettle_EachPurchase_DecidesRun(t *testing.T) {
	figures := autorecharge.Figures{RetryDays: []int{1}}
	run := contract.AutoRun{Stage: contract.AutoTrying, Try: 1, Due: time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC)}
	for name, tt := range map[string]struct {
		purchase contract.Purchase
		stage    contract.AutoStage
		settled  bool
	}{
		"completed":      {contract.Purchase{Stage: contract.PurchaseCompleted}, contract.AutoRecharged, true},
		"declined":       {contract.Purchase{Stage: contract.PurchaseFailed, FailureCode: contract.FailPaymentDeclined}, contract.AutoWaiting, true},
		"card lost":      {contract.Purchase{Stage: contract.PurchaseFailed, FailureCode: contract.FailPaymentDeclined, Payment: &contract.Payment{DeclineCode: "lost_card"}}, contract.AutoFailed, true},
		"still paying":   {contract.Purchase{Stage: contract.PurchasePaying}, contract.AutoTrying, false},
		"held":           {contract.Purchase{Stage: contract.PurchaseHeld}, contract.AutoTrying, false},
		"being refunded": {contract.Purchase{Stage: contract.PurchaseRefunding}, contract.AutoTrying, false},
	} {
		t.Run(name, func(t *testing.T) {
			next, settled := autorecharge.Settle(run, tt.purchase, figures)
			require.Equal(t, []any{tt.stage, tt.settled}, []any{next.Stage, settled})
		})
	}
}
