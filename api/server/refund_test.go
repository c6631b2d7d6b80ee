package server_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// fakeRefunds begins every refund at once, on the real store.
type fakeRefunds struct {
	store   *store.Store
	refused contract.Code
	decided []contract.RefundDecision
	mu      sync.Mutex
	late    []contract.LatePaymentInput
	lateErr error
}

func (f *fakeRefunds) StartLatePayment(_ context.Context, in contract.LatePaymentInput, _ contract.PaymentReported) error {
	if f.lateErr != nil {
		return f.lateErr
	}
	f.late = append(f.late, in)
	return nil
}

func (f *fakeRefunds) Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.decided = append(f.decided, in)
	if f.refused != "" {
		return contract.Order{}, contract.Refuse(f.refused)
	}
	record, err := f.store.Orders.Get(ctx, o.ID)
	if err != nil {
		return record.Order, err
	}
	if order.RefundDecidedBy(record.Order, in.Key) {
		return record.Order, nil
	}
	begun := order.Saved(order.WithRefund(record.Order, in.Key, time.Now()))
	return begun, f.store.Orders.Save(ctx, begun)
}

// completed is a paid order that has reached its aim.
func (r *rig) completed() started {
	r.t.Helper()
	o := r.start()
	r.put(o, func(full *contract.Order) {
		full.Stage = contract.StageActive
		full.SIM = &contract.SIM{ICCID: "8996601000000000004", PUK1: "12345678"}
		full.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 10500}}, Total: 10500, VAT: 1370, PinnedAt: time.Now()}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, At: time.Now()}}
	})
	return o
}

func (r *rig) refund(as header, orderID string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/support/orders/"+orderID+"/refund", `{"note":"as agreed"}`, append(headers, as)...)
}

func TestSupportHasTheMoneyOfACompletedOrderGivenBack(t *testing.T) {
	r := newRig(t)
	support, o, key := bearer(r.signedIn("support@selfcare.example", "support")), r.completed(), freshKey()
	shown := decoded[gen.Order](t, r.refund(support, o.id, key))
	require.Equal(t, gen.OrderStage("active"), shown.Stage)
	require.EqualValues(t, 10500, shown.Refund.Amount)
	require.Nil(t, shown.Refund.DoneAt)
	require.Nil(t, shown.Sim, "the PUK is the customer's")
	require.Equal(t, shown, decoded[gen.Order](t, r.refund(support, o.id, key)))
	require.Len(t, r.refunds.decided, 1, "a repeat is answered, not decided again")
	decision := r.refunds.decided[0]
	require.Equal(t, "as agreed", decision.Note)
	require.NotEmpty(t, decision.Actor)
	require.Equal(t, key["Idempotency-Key"], decision.Key)

	doneAt := time.Date(2026, 11, 21, 9, 5, 0, 0, time.UTC)
	r.put(o, func(full *contract.Order) { *full = order.Refunded(*full, 0, doneAt) })
	seen := decoded[gen.Order](t, r.get(o, ""))
	require.Equal(t, doneAt, *seen.Refund.DoneAt)
	require.Equal(t, "order-details", seen.Step)
	receipt := decoded[gen.Receipt](t, r.get(o, "/receipt"))
	require.EqualValues(t, 10500, receipt.Refunded)
	require.Equal(t, doneAt, *receipt.RefundedAt)
	requireRefused(t, r.refund(support, o.id, freshKey()), contract.FailAlreadyRefunded)

	_, err := r.db.ExecContext(t.Context(), "DELETE FROM idempotent_requests") // as when the answer was never stored
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, r.refund(support, o.id, key).StatusCode, "the workflow answers the same decision")
	require.Len(t, r.refunds.decided, 2)
	require.Equal(t, decision, r.refunds.decided[1])
}

func TestSupportCannotRefundJustAnything(t *testing.T) {
	r := newRig(t)
	support := bearer(r.signedIn("support@selfcare.example", "support"))
	requireRefused(t, r.refund(support, uuid.NewString(), freshKey()), contract.FailOrderNotFound)
	requireRefused(t, r.refund(support, r.start().id, freshKey()), contract.FailOrderNotCompleted)
	unpaid := r.completed()
	r.put(unpaid, func(full *contract.Order) { full.Payments = nil })
	requireRefused(t, r.refund(support, unpaid.id, freshKey()), contract.FailNothingToRefund)
	require.Empty(t, r.refunds.decided)

	o := r.completed()
	for _, code := range []contract.Code{contract.FailRefundUnderWay, contract.FailOrderNotCompleted, contract.FailAlreadyRefunded} {
		r.refunds.refused = code
		requireRefused(t, r.refund(support, o.id, freshKey()), code)
	}
}

func TestSupportSeesWhatBecameOfEachMessage(t *testing.T) {
	r := newRig(t)
	o, support := r.completed(), bearer(r.signedIn("support@selfcare.example", "support"))
	require.NoError(t, r.store.Outbox.Queue(t.Context(),
		contract.Notice{OrderID: o.id, Key: "order-placed-7", Template: "order-placed", Language: "ar", Mobile: "0501234567"},
		contract.Notice{OrderID: o.id, Key: "line-active-9", Template: "line-active", Language: "ar", Mobile: "0501234567"}))
	require.NoError(t, r.store.Outbox.NoteSent(t.Context(), o.id+"-order-placed-7"))
	require.NoError(t, r.store.Outbox.NoteRefused(t.Context(), o.id+"-line-active-9", string(contract.FailOutsideSystem)))

	got := r.call(http.MethodGet, "/api/support/orders/"+o.id, "", support)

	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.NotContains(t, string(got.body), "48151623", "the PUK is the customer's alone")
	seen := decoded[gen.GetSupportOrder200JSONResponse](t, got)
	require.Equal(t, o.id, seen.Order.Id)
	states := map[string]gen.MessageStateState{}
	for _, message := range seen.Messages {
		states[message.Template] = message.State
	}
	require.Equal(t, map[string]gen.MessageStateState{"order-placed": gen.MessageStateStateSent, "line-active": gen.MessageStateStateRefused}, states)
	requireRefused(t, r.call(http.MethodGet, "/api/support/orders/"+uuid.NewString(), "", support), contract.FailOrderNotFound)
}
