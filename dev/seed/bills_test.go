package seed_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/store"
)

func TestRun_Payers_HaveEachBillOnce(t *testing.T) {
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	require.NoError(t, seed.Run(t.Context(), db, keys))
	require.NoError(t, seed.Run(t.Context(), db, keys), "over data in use")
	s := store.New(db, keys)
	for _, msisdn := range []string{"0570000033", "0570000034"} {
		line, err := s.Lines.ByNumber(t.Context(), msisdn)
		require.NoError(t, err)
		bills, total, err := s.Invoices.OfLine(t.Context(), line.ID, 1, 10)
		require.NoError(t, err)
		require.Equal(t, 3, total)
		newest, soon, paid := bills[0], bills[1], bills[2]
		require.Equal(t, domain.Paid, paid.State(time.Now()))
		require.Equal(t, domain.Issued, soon.State(time.Now()))
		require.WithinDuration(t, time.Now().AddDate(0, 0, 2), soon.Invoice.DueAt, 25*time.Hour)
		whole, known, err := s.Invoices.Get(t.Context(), newest.ID)
		require.NoError(t, err)
		require.True(t, known)
		require.Len(t, whole.Services(), 2)
		require.Len(t, whole.Lines, 4)
		unbilled, err := s.Invoices.SumUnbilled(t.Context(), line.ID)
		require.NoError(t, err)
		require.NotZero(t, unbilled, "a little stands on no bill yet")
	}
}
