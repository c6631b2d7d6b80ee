package billing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/billing"
)

func TestBankPayment_NothingOfItIsLost(t *testing.T) {
	tests := map[string]struct {
		amount, left contract.Halalas
		taken, held  contract.Halalas
		state        billing.BankState
		reason       billing.BankReason
	}{
		"all that is left":          {1000, 1000, 1000, 0, billing.BankTaken, ""},
		"a part":                    {1, 1000, 1, 0, billing.BankTaken, ""},
		"one halala more than left": {1001, 1000, 1000, 1, billing.BankHeld, billing.BankMoreThanLeft},
		"of a bill that was paid":   {1000, 0, 0, 1000, billing.BankHeld, billing.BankPaidAlready},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := billing.BankPayment{Amount: tt.amount}.For("i", billing.Standing{Left: tt.left})
			require.Equal(t, billing.BankPayment{
				Amount: tt.amount, InvoiceID: "i", Taken: tt.taken, Held: tt.held, State: tt.state, Reason: tt.reason,
			}, got)
			require.Equal(t, tt.amount, got.Taken+got.Held)
		})
	}
	none := billing.BankPayment{Amount: 7}.ForNone()
	require.Equal(t, billing.BankPayment{Amount: 7, Held: 7, State: billing.BankHeld, Reason: billing.BankUnknownBill}, none)
}

func TestBankPayment_SaysTheSameAgainWhereTheBankDoes(t *testing.T) {
	at := riyadh(2026, 11, 20, 12)
	first := billing.BankPayment{ID: "1", PaymentID: "b", Reference: "2", Amount: 3, PaidAt: at, State: billing.BankTaken}
	require.True(t, first.Same(billing.BankPayment{PaymentID: "b", Reference: "2", Amount: 3, PaidAt: at.UTC()}))
	for name, again := range map[string]billing.BankPayment{
		"another id":     {PaymentID: "c", Reference: "2", Amount: 3, PaidAt: at},
		"another bill":   {PaymentID: "b", Reference: "3", Amount: 3, PaidAt: at},
		"another amount": {PaymentID: "b", Reference: "2", Amount: 4, PaidAt: at},
		"another time":   {PaymentID: "b", Reference: "2", Amount: 3, PaidAt: at.Add(time.Second)},
	} {
		require.False(t, first.Same(again), name)
	}
}
