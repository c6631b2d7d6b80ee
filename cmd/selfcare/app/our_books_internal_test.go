package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/bill"
	"selfcare/internal/store"
)

func TestDoctor_EmptyStock_IsWrong(t *testing.T) {
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	s := store.New(db, keys)
	_, err := stockOf(t.Context(), s, time.Now())
	for _, lacking := range []string{
		"no plan on sale: selfcare import plans", "no data pack on sale: selfcare import data-packs", "no device: selfcare import devices",
		"no number to sell: selfcare import numbers", "no SIM card: selfcare import sim-cards",
	} {
		require.ErrorContains(t, err, lacking)
	}
	require.NoError(t, seed.Run(t.Context(), db, keys))
	_, err = stockOf(t.Context(), s, time.Now())
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), "DELETE FROM devices")
	require.NoError(t, err)
	_, err = stockOf(t.Context(), s, time.Now())
	require.EqualError(t, err, "there is no device: selfcare import devices")
}

func TestDoctor_BankPayments_AreCounted(t *testing.T) {
	s := store.New(testkit.Postgres(t), testkit.Keys(t))
	now := time.Now()
	p, err := s.BankPayments.Keep(t.Context(), bill.BankPayment{PaymentID: "bank-0001", Reference: "123456", Amount: 5, PaidAt: now, ReceivedAt: now})
	require.NoError(t, err)
	said, err := bankPaymentsOf(t.Context(), s, now)
	require.NoError(t, err)
	require.Equal(t, "0 bank payments wait for support", said)
	_, err = bankPaymentsOf(t.Context(), s, now.Add(11*time.Minute))
	require.ErrorContains(t, err, "1 bank payments were recorded and not processed")

	require.NoError(t, s.BankPayments.Decide(t.Context(), p.ForUnknownBill()))
	said, err = bankPaymentsOf(t.Context(), s, now.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, "1 bank payments wait for support", said)
	held, err := s.Figures.CountHeldBankPayments(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, held)
}
