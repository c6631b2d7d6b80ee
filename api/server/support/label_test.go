package support_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestParcelLabel_BookedParcel_IsServedAndAudited(t *testing.T) {
	r := servertest.New(t)
	o, support := r.Start(), servertest.Bearer(r.SignedIn("support@selfcare.example", "support"))
	label := func() servertest.Answer {
		return r.Call(http.MethodGet, "/api/support/orders/"+o.ID+"/label", "", support)
	}
	servertest.RequireRefused(t, label(), contract.FailParcelNotBooked)
	require.Empty(t, r.Labels.Asked)

	r.Put(o, func(full *contract.Order) {
		full.Delivery = &contract.Delivery{Method: contract.DeliverPickup, BranchID: "RUH-1", Branch: "Olaya", City: "riyadh"}
		full.Shipment = &contract.Shipment{AirwayBill: "290019498498", Status: contract.ShipmentBooked}
	})
	shown := servertest.Decoded[struct{ Data gen.CaseDetail }](t, r.Call(http.MethodGet, "/api/support/cases/order/"+o.ID, "", support)).Data
	require.Equal(t, "290019498498", *shown.Ordered.Delivery.AirwayBill)
	require.True(t, *shown.Ordered.Delivery.Label)
	for range 2 {
		got := label()
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, "application/pdf", got.Header.Get("Content-Type"))
		require.Equal(t, "no-store", got.Header.Get("Cache-Control"))
		require.Equal(t, "%PDF-1.7 290019498498", string(got.Body))
	}
	var noted int
	require.NoError(t, r.DB.NewRaw("SELECT count(*) FROM audit_log WHERE action = 'data-read' AND details::text LIKE '%getParcelLabel%'").Scan(t.Context(), &noted))
	require.Positive(t, noted)

	for _, code := range []contract.Code{contract.FailLabelMissing, contract.FailOutsideSystem} {
		r.Labels.Err = contract.Refuse(code)
		servertest.RequireRefused(t, label(), code)
	}
	unknown := r.Call(http.MethodGet, "/api/support/orders/"+uuid.NewString()+"/label", "", support)
	servertest.RequireRefused(t, unknown, contract.FailOrderNotFound)
	customer := r.Call(http.MethodGet, "/api/support/orders/"+o.ID+"/label", "", servertest.Bearer(r.SignedIn("noura@example.com")))
	require.Contains(t, []int{http.StatusUnauthorized, http.StatusForbidden}, customer.StatusCode)
}
