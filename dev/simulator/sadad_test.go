package simulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const billReference = "2026000000012"

// banked waits for notices of bank payments.
func (w *stand) banked(n int) []event {
	w.t.Helper()
	list := w.events("", n)
	for _, e := range list {
		require.Equal(w.t, "sadad", e.System)
		require.Equal(w.t, billReference, e.Reference)
	}
	return list
}

func TestSADAD_EnquiredBill_PaidInFull(t *testing.T) {
	r := &receiver{answer: `{"reference":"2026000000012","number":"INV2026-00000001","total":20000,"left":15000,"status":"part-paid"}`}
	w := newStandIn(t, t.TempDir(), r)
	refused := w.call(http.MethodPost, "/control/sadad/payments", nil, map[string]any{"reference": billReference})
	require.Equal(t, http.StatusUnprocessableEntity, refused.status, "the open amount is not known yet")
	w.control("sadad/enquiries", map[string]any{"reference": billReference})
	w.settled()
	asked := w.items("callbacks?system=sadad&subject=" + billReference)
	require.EqualValues(t, 15_000, asked[0]["lastAnswer"].(map[string]any)["left"])
	require.Equal(t, "sadad/bills", r.of("")[0].System)
	w.control("sadad/payments", map[string]any{"reference": billReference})
	w.settled()
	paid := w.items("sadad/payments?reference=" + billReference)
	require.Len(t, paid, 1)
	require.EqualValues(t, 15_000, paid[0]["amount"])
	require.Equal(t, int64(15_000), r.of("")[1].Amount)
	require.Empty(t, w.items("sadad/payments?reference=1"))
}

func TestSADAD_PartPayment_IsReportedAgain(t *testing.T) {
	w := newStandAt(t, t.TempDir(), &receiver{refuse: 25}, 100_000)
	w.control("sadad/payments", map[string]any{"reference": billReference, "amount": 500})
	got := w.banked(1)[0]
	require.Equal(t, int64(500), got.Amount)
	require.NotEmpty(t, got.PaymentID)
	require.False(t, got.PaidAt.IsZero())
}

func TestSADAD_DoubledNotice_ComesTwice(t *testing.T) {
	w := newStand(t)
	w.control("sadad/payments", map[string]any{"reference": billReference, "amount": 500, "doubled": true})
	two := w.banked(2)
	require.Equal(t, two[0], two[1])
	w.control("sadad/payments/"+two[0].PaymentID+"/repeat", nil)
	require.Equal(t, two[0], w.banked(3)[2])
	require.Equal(t, http.StatusNotFound, w.call(http.MethodPost, "/control/sadad/payments/none/repeat", nil, nil).status)
}

func TestSADAD_LateNotice_HasItsPaymentTime(t *testing.T) {
	w := newStandAt(t, t.TempDir(), &receiver{}, hardly)
	w.control("sadad/payments", map[string]any{"reference": billReference, "amount": 500, "late": true})
	require.Empty(t, w.receiver.of(""))
	w.pass(2 * time.Minute)
	got := w.banked(1)[0]
	require.WithinDuration(t, time.Now(), got.PaidAt, time.Minute)
}

func TestSADAD_ForgedNotice_IsSentOnce(t *testing.T) {
	r := &receiver{refuse: 1, forged: true}
	w := newStandAt(t, t.TempDir(), r, 100_000)
	w.control("sadad/payments", map[string]any{"reference": billReference, "amount": 500, "forged": true})
	w.settled()
	sent := w.items("callbacks?system=sadad&subject=" + billReference)
	require.Equal(t, []any{"given-up", 1.0}, []any{sent[0]["state"], sent[0]["attempts"]})
	require.True(t, r.seenForged)
}

func TestSADAD_InvalidCommand_IsRefused(t *testing.T) {
	w := newStand(t)
	for path, ask := range map[string]map[string]any{
		"enquiries": {}, "payments": {"amount": 5},
	} {
		require.Equal(t, http.StatusUnprocessableEntity, w.call(http.MethodPost, "/control/sadad/"+path, nil, ask).status, path)
	}
	less := w.call(http.MethodPost, "/control/sadad/payments", nil, map[string]any{"reference": billReference, "amount": -5})
	require.Equal(t, http.StatusUnprocessableEntity, less.status)
	require.Contains(t, w.call(http.MethodGet, "/console/sadad", nil, nil).raw, `action="/control/sadad/payments"`)
}
