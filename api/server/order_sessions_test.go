package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestAnOrdersOwnerPassesEverywhere(t *testing.T) {
	r := newRig(t)
	mine := r.start()
	r.put(mine, func(o *contract.Order) { // paid and refunded, with a number on its way and a code that can be sent again
		o.Port = &contract.Port{MSISDN: "0551234567", Operator: "stc", Status: contract.PortApproved}
		o.Price = &contract.Price{Total: 1000, VAT: 130, Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 1000}}}
		o.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 1000}}
		o.Refund = &contract.Refund{Amount: 1000, DoneAt: time.Now()}
		o.Contact, o.Profile = &contract.Contact{Mobile: "0551234567", Verified: []contract.Channel{contract.ByMobile}}, &contract.Profile{State: contract.ProfileReleased}
	})
	elsewhere := map[string]bool{"streamOrderEvents": true, "sendContactCode": true, "endOrderSession": true, "correctDelivery": true} // tested by themselves
	walk(t, func(id, method, path string, row sample) {
		if row.guard != ofOrder || elsewhere[id] {
			return
		}
		got := r.call(method, "/api"+strings.ReplaceAll(path, "{id}", mine.id), row.body, withSession(mine.session), freshKey())
		require.Contains(t, []int{http.StatusOK, http.StatusNoContent}, got.StatusCode, "%s: %s", id, got.body)
	})
}

func TestAGrantedSessionEnds(t *testing.T) {
	r := newRig(t)
	mine := r.start()
	token, hash := tokenOf(7)
	require.NoError(t, r.store.Orders.GrantSession(t.Context(), mine.id, hash, permission.WholeOrder, time.Now().Add(time.Hour)))
	got := r.get(started{mine.id, token}, "")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))

	token, hash = tokenOf(8)
	require.NoError(t, r.store.Orders.GrantSession(t.Context(), mine.id, hash, permission.WholeOrder, time.Now().Add(-time.Second)))
	requireRefused(t, r.get(started{mine.id, token}, ""), contract.FailOrderNotYours)
}

func TestAGuestEndsTheSessionOfAnOrderHereAndNowhereElse(t *testing.T) {
	r := newRig(t)
	mine, other := r.start(), r.start()
	whole, wholeHash := tokenOf(7)
	card, cardHash := tokenOf(8)
	require.NoError(t, r.store.Orders.GrantSession(t.Context(), mine.id, wholeHash, permission.WholeOrder, time.Now().Add(time.Hour)))
	require.NoError(t, r.store.Orders.GrantSession(t.Context(), mine.id, cardHash, permission.Activation, time.Now().Add(time.Hour)))
	end := func(token string) answer {
		return r.call(http.MethodDelete, "/api/orders/"+mine.id+"/session", "", withSession(token))
	}
	requireRefused(t, end(other.session), contract.FailOrderNotYours)
	left := []string{mine.session, whole, card}
	for len(left) > 0 {
		var ended string
		ended, left = left[0], left[1:]
		require.Equal(t, http.StatusNoContent, end(ended).StatusCode)
		requireRefused(t, r.get(started{mine.id, ended}, ""), contract.FailOrderNotYours)
		requireRefused(t, end(ended), contract.FailOrderNotYours)
		for _, token := range left {
			require.Equal(t, http.StatusOK, r.get(started{mine.id, token}, "").StatusCode)
		}
	}
	require.Equal(t, http.StatusOK, r.get(other, "").StatusCode)
}

func TestAnUnknownOrderIsNotFoundForAnybody(t *testing.T) {
	r := newRig(t)
	mine := r.start()
	requireRefused(t, r.get(started{uuid.NewString(), mine.session}, ""), contract.FailOrderNotFound)
}
