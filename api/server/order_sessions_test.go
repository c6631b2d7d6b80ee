package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestOrderSession_Owner_PassesEachCall(t *testing.T) {
	r := servertest.New(t)
	mine := r.Start()
	r.Put(mine, func(o *contract.Order) { // paid and refunded, with a number on its way and a code that can be sent again
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
		got := r.Call(method, "/api"+strings.ReplaceAll(path, "{id}", mine.ID), row.body, servertest.WithSession(mine.Session), servertest.FreshKey())
		require.Contains(t, []int{http.StatusOK, http.StatusNoContent}, got.StatusCode, "%s: %s", id, got.Body)
	})
}

func TestOrderSession_Expired_IsRefused(t *testing.T) {
	r := servertest.New(t)
	mine := r.Start()
	token, hash := servertest.TokenOf(7)
	require.NoError(t, r.Store.Orders.GrantSession(t.Context(), mine.ID, hash, permission.WholeOrder, time.Now().Add(time.Hour)))
	got := r.Get(servertest.Started{ID: mine.ID, Session: token}, "")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))

	token, hash = servertest.TokenOf(8)
	require.NoError(t, r.Store.Orders.GrantSession(t.Context(), mine.ID, hash, permission.WholeOrder, time.Now().Add(-time.Second)))
	servertest.RequireRefused(t, r.Get(servertest.Started{ID: mine.ID, Session: token}, ""), contract.FailOrderNotYours)
}

func TestOrderSession_Ended_EndsOnlyHere(t *testing.T) {
	r := servertest.New(t)
	mine, other := r.Start(), r.Start()
	whole, wholeHash := servertest.TokenOf(7)
	card, cardHash := servertest.TokenOf(8)
	require.NoError(t, r.Store.Orders.GrantSession(t.Context(), mine.ID, wholeHash, permission.WholeOrder, time.Now().Add(time.Hour)))
	require.NoError(t, r.Store.Orders.GrantSession(t.Context(), mine.ID, cardHash, permission.Activation, time.Now().Add(time.Hour)))
	end := func(token string) servertest.Answer {
		return r.Call(http.MethodDelete, "/api/orders/"+mine.ID+"/session", "", servertest.WithSession(token))
	}
	servertest.RequireRefused(t, end(other.Session), contract.FailOrderNotYours)
	left := []string{mine.Session, whole, card}
	for len(left) > 0 {
		var ended string
		ended, left = left[0], left[1:]
		require.Equal(t, http.StatusNoContent, end(ended).StatusCode)
		servertest.RequireRefused(t, r.Get(servertest.Started{ID: mine.ID, Session: ended}, ""), contract.FailOrderNotYours)
		servertest.RequireRefused(t, end(ended), contract.FailOrderNotYours)
		for _, token := range left {
			require.Equal(t, http.StatusOK, r.Get(servertest.Started{ID: mine.ID, Session: token}, "").StatusCode)
		}
	}
	require.Equal(t, http.StatusOK, r.Get(other, "").StatusCode)
}

func TestOrderSession_UnknownOrder_IsNotFound(t *testing.T) {
	r := servertest.New(t)
	mine := r.Start()
	servertest.RequireRefused(t, r.Get(servertest.Started{ID: uuid.NewString(), Session: mine.Session}, ""), contract.FailOrderNotFound)
}
