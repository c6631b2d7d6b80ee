package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestFigures_CountHeldOrdersAndTheAgeOfUnknownPayments(t *testing.T) {
	_, s := database(t)
	held, err := s.Figures.HeldOrders(t.Context())
	require.NoError(t, err)
	require.Empty(t, held)
	age, err := s.Figures.OldestUnknownPayment(t.Context())
	require.NoError(t, err)
	require.Zero(t, age)

	o := opened(t, s, fullOrder())
	o.Seq, o.Stage = o.Seq+1, contract.StageHeld
	o.Held = &contract.Held{FailureCode: contract.FailOutOfStock, From: contract.StagePlaced}
	require.NoError(t, s.Orders.Save(t.Context(), o))
	pending := contract.Payment{ID: "pending-1", Status: contract.PaymentPending, Amount: 100, At: time.Now().Add(-time.Hour)}
	require.NoError(t, s.Payments.Save(t.Context(), o.ID, pending))

	held, err = s.Figures.HeldOrders(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[contract.Code]int{contract.FailOutOfStock: 1}, held)
	age, err = s.Figures.OldestUnknownPayment(t.Context())
	require.NoError(t, err)
	require.InDelta(t, time.Hour.Seconds(), age.Seconds(), 30)
}
