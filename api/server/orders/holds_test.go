package orders_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/setting"
)

// holdOne starts an order with the nth number.
func holdOne(r *servertest.Rig, n int, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"kind":"sim","numberSource":"new","msisdn":"057%07d"}`, n)
	return r.Call(http.MethodPost, "/api/orders", body, append([]servertest.Header{servertest.FreshKey()}, headers...)...)
}

func TestHolds_OneAddress_IsLimited(t *testing.T) {
	for name, test := range map[string]struct {
		from func(n int) string
		most int
	}{
		"an IPv4 address, with a device for every five numbers": {func(int) string { return "203.0.113.7" }, setting.Defaults().Doors.HoldsByAddress},
		"a household with all its IPv6 addresses":               {func(n int) string { return fmt.Sprintf("2001:db8::%x", n) }, setting.Defaults().Doors.HoldsByHousehold},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t, servertest.TrustProxies)
			held, device := 0, ""
			for n := range 600 {
				from := servertest.Header{"X-Forwarded-For": test.from(n)}
				if n%5 == 0 {
					device = r.FreshDevice()
				}
				got := holdOne(r, n, servertest.Bearer(device), from)
				if got.StatusCode == http.StatusCreated {
					held++
					continue
				}
				servertest.RequireRefused(t, got, contract.FailTooManyHolds)
				require.NotEmpty(t, got.Header.Get("Retry-After"))
			}
			require.Equal(t, test.most, held)
			require.Equal(t, http.StatusCreated, holdOne(r, 601, servertest.Header{"X-Forwarded-For": "198.51.100.9"}).StatusCode, "other callers are not limited")
		})
	}
}

func TestHolds_OneDevice_HasFive(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	device := servertest.Bearer(r.FreshDevice())
	for n := range 5 {
		r.RequireStarted(t, holdOne(r, n, device, servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)}))
	}
	servertest.RequireRefused(t, holdOne(r, 5, device, servertest.Header{"X-Forwarded-For": "203.0.113.7"}), contract.FailTooManyHolds)
	servertest.RequireRefused(t, holdOne(r, 5, servertest.Header{"Authorization": ""}), contract.FailUnauthenticated)
	servertest.RequireRefused(t, holdOne(r, 5, servertest.Bearer("01980000-0000-7000-8000-000000000009")), contract.FailUnauthenticated)
}

func TestHolds_LaterNumber_CountsForDevice(t *testing.T) {
	r := servertest.New(t)
	device := servertest.Bearer(r.FreshDevice())
	for n := range 6 {
		o := r.RequireStarted(t, tryStart(r, device))
		got := r.Call(http.MethodPut, "/api/orders/"+o.ID+"/number", fmt.Sprintf(`{"msisdn":"057%07d"}`, n), servertest.WithSession(o.Session), servertest.FreshKey())
		if n < 5 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		} else {
			servertest.RequireRefused(t, got, contract.FailTooManyHolds)
		}
	}
}

func TestHolds_Released_MakesRoom(t *testing.T) {
	r := servertest.New(t)
	device := servertest.Bearer(r.FreshDevice())
	var held []servertest.Started
	for n := range 5 {
		held = append(held, r.RequireStarted(t, holdOne(r, n, device)))
	}
	_, err := r.DB.ExecContext(t.Context(), "INSERT INTO number_categories (key, price, position) VALUES ('bronze', 3000, 1) ON CONFLICT DO NOTHING")
	require.NoError(t, err)
	until := time.Now().Add(10 * time.Minute)
	for n, o := range held[:4] { // the fifth was given back
		_, err := r.DB.ExecContext(t.Context(), "INSERT INTO numbers (msisdn, category, status, order_id, held_until) VALUES (?, 'bronze', 'held', ?, ?)",
			fmt.Sprintf("057%07d", n), o.ID, until)
		require.NoError(t, err)
	}
	servertest.RequireRefused(t, holdOne(r, 6, device), contract.FailTooManyHolds)
	r.Options.Now = func() time.Time { return time.Now().Add(time.Minute) }
	r.ReplaceFlow(r.Flow)
	r.RequireStarted(t, holdOne(r, 7, device))
	servertest.RequireRefused(t, holdOne(r, 8, device), contract.FailTooManyHolds)
}

func TestHolds_RefusedNumber_DoesNotCount(t *testing.T) {
	r := servertest.New(t)
	device := servertest.Bearer(r.FreshDevice())
	r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
		return o, contract.Refuse(contract.FailNumberTaken)
	}
	for n := range 8 {
		servertest.RequireRefused(t, holdOne(r, n, device), contract.FailNumberTaken)
	}
	r.Flow.Decide = nil
	r.RequireStarted(t, holdOne(r, 9, device))
}

func TestHolds_TakenAgain_GetsNoExtension(t *testing.T) {
	r := servertest.New(t)
	device := servertest.Bearer(r.FreshDevice())
	extend := func(o servertest.Started, msisdn string) servertest.Answer {
		r.Put(o, func(full *contract.Order) {
			full.Booking = &contract.Booking{MSISDN: msisdn, Category: "bronze", HeldUntil: time.Now().Add(time.Minute)}
		})
		return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/number/extension", "", servertest.WithSession(o.Session), servertest.FreshKey())
	}
	first, second := r.RequireStarted(t, holdOne(r, 1, device)), r.RequireStarted(t, holdOne(r, 2, device))
	require.Equal(t, http.StatusOK, extend(first, "0570000001").StatusCode)
	servertest.RequireRefused(t, extend(first, "0570000001"), contract.FailHoldLimit)
	servertest.RequireRefused(t, extend(second, "0570000001"), contract.FailHoldLimit)
	require.Equal(t, http.StatusOK, extend(second, "0570000002").StatusCode, "another number")
	require.Equal(t, http.StatusOK, extend(r.RequireStarted(t, holdOne(r, 1)), "0570000001").StatusCode, "another order takes it later")
}

func TestHolds_Order_HasTwentyChanges(t *testing.T) {
	r := servertest.New(t)
	o := r.RequireStarted(t, holdOne(r, 0))
	for n := range 22 {
		r.Put(o, func(full *contract.Order) { full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold"} })
		got := r.SelectNumber(o, servertest.FreshKey())
		if n < 20 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		} else {
			servertest.RequireRefused(t, got, contract.FailNumberChanges)
		}
	}
}

func TestHolds_NoRedis_HoldsNumbers(t *testing.T) {
	r := servertest.New(t)
	device := servertest.Bearer(r.FreshDevice())
	require.NoError(t, r.Store.Settings.Change(t.Context(), map[string]json.RawMessage{"holdsByDevice": []byte("1")}))
	r.Redis.Close()
	for n := range 2 {
		r.RequireStarted(t, holdOne(r, n, device))
	}
}
