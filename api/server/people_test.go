package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

func TestEveryFailedSignInGetsTheSameAnswer(t *testing.T) {
	r := newRig(t)
	r.account("support@selfcare.example", "support")
	for _, credentials := range []header{
		basic("support@selfcare.example", "wrong"),
		basic("nobody@selfcare.example", password),
		basic("", password),
		basic("support@selfcare.example", ""),
		basic("support@selfcare.example\x00", password),
		{"Authorization": "Basic bm9jb2xvbg=="},
		{"Authorization": "Basic =="},
	} {
		got := r.call(http.MethodPost, "/api/auth", "", credentials)
		problem := requireRefused(t, got, contract.FailLoginWrong)
		require.Equal(t, "Invalid email, mobile or password", problem.Message)
	}
	requireRefused(t, r.call(http.MethodPost, "/api/auth", ""), contract.FailUnauthenticated)
	require.Equal(t, http.StatusOK, r.call(http.MethodPost, "/api/auth", "", basic("Support@Selfcare.example", password)).StatusCode)
}

func TestPasswordsCannotBeGuessedOnOneAccount(t *testing.T) {
	r := newRig(t)
	r.account("support@selfcare.example", "support")
	for range 10 {
		requireRefused(t, r.call(http.MethodPost, "/api/auth", "", basic("support@selfcare.example", "wrong")), contract.FailLoginWrong)
	}
	got := r.call(http.MethodPost, "/api/auth", "", basic("SUPPORT@selfcare.example", password))
	requireRefused(t, got, contract.FailRateLimited)
	require.Equal(t, "900", got.Header.Get("Retry-After"))

	r.redis.FastForward(15 * time.Minute)
	require.Equal(t, http.StatusOK, r.call(http.MethodPost, "/api/auth", "", basic("support@selfcare.example", password)).StatusCode)
}

func TestWithoutRedisNobodyGuesses(t *testing.T) {
	r := newRig(t)
	r.account("support@selfcare.example", "support")
	o := r.start()
	r.redis.Close()
	requireRefused(t, r.call(http.MethodPost, "/api/auth", "", basic("support@selfcare.example", password)), contract.FailUnavailable)
	requireRefused(t, r.findByCard("8996601000000000004", "1000000008"), contract.FailUnavailable)
	require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode, "orders go on")
}

func TestASessionEndsWhenItIsNotUsed(t *testing.T) {
	r := newRig(t)
	token := r.signedIn("support@selfcare.example", "support")
	bearer := header{"Authorization": "Bearer " + token}
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/support/orders", "", bearer).StatusCode)
	r.options.Now = func() time.Time { return time.Now().Add(31 * time.Minute) }
	r.replaceFlow(r.flow)
	requireRefused(t, r.call(http.MethodGet, "/api/support/orders", "", bearer), contract.FailUnauthenticated)
}

// delivered is an order whose SIM arrived.
func (r *rig) delivered(idNumber, iccid string) started {
	r.t.Helper()
	o := r.start()
	r.put(o, func(full *contract.Order) {
		full.Stage = contract.StageDelivered
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Person = &contract.Person{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-01-01", FullNameEn: "Noura", FullNameAr: "نورة"}
		full.SIM = &contract.SIM{ICCID: iccid, PUK1: "12345678"}
	})
	return o
}

func (r *rig) findByCard(iccid, idNumber string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"`+iccid+`","idNumber":"`+idNumber+`"}`)
}

func TestWhoHasTheCardAndTheIDFindsTheOrder(t *testing.T) {
	r := newRig(t)
	o := r.delivered("1000000008", "8996601000000000004")
	got := r.findByCard("8996601000000000004", "1000000008")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	found := decoded[struct {
		Items []struct{ OrderID, OrderNumber, MSISDN, OrderSessionID string }
	}](t, got).Items
	require.Len(t, found, 1)
	require.Equal(t, o.id, found[0].OrderID)
	require.NotEqual(t, o.session, found[0].OrderSessionID)

	requireRefused(t, r.findByCard("8996601000000000004", "1000000016"), contract.FailNoOrdersFound)
	requireRefused(t, r.findByCard("8996601000000000012", "1000000008"), contract.FailNoOrdersFound)
}

func TestCardsCannotBeGuessed(t *testing.T) {
	r := newRig(t)
	for range 10 {
		requireRefused(t, r.findByCard("8996601000000000004", "1000000008"), contract.FailNoOrdersFound)
	}
	got := r.findByCard("8996601000000000004", "1000000008")
	requireRefused(t, got, contract.FailRateLimited)
	require.NotEmpty(t, got.Header.Get("Retry-After"))
	forged := header{"X-Forwarded-For": "203.0.113.9"}
	got = r.call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"8996601000000000004","idNumber":"1000000008"}`, forged)
	requireRefused(t, got, contract.FailRateLimited)
}

func TestSupportDecidesAboutHeldOrders(t *testing.T) {
	r := newRig(t)
	o := r.delivered("1000000008", "8996601000000000004")
	bearer := header{"Authorization": "Bearer " + r.signedIn("support@selfcare.example", "support")}

	list := decoded[struct{ Items []gen.Order }](t, r.call(http.MethodGet, "/api/support/orders?stage=delivered", "", bearer))
	require.Len(t, list.Items, 1)
	require.Nil(t, list.Items[0].Sim, "the PUK is the customer's")

	body := `{"action":"amend","note":"new street","amendments":{"contact":` + goodContact + `,
		"address":{"city":"riyadh","area":"Olaya","street":"Tahlia","buildingNumber":"1234"}}}`
	got := r.call(http.MethodPost, "/api/support/orders/"+o.id+"/resolution", body, bearer, freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	updates := r.flow.sentUpdates()
	decided, ok := updates[len(updates)-1].arg.(contract.Resolution)
	require.True(t, ok)
	require.Equal(t, contract.ResolveAmend, decided.Action)
	require.Equal(t, "Tahlia", decided.Amendments.Address.Street)
	require.Equal(t, "0551234567", decided.Amendments.Contact.Mobile)
	require.NotEmpty(t, decided.Actor)

	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/support/audit?orderId="+o.id, "", bearer).StatusCode)
}
