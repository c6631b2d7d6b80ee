package figure_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/storetest"
)

func TestFigures_HeldOrders_AreCounted(t *testing.T) {
	_, s := storetest.Database(t)
	held, err := s.Figures.CountHeldOrders(t.Context())
	require.NoError(t, err)
	require.Empty(t, held)
	age, err := s.Figures.OldestUnknownPayment(t.Context())
	require.NoError(t, err)
	require.Zero(t, age)

	o := storetest.Opened(t, s, storetest.FullOrder())
	o.Seq, o.Stage = o.Seq+1, contract.StageHeld
	o.Held = &contract.Held{FailureCode: contract.FailOutOfStock, From: contract.StagePlaced}
	require.NoError(t, s.Orders.Save(t.Context(), o))
	pending := contract.Payment{ID: "pending-1", Status: contract.PaymentPending, Amount: 100, At: time.Now().Add(-time.Hour)}
	require.NoError(t, s.Payments.Save(t.Context(), o.ID, pending))

	held, err = s.Figures.CountHeldOrders(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[contract.Code]int{contract.FailOutOfStock: 1}, held)
	age, err = s.Figures.OldestUnknownPayment(t.Context())
	require.NoError(t, err)
	require.InDelta(t, time.Hour.Seconds(), age.Seconds(), 30)
}

func TestFigures_NumberReturns_HaveAge(t *testing.T) {
	db, s := storetest.Database(t)
	owed, oldest, err := s.Figures.CountNumberReturns(t.Context())
	require.NoError(t, err)
	require.Zero(t, owed)
	require.Zero(t, oldest)
	for n, state := range []string{"owed", "held", "returned"} {
		line, err := s.Lines.Add(t.Context(), linestore.Line{MSISDN: fmt.Sprintf("054123456%d", n), Kind: linestore.Voice, Type: "prepaid", Person: contract.Person{IDNumber: "1000000008"}}, time.Now())
		require.NoError(t, err)
		_, err = db.ExecContext(t.Context(), `INSERT INTO number_returns (line_id, id, msisdn, operator, state, next_at, failure, owed_at)
			VALUES (?0, gen_random_uuid(), '0541234567', 'mobily', ?1, CASE ?1 WHEN 'owed' THEN now() END, CASE ?1 WHEN 'held' THEN 'number_return_refused' ELSE '' END,
			        now() - ?2 * interval '1 hour')`, line, state, n+1)
		require.NoError(t, err)
	}
	owed, oldest, err = s.Figures.CountNumberReturns(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, owed, "a number that went back is owed no more")
	require.InDelta(t, 2*time.Hour.Seconds(), oldest.Seconds(), 30)
}

func TestFigures_HeldWork_IsCounted(t *testing.T) {
	db, s := storetest.Database(t)
	counts := func() [3]float64 {
		deactivations, err := s.Figures.CountHeldDeactivations(t.Context())
		require.NoError(t, err)
		portOuts, err := s.Figures.CountHeldPortOuts(t.Context())
		require.NoError(t, err)
		age, err := s.Figures.OldestQueuedMessage(t.Context())
		require.NoError(t, err)
		return [3]float64{float64(deactivations), float64(portOuts), age.Round(time.Minute).Minutes()}
	}
	require.Equal(t, [3]float64{}, counts())

	require.NoError(t, s.Outbox.Queue(t.Context(), contract.Notice{OrderID: "1", Key: "a"}, contract.Notice{OrderID: "1", Key: "b"}))
	require.NoError(t, s.Outbox.NoteSent(t.Context(), "1-b"))
	_, err := db.ExecContext(t.Context(), "UPDATE outbox SET queued_at = now() - CASE key WHEN '1-a' THEN interval '1 hour' ELSE interval '1 day' END")
	require.NoError(t, err)
	require.Equal(t, [3]float64{0, 0, 60}, counts(), "sent messages do not wait")
}
