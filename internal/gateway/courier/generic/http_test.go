package generic_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/courier/generic"
	"selfcare/internal/gateway/gatewaytest"
)

const bookedJSON = `{"awb":"290019498498","trackingUrl":"http://track/290019498498","status":"booked"}`

func adapterTo(t *testing.T, url string) *generic.Courier {
	t.Helper()
	adapter, err := generic.New(generic.Config{URL: url, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func parcel(delivery contract.Delivery) courier.Parcel {
	return courier.Parcel{
		Reference: "order-1", OrderNumber: "SC00000001", Delivery: delivery,
		Contact: contract.Contact{FullName: "Sara", Mobile: "0551234567", Email: "sara@example.com"},
	}
}

func TestBook_Format_IsTheCouriers(t *testing.T) {
	latitude, longitude := 24.7, 46.6
	tests := map[string]struct {
		delivery contract.Delivery
		want     string
	}{
		"to a home": {
			contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{
				City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "1234", Latitude: &latitude,
			}},
			`{"reference":"order-1","orderNumber":"SC00000001","method":"home","consignee":{"name":"Sara","mobile":"0551234567"},
			  "address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"1234","latitude":24.7}}`,
		},
		"to a home, with every field": {
			contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{
				City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "1234", ApartmentNumber: "12B", Notes: "Ring twice",
				Latitude: &latitude, Longitude: &longitude, ShortAddress: "RRRD2929", Postcode: "14926", AdditionalNumber: "3125",
			}},
			`{"reference":"order-1","orderNumber":"SC00000001","method":"home","consignee":{"name":"Sara","mobile":"0551234567"},
			  "address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"1234","apartmentNumber":"12B","notes":"Ring twice",
			    "latitude":24.7,"longitude":46.6,"shortAddress":"RRRD2929","postcode":"14926","additionalNumber":"3125"}}`,
		},
		"to a branch": {
			contract.Delivery{Method: contract.DeliverPickup, BranchID: "b-7"},
			`{"reference":"order-1","orderNumber":"SC00000001","method":"pickup","branchId":"b-7","consignee":{"name":"Sara","mobile":"0551234567"}}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			carrier := gatewaytest.Start(t, 201, bookedJSON)
			got, err := adapterTo(t, carrier.URL).Book(t.Context(), parcel(tt.delivery))
			require.NoError(t, err)
			require.Equal(t, courier.AirwayBill{Number: "290019498498", TrackingURL: "http://track/290019498498"}, got)
			require.Equal(t, "POST /api/shipments", carrier.Latest().Line)
			require.Equal(t, "key", carrier.Latest().Header.Get("apikey"))
			require.JSONEq(t, tt.want, carrier.Latest().Body)
		})
	}
}

func TestBook_OwnTrackingPage_ReplacesCouriers(t *testing.T) {
	carrier := gatewaytest.Start(t, 201, `{"awb":"29 & 1","trackingUrl":"http://track/29","status":"booked"}`)
	config := generic.Config{URL: carrier.URL, APIKey: "key", TrackingURL: "https://track.example/?awb={awb}&lang=ar"}
	adapter, err := generic.New(config, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	want := courier.AirwayBill{Number: "29 & 1", TrackingURL: "https://track.example/?awb=29+%26+1&lang=ar"}
	booked, err := adapter.Book(t.Context(), parcel(contract.Delivery{Method: contract.DeliverPickup, BranchID: "b-7"}))
	require.NoError(t, err)
	require.Equal(t, want, booked)
	found, err := adapter.Inquire(t.Context(), "order-1")
	require.NoError(t, err)
	require.Equal(t, want, found)
}

func TestBook_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"booked before":        {200, bookedJSON, nil},
		"address refused":      {422, `{"code":"address_refused"}`, gateway.ErrFinal},
		"without airway bill":  {201, `{"status":"booked"}`, gateway.ErrUnknown},
		"broken JSON":          {201, `{"awb":`, gateway.ErrUnknown},
		"server error":         {500, ``, gateway.ErrUnknown},
		"out of service today": {503, ``, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Book(t.Context(), parcel(contract.Delivery{Method: contract.DeliverPickup, BranchID: "b-7"}))
			require.ErrorIs(t, err, tt.wantErr)
		})
	}
}

func TestInquire_Reference_FindsParcel(t *testing.T) {
	carrier := gatewaytest.Start(t, 200, bookedJSON)
	adapter := adapterTo(t, carrier.URL)
	got, err := adapter.Inquire(t.Context(), "order-1")
	require.NoError(t, err)
	require.Equal(t, "290019498498", got.Number)
	require.Equal(t, "GET /api/shipments?reference=order-1", carrier.Latest().Line)

	carrier.Answer(404, `{"code":"not_found"}`)
	_, err = adapter.Inquire(t.Context(), "order-2")
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func TestStatus_CouriersWords_AreKnown(t *testing.T) {
	tests := map[string]struct {
		body    string
		want    contract.ShipmentStatus
		wantErr error
	}{
		"out for delivery": {`{"awb":"1","status":"out-for-delivery","scans":[]}`, contract.ShipmentOutForDelivery, nil},
		"cancelled":        {`{"awb":"1","status":"cancelled","scans":[]}`, contract.ShipmentCancelled, nil},
		"a new word":       {`{"awb":"1","status":"eaten-by-dog","scans":[]}`, "", gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapterTo(t, gatewaytest.Start(t, 200, tt.body).URL).Status(t.Context(), "1")
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestCancel_Parcel_UntilPickUp(t *testing.T) {
	carrier := gatewaytest.Start(t, 204, "")
	adapter := adapterTo(t, carrier.URL)
	require.NoError(t, adapter.Cancel(t.Context(), "290019498498"))
	require.NoError(t, adapter.Cancel(t.Context(), "290019498498"))
	require.Equal(t, "DELETE /api/shipments/290019498498", carrier.Latest().Line)

	carrier.Answer(409, `{"code":"too_late"}`)
	var refusal *gateway.Refusal
	require.ErrorAs(t, adapter.Cancel(t.Context(), "290019498498"), &refusal)
	require.Equal(t, "too_late", refusal.Code)
}

func TestBranches_EmptyList_IsRefused(t *testing.T) {
	carrier := gatewaytest.Start(t, 200, `{"items":[{"id":"b-7","city":"riyadh","nameEn":"Olaya","nameAr":"العليا","hoursEn":"9-21","latitude":24.7,"longitude":46.7}]}`)
	adapter := adapterTo(t, carrier.URL)
	got, err := adapter.Branches(t.Context())
	require.NoError(t, err)
	require.Equal(t, []courier.Branch{{ID: "b-7", City: "riyadh", NameEn: "Olaya", NameAr: "العليا", HoursEn: "9-21", Latitude: 24.7, Longitude: 46.7}}, got)
	for _, answer := range []string{`{"items":[]}`, `{}`, `{"items":[{"id":"b-7"}]}`} {
		carrier.Answer(200, answer)
		_, err = adapter.Branches(t.Context())
		require.ErrorIs(t, err, gateway.ErrRetry)
	}
}
