package server_test

import (
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// dear is a completed order whose money nobody gives back alone.
func (r *rig) dear() started {
	r.t.Helper()
	require.NoError(r.t, r.store.Settings.Change(r.t.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("10499")}))
	return r.completed()
}

func (r *rig) askedRefund(as header, orderID string) gen.RefundRequest {
	r.t.Helper()
	got := r.refund(as, orderID, freshKey())
	require.Equal(r.t, http.StatusAccepted, got.StatusCode, string(got.body))
	return decoded[gen.RefundRequest](r.t, got)
}

func (r *rig) decideRefund(as header, id, how string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/support/refunds/"+id+"/"+how, `{"note":"looked into it"}`, as, freshKey())
}

func (r *rig) refundsThat(as header, state string) []gen.RefundRequest {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/support/refunds?state="+state, "", as)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Items []gen.RefundRequest }](r.t, got).Items
}

// supportActions are the entries about an order, oldest first.
// supportActions are what support did to an order, oldest first, without who read it.
func (r *rig) supportActions(as header, orderID string) (actions []string) {
	r.t.Helper()
	entries := decoded[auditPage](r.t, r.call(http.MethodGet, "/api/support/audit?orderId="+orderID, "", as)).Items
	for i := len(entries) - 1; i >= 0; i-- {
		if entries[i].Action != "order-read" {
			actions = append(actions, string(entries[i].Action))
		}
	}
	return actions
}

func (r *rig) pageOf(as header, orderID string) gen.CaseDetail {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/support/cases/order/"+orderID, "", as, header{"Accept-Language": "en"})
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[gen.GetCaseAnswer](r.t, got).Data
}

func (r *rig) refundOnPage(as header, orderID string) *gen.CaseRefund {
	r.t.Helper()
	return r.pageOf(as, orderID).Refund
}

func TestThePageOfACompletedOrderSaysWhetherItsMoneyMayGoBack(t *testing.T) {
	r := newRig(t)
	first, second := bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))
	small, o := r.completed(), r.dear()
	require.NotNil(t, r.refundOnPage(first, small.id))
	offered := r.refundOnPage(first, o.id)
	require.Equal(t, gen.CaseRefundStatePossible, offered.State)
	require.True(t, offered.SecondPerson)
	require.Equal(t, "refund-waits", offered.Sentences[0].Key)
	require.Contains(t, offered.Sentences[2].Text, "105")

	asked := r.askedRefund(first, o.id)
	waits := r.refundOnPage(second, o.id)
	require.Equal(t, gen.CaseRefundStateWaits, waits.State)
	require.Empty(t, waits.Sentences)
	require.Equal(t, "pending", r.pageOf(first, o.id).Linked[0].Stage, "no money is on its way yet")
	require.Equal(t, http.StatusOK, r.decideRefund(second, asked.Id, "approval").StatusCode)
	begun := r.pageOf(first, o.id)
	require.Equal(t, gen.CaseRefundStateBegun, begun.Refund.State)
	require.Equal(t, "refunding", begun.Linked[0].Stage)
}

func TestThePageOfAnOrderUnderWayOffersNoRefund(t *testing.T) {
	r := newRig(t)
	require.Nil(t, r.refundOnPage(bearer(r.signedIn(supportMail, "support")), r.start().id))
}

func TestALargeRefundBeginsOnceASecondPersonApproves(t *testing.T) {
	r := newRig(t)
	first, second := bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))
	o := r.dear()
	asked := r.askedRefund(first, o.id)
	require.EqualValues(t, "pending", asked.State)
	require.EqualValues(t, 10500, asked.Amount)
	require.WithinDuration(t, asked.RequestedAt.Add(24*time.Hour), asked.ExpiresAt, time.Second)
	require.Empty(t, r.refunds.decided)
	require.True(t, asked.Own)
	require.Equal(t, supportMail, asked.RequestedByName)
	require.Nil(t, asked.DecidedByName)
	asked.Own = false // seen by the other
	require.Equal(t, []gen.RefundRequest{asked}, r.refundsThat(second, "pending"))

	for _, as := range []header{first, second} {
		requireRefused(t, r.refund(as, o.id, freshKey()), contract.FailRefundWaits)
	}
	for _, how := range []string{"approval", "refusal"} {
		requireRefused(t, r.decideRefund(first, asked.Id, how), contract.FailRefundSamePerson)
		requireRefused(t, r.decideRefund(second, uuid.NewString(), how), contract.FailRefundUnknown)
	}
	require.Empty(t, r.refunds.decided)

	got := r.decideRefund(second, asked.Id, "approval")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.EqualValues(t, "approved", decoded[gen.RefundRequest](t, got).State)
	require.Len(t, r.refunds.decided, 1)
	require.Equal(t, asked.Id, r.refunds.decided[0].Key)
	require.NotEqual(t, asked.RequestedBy, r.refunds.decided[0].Actor)
	require.Equal(t, []string{"refund-requested", "refund-approved"}, r.supportActions(first, o.id))
	require.Empty(t, r.refundsThat(first, "pending"))
	approved := r.refundsThat(first, "approved")
	require.Len(t, approved, 1)
	require.True(t, approved[0].Own)
	require.Equal(t, "supervisor@selfcare.example", *approved[0].DecidedByName)
	requireRefused(t, r.decideRefund(second, asked.Id, "refusal"), contract.FailRefundDecided)

	require.Equal(t, http.StatusOK, r.decideRefund(second, asked.Id, "approval").StatusCode, "the same decision again")
	require.Equal(t, r.refunds.decided[0].Key, r.refunds.decided[1].Key, "and the workflow knows that it is")
}

func TestADeclinedRefundIsOverAndMayBeAskedForAgain(t *testing.T) {
	r := newRig(t)
	first, second := bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))
	o := r.dear()
	asked := r.askedRefund(first, o.id)
	got := r.decideRefund(second, asked.Id, "refusal")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	declined := decoded[gen.RefundRequest](t, got)
	require.EqualValues(t, "declined", declined.State)
	require.False(t, declined.Own, "whoever decides did not ask for it")
	require.Equal(t, supportMail, declined.RequestedByName)
	require.Equal(t, "supervisor@selfcare.example", *declined.DecidedByName)
	requireRefused(t, r.decideRefund(second, asked.Id, "approval"), contract.FailRefundDecided)
	require.Empty(t, r.refunds.decided)
	require.NotEqual(t, asked.Id, r.askedRefund(second, o.id).Id)
	require.Equal(t, []string{"refund-requested", "refund-declined", "refund-requested"}, r.supportActions(first, o.id))
}

func TestARefundNobodyDecidedAboutRunsOut(t *testing.T) {
	r := newRig(t)
	first, second := bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))
	o := r.dear()
	asked := r.askedRefund(first, o.id)
	_, err := r.db.ExecContext(t.Context(), "UPDATE refund_requests SET requested_at = requested_at - interval '24 hours', expires_at = now() - interval '1 second'")
	require.NoError(t, err)
	requireRefused(t, r.decideRefund(second, asked.Id, "approval"), contract.FailRefundExpired)
	require.Empty(t, r.refunds.decided)
	require.Len(t, r.refundsThat(first, "expired"), 1)
	require.Equal(t, []string{"refund-requested", "refund-expired"}, r.supportActions(first, o.id))
	require.EqualValues(t, "pending", r.askedRefund(first, o.id).State)
}

func TestAPageOfRefundsSaysWhetherThereIsAnother(t *testing.T) {
	r := newRig(t)
	first, second := bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))
	asked := r.askedRefund(first, r.dear().id)
	require.Equal(t, http.StatusOK, r.decideRefund(second, asked.Id, "refusal").StatusCode)
	const copies = `
		INSERT INTO refund_requests (order_id, way, subject_id, reference, amount, note, requested_by, requested_at, expires_at, state, decided_by, decided_at)
		SELECT order_id, way, subject_id, reference, amount, note, requested_by, requested_at, expires_at, state, decided_by, decided_at
		FROM refund_requests, generate_series(1, ?) WHERE id = ?`
	page := func(number string) (shown gen.ListRefundsAnswer) {
		t.Helper()
		got := r.call(http.MethodGet, "/api/support/refunds?state=declined&page="+number, "", first)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		return decoded[gen.ListRefundsAnswer](t, got)
	}
	_, err := r.db.ExecContext(t.Context(), copies, 49, asked.Id)
	require.NoError(t, err)
	full := page("1")
	require.Len(t, full.Items, 50)
	require.False(t, full.More, "a full page need not be followed by one")
	_, err = r.db.ExecContext(t.Context(), copies, 1, asked.Id)
	require.NoError(t, err)
	full = page("1")
	require.Len(t, full.Items, 50)
	require.True(t, full.More)
	last := page("2")
	require.Len(t, last.Items, 1)
	require.False(t, last.More)
}

func TestOfManyWhoDecideAtOnceOneDoes(t *testing.T) {
	r := newRig(t)
	first := bearer(r.signedIn(supportMail, "support"))
	deciders := []header{bearer(r.signedIn("b@selfcare.example", "support")), bearer(r.signedIn("c@selfcare.example", "support"))}
	o := r.dear()
	asked := r.askedRefund(first, o.id)
	var all sync.WaitGroup
	var done atomic.Int32
	for i := range 10 {
		all.Go(func() {
			how := []string{"approval", "refusal"}[i/2%2]
			if r.decideRefund(deciders[i%2], asked.Id, how).StatusCode == http.StatusOK && how == "refusal" {
				done.Add(1)
			}
		})
	}
	all.Wait()
	actions := r.supportActions(first, o.id)
	require.Len(t, actions, 2, "asked for once, decided once")
	keys := map[string]bool{}
	for _, decision := range r.refunds.decided {
		keys[decision.Key+decision.Actor] = true
	}
	if actions[1] == "refund-approved" {
		require.Len(t, keys, 1, "one decision, whoever repeats it")
		require.Zero(t, done.Load())
	} else {
		require.Empty(t, keys)
	}
}

func TestTheDatabaseKeepsASecondPersonASecondPerson(t *testing.T) {
	r := newRig(t)
	first := bearer(r.signedIn(supportMail, "support"))
	asked := r.askedRefund(first, r.dear().id)
	_, err := r.db.ExecContext(t.Context(), "UPDATE refund_requests SET state = 'approved', decided_by = requested_by, decided_at = now() WHERE id = ?", asked.Id)
	require.ErrorContains(t, err, "refund_requests_second_person")
	_, err = r.db.ExecContext(t.Context(), "UPDATE refund_requests SET state = 'approved' WHERE id = ?", asked.Id)
	require.ErrorContains(t, err, "refund_requests_decision")
}
