package server_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
)

// ruled answers updates by the validator of the order's workflow.
func ruled(o contract.Order, update string, _ any) (contract.Order, error) {
	for _, call := range servertest.WizardCalls {
		if call.Update == update {
			return o, order.ValidateStep(o, call.Step)
		}
	}
	return o, nil
}

func take(r *servertest.Rig, o servertest.Started, call servertest.WizardCall, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(call.Method, "/api/orders/"+o.ID+call.Path, samples[call.Operation].body, append([]servertest.Header{servertest.FreshKey()}, headers...)...)
}

// TestWizard_StepOutOfTurn_IsRefused tries each step before its turn, after the hold ran out, when the order is closed, with
// another customer's session and with an ended session, and twice (S6).
func TestWizard_StepOutOfTurn_IsRefused(t *testing.T) {
	r := servertest.New(t)
	require.NoError(t, r.Store.Settings.Change(t.Context(), map[string]json.RawMessage{"verifyContact": []byte("false")}))
	r.Flow.Decide = ruled
	refused := 0
	expect := func(o servertest.Started, call servertest.WizardCall, code contract.Code, headers ...servertest.Header) {
		before, err := r.Store.Orders.Get(t.Context(), o.ID)
		require.NoError(t, err)
		servertest.RequireRefused(t, take(r, o, call, headers...), code)
		after, err := r.Store.Orders.Get(t.Context(), o.ID)
		require.NoError(t, err)
		require.Equal(t, before, after, call.Operation)
		refused++
	}
	last := len(servertest.WizardCalls) - 1
	for count := range last {
		o := r.AnswerUpTo(count)
		for _, early := range servertest.WizardCalls[count+1:] {
			expect(o, early, contract.FailStepOutOfOrder, servertest.WithSession(o.Session))
		}
		require.Equal(t, http.StatusOK, take(r, o, servertest.WizardCalls[count], servertest.WithSession(o.Session)).StatusCode, "the step at its own turn")
	}
	expired := r.AnswerUpTo(last, func(o *contract.Order) { o.Booking.Expired = true })
	closed := r.AnswerUpTo(last, func(o *contract.Order) { o.Stage = contract.StageCancelled })
	mine, other := r.AnswerUpTo(last), r.Start()
	over, hash := servertest.TokenOf(8)
	require.NoError(t, r.Store.Orders.GrantSession(t.Context(), mine.ID, hash, permission.WholeOrder, time.Now().Add(-time.Second)))
	for i, call := range servertest.WizardCalls {
		if i > 0 { // another number may be chosen
			expect(expired, call, contract.FailHoldExpired, servertest.WithSession(expired.Session))
		}
		expect(closed, call, contract.FailOrderClosed, servertest.WithSession(closed.Session))
		expect(mine, call, contract.FailOrderNotYours, servertest.WithSession(other.Session))
		expect(mine, call, contract.FailOrderNotYours, servertest.WithSession(over))
	}
	t.Logf("S6: steps out of order, after the hold, after the end or with another's session: %d tried, 0 accepted; taken twice: %d",
		refused, takenTwice(r, mine))
}

// takenTwice sends each step twice with one key and counts the steps that reached the workflow more than once.
func takenTwice(r *servertest.Rig, o servertest.Started) (twice int) {
	r.T.Helper()
	for _, call := range servertest.WizardCalls {
		before, key := len(r.Flow.SentUpdates()), servertest.WithKey(uuid.NewString())
		first, again := take(r, o, call, servertest.WithSession(o.Session), key), take(r, o, call, servertest.WithSession(o.Session), key)
		require.Equal(r.T, http.StatusOK, first.StatusCode, string(first.Body))
		require.Equal(r.T, string(first.Body), string(again.Body))
		if len(r.Flow.SentUpdates()) != before+1 {
			twice++
		}
	}
	require.Zero(r.T, twice)
	return twice
}
