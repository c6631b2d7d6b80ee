package simulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const eventParcel = "parcel.scanned"

var smsa = headers{"apikey": "sim-courier-key"}

func homeParcel(reference string) map[string]any {
	return map[string]any{
		"reference": reference, "orderNumber": "SC00000001", "method": "home",
		"consignee": map[string]any{"name": "A Customer", "mobile": "0501234567"},
		"address":   map[string]any{"city": "riyadh", "area": "Al Olaya", "street": "Olaya Street", "buildingNumber": "1234"},
	}
}

func (w *stand) book(parcel map[string]any) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/courier/api/shipments", smsa, parcel)
}

func (w *stand) track(awb any) reply {
	w.t.Helper()
	return w.call(http.MethodGet, "/courier/api/shipments/"+awb.(string), smsa, nil)
}

func statuses(events []event) []any {
	var list []any
	for _, e := range events {
		list = append(list, e.Data["status"])
	}
	return list
}

func TestCourier_SameReference_BooksOnce(t *testing.T) {
	w := newStand(t)
	first := w.book(homeParcel("order-1"))
	require.Equal(t, http.StatusCreated, first.status, first.raw)
	require.Regexp(t, `^[0-9]{12}$`, first.body["awb"])
	again := w.book(homeParcel("order-1"))
	require.Equal(t, http.StatusOK, again.status)
	require.Equal(t, first.body, again.body)
	require.Equal(t, first.body, w.call(http.MethodGet, "/courier/api/shipments?reference=order-1", smsa, nil).body)
	require.Len(t, w.items("courier/parcels"), 1)
	require.Equal(t, http.StatusNotFound, w.call(http.MethodGet, "/courier/api/shipments?reference=other", smsa, nil).status)
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodGet, "/courier/api/branches", nil, nil).status)
}

func TestCourier_Journeys(t *testing.T) {
	const out, failed = "out-for-delivery", "failed-attempt"
	tests := map[string]struct {
		mobile, notes string
		want          []any
	}{
		"ordinary":                    {"0501234567", "", []any{"picked-up", "in-transit", out, "delivered"}},
		"one failed attempt":          {"0501239901", "", []any{"picked-up", "in-transit", out, failed, out, "delivered"}},
		"two failed attempts by note": {"0501234567", "Please Fail-Twice", []any{"picked-up", "in-transit", out, failed, out, failed, out, "delivered"}},
		"returned":                    {"0501239903", "", []any{"picked-up", "in-transit", out, failed, out, failed, out, failed, "returned"}},
		"lost":                        {"0501239904", "", []any{"picked-up", "in-transit"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newStand(t)
			parcel := homeParcel("order-1")
			parcel["consignee"].(map[string]any)["mobile"] = test.mobile
			parcel["address"].(map[string]any)["notes"] = test.notes
			awb := w.book(parcel).body["awb"]
			for scans := range test.want {
				w.pass(10 * time.Second)
				w.events(eventParcel, scans+1)
			}
			w.pass(10 * time.Minute)
			w.settled()
			require.Equal(t, test.want, statuses(w.receiver.of(eventParcel)))
			require.Len(t, w.track(awb).body["scans"], len(test.want))
		})
	}
}

func TestCourier_Scan_ReportsEverything(t *testing.T) {
	w := newStand(t)
	awb := w.book(homeParcel("order-1")).body["awb"]
	w.pass(10 * time.Second)
	told := w.events(eventParcel, 1)[0].Data
	require.Equal(t, awb, told["awb"])
	require.Equal(t, "order-1", told["reference"])
	require.Equal(t, "PU", told["scanType"])
	require.Equal(t, "riyadh", told["city"])
	_, err := time.Parse(time.RFC3339, told["scannedAt"].(string))
	require.NoError(t, err)
}

func TestCourier_CancelsUntilPickUp(t *testing.T) {
	w := newStand(t)
	early := w.book(homeParcel("order-1")).body["awb"].(string)
	for range 2 {
		require.Equal(t, http.StatusNoContent, w.call(http.MethodDelete, "/courier/api/shipments/"+early, smsa, nil).status)
	}
	late := w.book(homeParcel("order-2")).body["awb"].(string)
	w.pass(10 * time.Second)
	w.events(eventParcel, 1)
	answer := w.call(http.MethodDelete, "/courier/api/shipments/"+late, smsa, nil)
	require.Equal(t, http.StatusConflict, answer.status)
	require.Equal(t, "too_late", answer.code())
	require.Equal(t, "cancelled", w.track(early).body["status"], "no scan of a cancelled parcel")
}

func TestCourier_ScannedByHand(t *testing.T) {
	w := newStand(t)
	awb := w.book(homeParcel("order-1")).body["awb"].(string)
	scan := func(status string) reply {
		return w.call(http.MethodPost, "/control/courier/parcels/"+awb+"/scan", nil, map[string]any{"status": status})
	}
	require.Equal(t, http.StatusNoContent, scan("picked-up").status)
	w.pass(time.Hour)
	require.Equal(t, http.StatusUnprocessableEntity, scan("eaten").status)
	require.Equal(t, http.StatusNoContent, scan("delivered").status)
	require.Equal(t, http.StatusConflict, scan("returned").status)
	require.Equal(t, []any{"picked-up", "delivered"}, statuses(w.events(eventParcel, 2)))
}

func TestCourier_UnservedCity_IsRefused(t *testing.T) {
	tests := map[string]struct {
		change func(parcel map[string]any)
		code   string
	}{
		"city without a branch": {func(p map[string]any) { p["address"].(map[string]any)["city"] = "atlantis" }, "address_refused"},
		"no street":             {func(p map[string]any) { p["address"].(map[string]any)["street"] = "" }, "address_refused"},
		"by magic":              {func(p map[string]any) { p["address"].(map[string]any)["area"] = "refuse-it" }, "address_refused"},
		"no address":            {func(p map[string]any) { delete(p, "address") }, "address_refused"},
		"unknown branch":        {func(p map[string]any) { p["method"], p["branchId"] = "pickup", "XXX-01" }, "branch_closed"},
		"closed branch": {func(p map[string]any) {
			p["method"], p["branchId"] = "pickup", "RUH-01"
			p["consignee"].(map[string]any)["mobile"] = "0501239907"
		}, "branch_closed"},
		"no consignee": {func(p map[string]any) { delete(p, "consignee") }, "bad_request"},
	}
	w := newStand(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			parcel := homeParcel("order-1")
			test.change(parcel)
			require.Equal(t, test.code, w.book(parcel).code())
		})
	}
	require.Empty(t, w.items("courier/parcels"))
}

func TestCourier_Branches(t *testing.T) {
	w := newStand(t)
	answer := w.call(http.MethodGet, "/courier/api/branches", smsa, nil)
	list := answer.body["items"].([]any)
	require.GreaterOrEqual(t, len(list), 40)
	cities, ids := map[any]bool{}, map[any]bool{}
	for _, item := range list {
		b := item.(map[string]any)
		for _, field := range []string{"nameEn", "nameAr", "addressEn", "addressAr", "hoursEn", "hoursAr"} {
			require.NotEmpty(t, b[field], "%v %s", b["id"], field)
		}
		require.Regexp(t, `^[A-Z]{3}-[0-9]{2}$`, b["id"])
		require.Regexp(t, `^[a-z-]+$`, b["city"])
		require.InDelta(t, 24.5, b["latitude"], 8.5, "inside Saudi Arabia")
		require.InDelta(t, 45, b["longitude"], 11, "inside Saudi Arabia")
		cities[b["city"]], ids[b["id"]] = true, true
	}
	require.Len(t, cities, 24)
	require.Len(t, ids, len(list), "ids are unique")
	parcel := homeParcel("order-1")
	parcel["method"], parcel["branchId"] = "pickup", "JED-01"
	require.Equal(t, http.StatusCreated, w.book(parcel).status)
}

func TestCourier_TrackingPage(t *testing.T) {
	w := newStand(t)
	awb := w.book(homeParcel("order-1")).body["awb"].(string)
	w.pass(10 * time.Second)
	w.events(eventParcel, 1)
	require.Contains(t, w.call(http.MethodGet, "/courier/track/"+awb+"?lang=en", nil, nil).raw, "Picked up")
	require.Contains(t, w.call(http.MethodGet, "/courier/track/"+awb, nil, nil).raw, `dir="rtl"`)
	require.Equal(t, http.StatusNotFound, w.call(http.MethodGet, "/courier/track/1", nil, nil).status)
}
