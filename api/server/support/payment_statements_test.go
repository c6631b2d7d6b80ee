package support_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// unknownPayment is an order with a payment of unknown outcome.
func unknownPayment(r *servertest.Rig) (orderID string) {
	r.T.Helper()
	o := r.Start()
	r.Exec("INSERT INTO payments (id, subject, status, amount, at) VALUES ('pay-1', ?, 'pending', 10500, now() - interval '1 day')", o.ID)
	return o.ID
}

func statesPayment(r *servertest.Rig, as servertest.Header, id, outcome string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/support/payments/"+id+"/statement", `{"outcome":"`+outcome+`","note":"statement of 3 May, line 7"}`, as, servertest.FreshKey())
}

func TestStatePayment_TwoPeopleAgree_Counts(t *testing.T) {
	r := servertest.New(t)
	first, second := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))
	orderID := unknownPayment(r)
	for range 2 { // a repeat still waits
		got := statesPayment(r, first, "pay-1", "never-paid")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		waits := servertest.Decoded[gen.PaymentStatement](t, got)
		require.Equal(t, gen.PaymentStatementStatePending, waits.State)
		require.True(t, waits.Own)
		require.WithinDuration(t, waits.StatedAt.Add(24*time.Hour), waits.ExpiresAt, time.Second)
	}
	counting, err := r.Store.PaymentStatements.ReadCounting(t.Context(), "pay-1")
	require.NoError(t, err)
	require.Empty(t, counting)
	servertest.RequireRefused(t, statesPayment(r, second, "pay-1", "paid"), contract.FailStatementDiffers)
	require.Empty(t, r.Flow.SentSignals(), "one person's word moves nothing")

	for range 2 {
		got := statesPayment(r, second, "pay-1", "never-paid")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		counts := servertest.Decoded[gen.PaymentStatement](t, got)
		require.Equal(t, gen.PaymentStatementStateCounts, counts.State)
		require.False(t, counts.Own)
		require.NotNil(t, counts.ConfirmedBy)
	}
	counting, err = r.Store.PaymentStatements.ReadCounting(t.Context(), "pay-1")
	require.NoError(t, err)
	require.Equal(t, contract.StatedNeverPaid, counting)
	servertest.RequireRefused(t, statesPayment(r, first, "pay-1", "paid"), contract.FailPaymentOutcomeKnown)
	require.Equal(t, []string{"payment-stated", "payment-statement-confirmed"}, supportActions(r, first, orderID))

	record, err := r.Store.Orders.Get(t.Context(), orderID)
	require.NoError(t, err)
	signals := r.Flow.SentSignals()
	require.Len(t, signals, 2, "a repeat tells the order again; the order takes the event once")
	for _, signal := range signals {
		require.Equal(t, []string{contract.OrderWorkflowID(record.Order.Number), contract.SignalPaymentReported}, []string{signal.WorkflowID, signal.Name})
		require.Equal(t, "pay-1", signal.Arg.(contract.PaymentReported).PaymentID)
		require.Equal(t, signals[0].Arg, signal.Arg)
	}
}

func TestStatePayment_TwoAtOnce_OneCounts(t *testing.T) {
	r := servertest.New(t)
	unknownPayment(r)
	people := []servertest.Header{servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))}
	var all sync.WaitGroup
	states := make([]gen.PaymentStatementState, len(people))
	for i, as := range people {
		all.Go(func() {
			states[i] = servertest.Decoded[gen.PaymentStatement](t, statesPayment(r, as, "pay-1", "paid")).State
		})
	}
	all.Wait()
	require.ElementsMatch(t, []gen.PaymentStatementState{gen.PaymentStatementStatePending, gen.PaymentStatementStateCounts}, states)
}

func TestStatePayment_KnownOrMissing_IsRefused(t *testing.T) {
	r := servertest.New(t)
	as := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support"))
	servertest.RequireRefused(t, statesPayment(r, as, "pay-1", "paid"), contract.FailPaymentNotFound)
	unknownPayment(r)
	r.Exec("UPDATE payments SET status = 'declined'")
	servertest.RequireRefused(t, statesPayment(r, as, "pay-1", "paid"), contract.FailPaymentOutcomeKnown)
	servertest.RequireRefused(t, statesPayment(r, as, "pay-1", "refunded"), contract.FailValidation)
}

func TestPaymentStatements_SamePerson_IsRefused(t *testing.T) {
	r := servertest.New(t)
	as := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support"))
	unknownPayment(r)
	require.Equal(t, http.StatusOK, statesPayment(r, as, "pay-1", "paid").StatusCode)
	_, err := r.DB.NewRaw("UPDATE payment_statements SET state = 'counts', confirmed_by = stated_by, confirmed_at = now()").Exec(t.Context())
	require.ErrorContains(t, err, "payment_statements_second_person")
}
