package bill_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
)

func TestBankPayment_AnyAmount_IsSplitFully(t *testing.T) {
	tests := map[string]struct {
		amount, left contract.Halalas
		taken, held  contract.Halalas
		state        bill.BankState
		reason       bill.BankReason
	}{
		"the whole open amount":     {1000, 1000, 1000, 0, bill.BankTaken, ""},
		"a part":                    {1, 1000, 1, 0, bill.BankTaken, ""},
		"one halala more than left": {1001, 1000, 1000, 1, bill.BankHeld, bill.BankMoreThanLeft},
		"of a bill that was paid":   {1000, 0, 0, 1000, bill.BankHeld, bill.BankPaidAlready},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := bill.BankPayment{Amount: tt.amount}.For("i", bill.Standing{Left: tt.left})
			require.Equal(t, bill.BankPayment{
				Amount: tt.amount, InvoiceID: "i", Taken: tt.taken, Held: tt.held, State: tt.state, Reason: tt.reason,
			}, got)
			require.Equal(t, tt.amount, got.Taken+got.Held)
		})
	}
	none := bill.BankPayment{Amount: 7}.ForUnknownBill()
	require.Equal(t, bill.BankPayment{Amount: 7, Held: 7, State: bill.BankHeld, Reason: bill.BankUnknownBill}, none)
}

func TestBankPayment_Repeated_IsTheSame(t *testing.T) {
	at := riyadh(2026, 11, 20, 12)
	first := bill.BankPayment{ID: "1", PaymentID: "b", Reference: "2", Amount: 3, PaidAt: at, State: bill.BankTaken}
	require.True(t, first.Same(bill.BankPayment{PaymentID: "b", Reference: "2", Amount: 3, PaidAt: at.UTC()}))
	for name, again := range map[string]bill.BankPayment{
		"another id":     {PaymentID: "c", Reference: "2", Amount: 3, PaidAt: at},
		"another bill":   {PaymentID: "b", Reference: "3", Amount: 3, PaidAt: at},
		"another amount": {PaymentID: "b", Reference: "2", Amount: 4, PaidAt: at},
		"another time":   {PaymentID: "b", Reference: "2", Amount: 3, PaidAt: at.Add(time.Second)},
	} {
		require.False(t, first.Same(again), name)
	}
}
