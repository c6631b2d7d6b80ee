package support_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func refundsThat(r *servertest.Rig, as servertest.Header, state string) []gen.RefundRequest {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/support/refunds?state="+state, "", as)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Items []gen.RefundRequest }](r.T, got).Items
}

// supportActions are the entries about an order, oldest first.
// They leave out the reads.
func supportActions(r *servertest.Rig, as servertest.Header, orderID string) (actions []string) {
	r.T.Helper()
	entries := servertest.Decoded[servertest.AuditPage](r.T, r.Call(http.MethodGet, "/api/support/audit?orderId="+orderID, "", as)).Items
	for i := len(entries) - 1; i >= 0; i-- {
		if entries[i].Action != "order-read" {
			actions = append(actions, string(entries[i].Action))
		}
	}
	return actions
}

func pageOf(r *servertest.Rig, as servertest.Header, orderID string) gen.CaseDetail {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/support/cases/order/"+orderID, "", as, servertest.Header{"Accept-Language": "en"})
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.GetCaseAnswer](r.T, got).Data
}

func refundOnPage(r *servertest.Rig, as servertest.Header, orderID string) *gen.CaseRefund {
	r.T.Helper()
	return pageOf(r, as, orderID).Refund
}

func TestRefundRequest_CompletedOrder_IsOffered(t *testing.T) {
	r := servertest.New(t)
	first, second := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))
	small, o := r.CompleteOrder(), r.CompleteLargeOrder()
	require.NotNil(t, refundOnPage(r, first, small.ID))
	offered := refundOnPage(r, first, o.ID)
	require.Equal(t, gen.CaseRefundStatePossible, offered.State)
	require.True(t, offered.SecondPerson)
	require.Equal(t, "refund-waits", offered.Sentences[0].Key)
	require.Contains(t, offered.Sentences[2].Text, "105")

	asked := r.MustAskRefund(first, o.ID)
	waits := refundOnPage(r, second, o.ID)
	require.Equal(t, gen.CaseRefundStateWaits, waits.State)
	require.Empty(t, waits.Sentences)
	require.Equal(t, "pending", pageOf(r, first, o.ID).Linked[0].Stage, "no money is on its way yet")
	require.Equal(t, http.StatusOK, r.DecideRefund(second, asked.Id, "approval").StatusCode)
	begun := pageOf(r, first, o.ID)
	require.Equal(t, gen.CaseRefundStateBegun, begun.Refund.State)
	require.Equal(t, "refunding", begun.Linked[0].Stage)
}

func TestRefundRequest_OpenOrder_IsNotOffered(t *testing.T) {
	r := servertest.New(t)
	require.Nil(t, refundOnPage(r, servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), r.Start().ID))
}

func TestRefundRequest_Large_WaitsForApproval(t *testing.T) {
	r := servertest.New(t)
	first, second := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))
	o := r.CompleteLargeOrder()
	asked := r.MustAskRefund(first, o.ID)
	require.EqualValues(t, "pending", asked.State)
	require.EqualValues(t, 10500, asked.Amount)
	require.WithinDuration(t, asked.RequestedAt.Add(24*time.Hour), asked.ExpiresAt, time.Second)
	require.Empty(t, r.Refunds.Decided)
	require.True(t, asked.Own)
	require.Equal(t, servertest.SupportMail, asked.RequestedByName)
	require.Nil(t, asked.DecidedByName)
	asked.Own = false // seen by the other
	require.Equal(t, []gen.RefundRequest{asked}, refundsThat(r, second, "pending"))

	for _, as := range []servertest.Header{first, second} {
		servertest.RequireRefused(t, r.Refund(as, o.ID, servertest.FreshKey()), contract.FailRefundWaits)
	}
	for _, how := range []string{"approval", "refusal"} {
		servertest.RequireRefused(t, r.DecideRefund(first, asked.Id, how), contract.FailRefundSamePerson)
		servertest.RequireRefused(t, r.DecideRefund(second, uuid.NewString(), how), contract.FailRefundUnknown)
	}
	require.Empty(t, r.Refunds.Decided)

	got := r.DecideRefund(second, asked.Id, "approval")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.EqualValues(t, "approved", servertest.Decoded[gen.RefundRequest](t, got).State)
	require.Len(t, r.Refunds.Decided, 1)
	require.Equal(t, asked.Id, r.Refunds.Decided[0].Key)
	require.NotEqual(t, asked.RequestedBy, r.Refunds.Decided[0].Actor)
	require.Equal(t, []string{"refund-requested", "refund-approved"}, supportActions(r, first, o.ID))
	require.Empty(t, refundsThat(r, first, "pending"))
	approved := refundsThat(r, first, "approved")
	require.Len(t, approved, 1)
	require.True(t, approved[0].Own)
	require.Equal(t, "supervisor@selfcare.example", *approved[0].DecidedByName)
	servertest.RequireRefused(t, r.DecideRefund(second, asked.Id, "refusal"), contract.FailRefundDecided)

	require.Equal(t, http.StatusOK, r.DecideRefund(second, asked.Id, "approval").StatusCode, "a repeated decision")
	require.Equal(t, r.Refunds.Decided[0].Key, r.Refunds.Decided[1].Key, "the workflow recognises the repeat")
}

func TestRefundRequest_Declined_CanBeRepeated(t *testing.T) {
	r := servertest.New(t)
	first, second := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))
	o := r.CompleteLargeOrder()
	asked := r.MustAskRefund(first, o.ID)
	got := r.DecideRefund(second, asked.Id, "refusal")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	declined := servertest.Decoded[gen.RefundRequest](t, got)
	require.EqualValues(t, "declined", declined.State)
	require.False(t, declined.Own, "the approver must not be the requester")
	require.Equal(t, servertest.SupportMail, declined.RequestedByName)
	require.Equal(t, "supervisor@selfcare.example", *declined.DecidedByName)
	servertest.RequireRefused(t, r.DecideRefund(second, asked.Id, "approval"), contract.FailRefundDecided)
	require.Empty(t, r.Refunds.Decided)
	require.NotEqual(t, asked.Id, r.MustAskRefund(second, o.ID).Id)
	require.Equal(t, []string{"refund-requested", "refund-declined", "refund-requested"}, supportActions(r, first, o.ID))
}

func TestRefundRequest_Undecided_Expires(t *testing.T) {
	r := servertest.New(t)
	first, second := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))
	o := r.CompleteLargeOrder()
	asked := r.MustAskRefund(first, o.ID)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE refund_requests SET requested_at = requested_at - interval '24 hours', expires_at = now() - interval '1 second'")
	require.NoError(t, err)
	servertest.RequireRefused(t, r.DecideRefund(second, asked.Id, "approval"), contract.FailRefundExpired)
	require.Empty(t, r.Refunds.Decided)
	require.Len(t, refundsThat(r, first, "expired"), 1)
	require.Equal(t, []string{"refund-requested", "refund-expired"}, supportActions(r, first, o.ID))
	require.EqualValues(t, "pending", r.MustAskRefund(first, o.ID).State)
}

func TestRefundRequests_Page_SaysIfMoreFollow(t *testing.T) {
	r := servertest.New(t)
	first, second := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))
	asked := r.MustAskRefund(first, r.CompleteLargeOrder().ID)
	require.Equal(t, http.StatusOK, r.DecideRefund(second, asked.Id, "refusal").StatusCode)
	const copies = `
		INSERT INTO refund_requests (order_id, way, subject_id, reference, amount, note, requested_by, requested_at, expires_at, state, decided_by, decided_at)
		SELECT order_id, way, subject_id, reference, amount, note, requested_by, requested_at, expires_at, state, decided_by, decided_at
		FROM refund_requests, generate_series(1, ?) WHERE id = ?`
	page := func(number string) (shown gen.ListRefundsAnswer) {
		t.Helper()
		got := r.Call(http.MethodGet, "/api/support/refunds?state=declined&page="+number, "", first)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return servertest.Decoded[gen.ListRefundsAnswer](t, got)
	}
	_, err := r.DB.ExecContext(t.Context(), copies, 49, asked.Id)
	require.NoError(t, err)
	full := page("1")
	require.Len(t, full.Items, 50)
	require.False(t, full.More, "a full page can be the last one")
	_, err = r.DB.ExecContext(t.Context(), copies, 1, asked.Id)
	require.NoError(t, err)
	full = page("1")
	require.Len(t, full.Items, 50)
	require.True(t, full.More)
	last := page("2")
	require.Len(t, last.Items, 1)
	require.False(t, last.More)
}

func TestRefundRequest_ManyDecide_OneCounts(t *testing.T) {
	r := servertest.New(t)
	first := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support"))
	deciders := []servertest.Header{servertest.Bearer(r.SignedIn("b@selfcare.example", "support")), servertest.Bearer(r.SignedIn("c@selfcare.example", "support"))}
	o := r.CompleteLargeOrder()
	asked := r.MustAskRefund(first, o.ID)
	var all sync.WaitGroup
	var done atomic.Int32
	for i := range 10 {
		all.Go(func() {
			how := []string{"approval", "refusal"}[i/2%2]
			if r.DecideRefund(deciders[i%2], asked.Id, how).StatusCode == http.StatusOK && how == "refusal" {
				done.Add(1)
			}
		})
	}
	all.Wait()
	actions := supportActions(r, first, o.ID)
	require.Len(t, actions, 2, "one request has one decision")
	keys := map[string]bool{}
	for _, decision := range r.Refunds.Decided {
		keys[decision.Key+decision.Actor] = true
	}
	if actions[1] == "refund-approved" {
		require.Len(t, keys, 1, "repeats keep the one decision")
		require.Zero(t, done.Load())
	} else {
		require.Empty(t, keys)
	}
}

func TestRefundRequest_SamePerson_IsRefused(t *testing.T) {
	r := servertest.New(t)
	first := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support"))
	asked := r.MustAskRefund(first, r.CompleteLargeOrder().ID)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE refund_requests SET state = 'approved', decided_by = requested_by, decided_at = now() WHERE id = ?", asked.Id)
	require.ErrorContains(t, err, "refund_requests_second_person")
	_, err = r.DB.ExecContext(t.Context(), "UPDATE refund_requests SET state = 'approved' WHERE id = ?", asked.Id)
	require.ErrorContains(t, err, "refund_requests_decision")
}
