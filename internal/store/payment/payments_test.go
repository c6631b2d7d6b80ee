package payment_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestSavePayment_Settled_StaysSettled(t *testing.T) {
	tests := map[string]struct {
		reports []contract.PaymentStatus
		want    string
	}{
		"open states follow each other":      {[]contract.PaymentStatus{"processing", "challenge", "pending"}, "pending"},
		"paid stays paid":                    {[]contract.PaymentStatus{"processing", "paid", "pending", "declined", "abandoned"}, "paid"},
		"a declined one does not open again": {[]contract.PaymentStatus{"declined", "processing", "pending"}, "declined"},
		"a late success after giving up":     {[]contract.PaymentStatus{"challenge", "abandoned", "paid"}, "paid"},
		"refunded is the end":                {[]contract.PaymentStatus{"paid", "refunded", "paid", "pending"}, "refunded"},
		"an abandoned one is not declined":   {[]contract.PaymentStatus{"abandoned", "declined"}, "abandoned"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			db, s := storetest.Database(t)
			order := storetest.NewID()
			for _, status := range tt.reports {
				require.NoError(t, s.Payments.Save(ctx, order, contract.Payment{ID: "pay-1", Status: status, Amount: 11500, At: time.Now()}))
			}
			var status string
			require.NoError(t, db.NewRaw("SELECT status FROM payments WHERE id = 'pay-1'").Scan(ctx, &status))
			require.Equal(t, tt.want, status)
		})
	}
}

func TestSavePayment_ZeroAmount_Refused(t *testing.T) {
	s := testkit.Store(t)
	for _, amount := range []contract.Halalas{0, -1} {
		require.ErrorIs(t, s.Payments.Save(ctx, storetest.NewID(), contract.Payment{ID: "p", Status: "processing", Amount: amount, At: time.Now()}), storeerrors.ErrConflict)
	}
	_, err := s.Payments.FindPaidFor(ctx, "p")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}
