package servertest

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// CompleteLargeOrder adds a completed order whose refund needs a second approver.
func (r *Rig) CompleteLargeOrder() Started {
	r.T.Helper()
	require.NoError(r.T, r.Store.Settings.Change(r.T.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("10499")}))
	return r.CompleteOrder()
}

func (r *Rig) MustAskRefund(as Header, orderID string) gen.RefundRequest {
	r.T.Helper()
	got := r.Refund(as, orderID, FreshKey())
	require.Equal(r.T, http.StatusAccepted, got.StatusCode, string(got.Body))
	return Decoded[gen.RefundRequest](r.T, got)
}

func (r *Rig) DecideRefund(as Header, id, how string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/support/refunds/"+id+"/"+how, `{"note":"looked into it"}`, as, FreshKey())
}

// FakeRefunds begins every refund at once, on the real store.
type FakeRefunds struct {
	store   *store.Store
	Refused contract.Code
	Decided []contract.RefundDecision
	mu      sync.Mutex
	Late    []contract.LatePaymentInput
	LateErr error
}

func (f *FakeRefunds) StartLatePayment(_ context.Context, in contract.LatePaymentInput, _ contract.PaymentReported) error {
	if f.LateErr != nil {
		return f.LateErr
	}
	f.Late = append(f.Late, in)
	return nil
}

func (f *FakeRefunds) Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Decided = append(f.Decided, in)
	if f.Refused != "" {
		return contract.Order{}, contract.Refuse(f.Refused)
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

// CompleteOrder adds a paid and completed order.
func (r *Rig) CompleteOrder() Started {
	r.T.Helper()
	o := r.Start()
	r.Put(o, func(full *contract.Order) {
		full.Stage = contract.StageActive
		full.SIM = &contract.SIM{ICCID: "8996601000000000004", PUK1: "12345678"}
		full.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 10500}}, Total: 10500, VAT: 1370, PinnedAt: time.Now()}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, At: time.Now()}}
	})
	return o
}

func (r *Rig) Refund(as Header, orderID string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/support/orders/"+orderID+"/refund", `{"note":"as agreed"}`, append(headers, as)...)
}

func (r *Rig) BalanceOf(msisdn string) contract.Halalas {
	r.T.Helper()
	line, err := r.Store.Lines.ByNumber(r.T.Context(), msisdn)
	require.NoError(r.T, err)
	usage, err := r.Store.Lines.Usage(r.T.Context(), line.ID)
	require.NoError(r.T, err)
	return usage.Balance
}
