package server_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// unknownPayment is an order with a payment of unknown outcome.
func (r *rig) unknownPayment() (orderID string) {
	r.t.Helper()
	o := r.start()
	r.exec("INSERT INTO payments (id, subject, status, amount, at) VALUES ('pay-1', ?, 'pending', 10500, now() - interval '1 day')", o.id)
	return o.id
}

func (r *rig) statesPayment(as header, id, outcome string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/support/payments/"+id+"/statement", `{"outcome":"`+outcome+`","note":"statement of 3 May, line 7"}`, as, freshKey())
}

func TestStatePayment_TwoPeopleSayTheSame_Counts(t *testing.T) {
	r := newRig(t)
	first, second := bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))
	orderID := r.unknownPayment()
	for range 2 { // said again it waits still
		got := r.statesPayment(first, "pay-1", "never-paid")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		waits := decoded[gen.PaymentStatement](t, got)
		require.Equal(t, gen.PaymentStatementStatePending, waits.State)
		require.True(t, waits.Own)
		require.WithinDuration(t, waits.StatedAt.Add(24*time.Hour), waits.ExpiresAt, time.Second)
	}
	counting, err := r.store.PaymentStatements.ReadCounting(t.Context(), "pay-1")
	require.NoError(t, err)
	require.Empty(t, counting)
	requireRefused(t, r.statesPayment(second, "pay-1", "paid"), contract.FailStatementDiffers)

	for range 2 {
		got := r.statesPayment(second, "pay-1", "never-paid")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		counts := decoded[gen.PaymentStatement](t, got)
		require.Equal(t, gen.PaymentStatementStateCounts, counts.State)
		require.False(t, counts.Own)
		require.NotNil(t, counts.ConfirmedBy)
	}
	counting, err = r.store.PaymentStatements.ReadCounting(t.Context(), "pay-1")
	require.NoError(t, err)
	require.Equal(t, contract.StatedNeverPaid, counting)
	requireRefused(t, r.statesPayment(first, "pay-1", "paid"), contract.FailPaymentOutcomeKnown)
	require.Equal(t, []string{"payment-stated", "payment-statement-confirmed"}, r.supportActions(first, orderID))
}

func TestStatePayment_TwoPeopleAtOnce_OneStatementCounts(t *testing.T) {
	r := newRig(t)
	r.unknownPayment()
	people := []header{bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))}
	var all sync.WaitGroup
	states := make([]gen.PaymentStatementState, len(people))
	for i, as := range people {
		all.Go(func() { states[i] = decoded[gen.PaymentStatement](t, r.statesPayment(as, "pay-1", "paid")).State })
	}
	all.Wait()
	require.ElementsMatch(t, []gen.PaymentStatementState{gen.PaymentStatementStatePending, gen.PaymentStatementStateCounts}, states)
}

func TestStatePayment_OutcomeKnownOrNoPayment_IsRefused(t *testing.T) {
	r := newRig(t)
	as := bearer(r.signedIn(supportMail, "support"))
	requireRefused(t, r.statesPayment(as, "pay-1", "paid"), contract.FailPaymentNotFound)
	r.unknownPayment()
	r.exec("UPDATE payments SET status = 'declined'")
	requireRefused(t, r.statesPayment(as, "pay-1", "paid"), contract.FailPaymentOutcomeKnown)
	requireRefused(t, r.statesPayment(as, "pay-1", "refunded"), contract.FailValidation)
}

func TestPaymentStatements_OnePersonTwice_IsRefusedByTheDatabase(t *testing.T) {
	r := newRig(t)
	as := bearer(r.signedIn(supportMail, "support"))
	r.unknownPayment()
	require.Equal(t, http.StatusOK, r.statesPayment(as, "pay-1", "paid").StatusCode)
	_, err := r.db.NewRaw("UPDATE payment_statements SET state = 'counts', confirmed_by = stated_by, confirmed_at = now()").Exec(t.Context())
	require.ErrorContains(t, err, "payment_statements_second_person")
}
