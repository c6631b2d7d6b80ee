package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestRefund_CompletedOrder_PaidBack(t *testing.T) {
	r := servertest.New(t)
	support, o, key := servertest.Bearer(r.SignedIn("support@selfcare.example", "support")), r.CompleteOrder(), servertest.FreshKey()
	shown := servertest.Decoded[gen.Order](t, r.Refund(support, o.ID, key))
	require.Equal(t, gen.OrderStage("active"), shown.Stage)
	require.EqualValues(t, 10500, shown.Refund.Amount)
	require.Nil(t, shown.Refund.DoneAt)
	require.Nil(t, shown.Sim, "the PUK is the customer's")
	require.Equal(t, shown, servertest.Decoded[gen.Order](t, r.Refund(support, o.ID, key)))
	require.Len(t, r.Refunds.Decided, 1, "a repeat is answered, not decided again")
	decision := r.Refunds.Decided[0]
	require.Equal(t, "as agreed", decision.Note)
	require.NotEmpty(t, decision.Actor)
	require.Equal(t, key["Idempotency-Key"], decision.Key)

	doneAt := time.Date(2026, 11, 21, 9, 5, 0, 0, time.UTC)
	r.Put(o, func(full *contract.Order) { *full = order.Refunded(*full, 0, doneAt) })
	seen := servertest.Decoded[gen.Order](t, r.Get(o, ""))
	require.Equal(t, doneAt, *seen.Refund.DoneAt)
	require.Equal(t, "order-details", seen.Step)
	receipt := servertest.Decoded[gen.Receipt](t, r.Get(o, "/receipt"))
	require.EqualValues(t, 10500, receipt.Refunded)
	require.Equal(t, doneAt, *receipt.RefundedAt)
	servertest.RequireRefused(t, r.Refund(support, o.ID, servertest.FreshKey()), contract.FailAlreadyRefunded)

	_, err := r.DB.ExecContext(t.Context(), "DELETE FROM idempotent_requests") // as if the answer was never stored
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, r.Refund(support, o.ID, key).StatusCode, "the workflow answers the same decision")
	require.Len(t, r.Refunds.Decided, 2)
	require.Equal(t, decision, r.Refunds.Decided[1])
}

func TestRefund_UnfitOrder_IsRefused(t *testing.T) {
	r := servertest.New(t)
	support := servertest.Bearer(r.SignedIn("support@selfcare.example", "support"))
	servertest.RequireRefused(t, r.Refund(support, uuid.NewString(), servertest.FreshKey()), contract.FailOrderNotFound)
	servertest.RequireRefused(t, r.Refund(support, r.Start().ID, servertest.FreshKey()), contract.FailOrderNotCompleted)
	unpaid := r.CompleteOrder()
	r.Put(unpaid, func(full *contract.Order) { full.Payments = nil })
	servertest.RequireRefused(t, r.Refund(support, unpaid.ID, servertest.FreshKey()), contract.FailNothingToRefund)
	require.Empty(t, r.Refunds.Decided)

	o := r.CompleteOrder()
	for _, code := range []contract.Code{contract.FailRefundUnderWay, contract.FailOrderNotCompleted, contract.FailAlreadyRefunded} {
		r.Refunds.Refused = code
		servertest.RequireRefused(t, r.Refund(support, o.ID, servertest.FreshKey()), code)
	}
}

func TestSupport_Messages_HaveTheirOutcome(t *testing.T) {
	r := servertest.New(t)
	o, support := r.CompleteOrder(), servertest.Bearer(r.SignedIn("support@selfcare.example", "support"))
	require.NoError(t, r.Store.Outbox.Queue(t.Context(),
		contract.Notice{OrderID: o.ID, Key: "order-placed-7", Template: "order-placed", Language: "ar", Mobile: "0501234567"},
		contract.Notice{OrderID: o.ID, Key: "order-dispatched-8", Template: "order-dispatched", Language: "ar", Mobile: "0501234567", Email: "noura@example.com"},
		contract.Notice{OrderID: o.ID, Key: "line-active-9", Template: "line-active", Language: "ar", Mobile: "0501234567"}))
	require.NoError(t, r.Store.Outbox.NoteSent(t.Context(), o.ID+"-order-placed-7"))
	require.NoError(t, r.Store.Outbox.NoteRefused(t.Context(), o.ID+"-line-active-9", string(contract.FailOutsideSystem), nil))
	require.NoError(t, r.Store.Outbox.NoteRefused(t.Context(), o.ID+"-order-dispatched-8", string(contract.FailOutsideSystem), map[string]string{"sms": "sent", "email": "refused"}))

	got := r.Call(http.MethodGet, "/api/support/orders/"+o.ID, "", support)

	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.NotContains(t, string(got.Body), "48151623", "the PUK is the customer's alone")
	seen := servertest.Decoded[gen.GetSupportOrder200JSONResponse](t, got)
	require.Equal(t, o.ID, seen.Order.Id)
	states := map[string]gen.MessageStateState{}
	for _, message := range seen.Messages {
		states[message.Template] = message.State
	}
	require.Equal(t, map[string]gen.MessageStateState{
		"order-placed": gen.MessageStateStateSent, "order-dispatched": gen.MessageStateStateSent, "line-active": gen.MessageStateStateRefused,
	}, states)
	require.Empty(t, seen.Messages[0].Channels)
	require.Equal(t, []gen.MessageChannel{
		{Channel: gen.ContactChannelEmail, State: gen.MessageChannelStateRefused}, {Channel: gen.ContactChannelMobile, State: gen.MessageChannelStateSent},
	}, seen.Messages[1].Channels)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/support/orders/"+uuid.NewString(), "", support), contract.FailOrderNotFound)
}
