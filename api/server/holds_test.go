package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// holdOne starts an order with the nth number.
func (r *rig) holdOne(n int, headers ...header) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"kind":"sim","numberSource":"new","msisdn":"057%07d"}`, n)
	return r.call(http.MethodPost, "/api/orders", body, append([]header{freshKey()}, headers...)...)
}

func (r *rig) heldBy(t *testing.T, got answer) started {
	t.Helper()
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	begun := decoded[gen.StartOrder201JSONResponse](t, got)
	return started{begun.Order.Id, begun.OrderSessionId}
}

func TestHolds_OneAddressCannotHoardNumbers(t *testing.T) {
	for name, test := range map[string]struct {
		from func(n int) string
		most int
	}{
		"an IPv4 address, with a device for every five numbers": {func(int) string { return "203.0.113.7" }, store.DefaultSettings().Doors.HoldsByAddress},
		"a household with all its IPv6 addresses":               {func(n int) string { return fmt.Sprintf("2001:db8::%x", n) }, store.DefaultSettings().Doors.HoldsByHousehold},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, trusting)
			held, device := 0, ""
			for n := range 600 {
				from := header{"X-Forwarded-For": test.from(n)}
				if n%5 == 0 {
					device = r.freshDevice()
				}
				got := r.holdOne(n, bearer(device), from)
				if got.StatusCode == http.StatusCreated {
					held++
					continue
				}
				requireRefused(t, got, contract.FailTooManyHolds)
				require.NotEmpty(t, got.Header.Get("Retry-After"))
			}
			require.Equal(t, test.most, held)
			require.Equal(t, http.StatusCreated, r.holdOne(601, header{"X-Forwarded-For": "198.51.100.9"}).StatusCode, "others go on")
		})
	}
}

func TestHolds_OneDeviceHoldsFiveFromAnywhere(t *testing.T) {
	r := newRig(t, trusting)
	device := bearer(r.freshDevice())
	for n := range 5 {
		r.heldBy(t, r.holdOne(n, device, header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)}))
	}
	requireRefused(t, r.holdOne(5, device, header{"X-Forwarded-For": "203.0.113.7"}), contract.FailTooManyHolds)
	requireRefused(t, r.holdOne(5, header{"Authorization": ""}), contract.FailUnauthenticated)
	requireRefused(t, r.holdOne(5, bearer("01980000-0000-7000-8000-000000000009")), contract.FailUnauthenticated)
}

func TestHolds_ANumberChosenLaterCountsForTheDeviceThatStarted(t *testing.T) {
	r := newRig(t)
	device := bearer(r.freshDevice())
	for n := range 6 {
		o := r.heldBy(t, r.tryStart(device))
		got := r.call(http.MethodPut, "/api/orders/"+o.id+"/number", fmt.Sprintf(`{"msisdn":"057%07d"}`, n), withSession(o.session), freshKey())
		if n < 5 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		} else {
			requireRefused(t, got, contract.FailTooManyHolds)
		}
	}
}

func TestHolds_WhatIsHeldNoMoreMakesRoom(t *testing.T) {
	r := newRig(t)
	device := bearer(r.freshDevice())
	var held []started
	for n := range 5 {
		held = append(held, r.heldBy(t, r.holdOne(n, device)))
	}
	_, err := r.db.ExecContext(t.Context(), "INSERT INTO number_categories (key, price, position) VALUES ('bronze', 3000, 1) ON CONFLICT DO NOTHING")
	require.NoError(t, err)
	until := time.Now().Add(10 * time.Minute)
	for n, o := range held[:4] { // the fifth was given back
		_, err := r.db.ExecContext(t.Context(), "INSERT INTO numbers (msisdn, category, status, order_id, held_until) VALUES (?, 'bronze', 'held', ?, ?)",
			fmt.Sprintf("057%07d", n), o.id, until)
		require.NoError(t, err)
	}
	requireRefused(t, r.holdOne(6, device), contract.FailTooManyHolds)
	r.options.Now = func() time.Time { return time.Now().Add(time.Minute) }
	r.replaceFlow(r.flow)
	r.heldBy(t, r.holdOne(7, device))
	requireRefused(t, r.holdOne(8, device), contract.FailTooManyHolds)
}

func TestHolds_ARefusedNumberTakesNoPlace(t *testing.T) {
	r := newRig(t)
	device := bearer(r.freshDevice())
	r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
		return o, contract.Refuse(contract.FailNumberTaken)
	}
	for n := range 8 {
		requireRefused(t, r.holdOne(n, device), contract.FailNumberTaken)
	}
	r.flow.decide = nil
	r.heldBy(t, r.holdOne(9, device))
}

func TestHolds_GivenBackAndTakenAgainThereIsNoFreshExtension(t *testing.T) {
	r := newRig(t)
	device := bearer(r.freshDevice())
	extend := func(o started, msisdn string) answer {
		r.put(o, func(full *contract.Order) {
			full.Booking = &contract.Booking{MSISDN: msisdn, Category: "bronze", HeldUntil: time.Now().Add(time.Minute)}
		})
		return r.call(http.MethodPost, "/api/orders/"+o.id+"/number/extension", "", withSession(o.session), freshKey())
	}
	first, second := r.heldBy(t, r.holdOne(1, device)), r.heldBy(t, r.holdOne(2, device))
	require.Equal(t, http.StatusOK, extend(first, "0570000001").StatusCode)
	requireRefused(t, extend(first, "0570000001"), contract.FailHoldLimit)
	requireRefused(t, extend(second, "0570000001"), contract.FailHoldLimit)
	require.Equal(t, http.StatusOK, extend(second, "0570000002").StatusCode, "another number")
	require.Equal(t, http.StatusOK, extend(r.heldBy(t, r.holdOne(1)), "0570000001").StatusCode, "somebody else, later")
}

func TestHolds_AnOrderChangesItsNumberTwentyTimes(t *testing.T) {
	r := newRig(t)
	o := r.heldBy(t, r.holdOne(0))
	for n := range 22 {
		r.put(o, func(full *contract.Order) { full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold"} })
		got := r.selectNumber(o, freshKey())
		if n < 20 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		} else {
			requireRefused(t, got, contract.FailNumberChanges)
		}
	}
}

func TestHolds_WithoutRedisNumbersAreHeldAllTheSame(t *testing.T) {
	r := newRig(t)
	device := bearer(r.freshDevice())
	require.NoError(t, r.store.Settings.Change(t.Context(), map[string]json.RawMessage{"holdsByDevice": []byte("1")}))
	r.redis.Close()
	for n := range 2 {
		r.heldBy(t, r.holdOne(n, device))
	}
}
