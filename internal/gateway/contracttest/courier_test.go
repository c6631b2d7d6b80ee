package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/courier/generic"
	"selfcare/internal/gateway/courier/smsa"
)

func newCourier(t *testing.T, s stand) *generic.Courier {
	t.Helper()
	adapter, err := generic.New(generic.Config{URL: s.url + "/courier", APIKey: s.keys.Courier}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func homeParcel(reference, notes string) courier.Parcel {
	return courier.Parcel{
		Reference: reference, OrderNumber: "SC00000001",
		Contact: contract.Contact{FullName: "Sara Test", Mobile: "0551234567", Email: "sara@example.com"},
		Delivery: contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{
			City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "1234", Notes: notes,
		}},
	}
}

func TestCourier_Reference_BooksOneParcel(t *testing.T) {
	adapter := newCourier(t, newStand(t))
	_, err := adapter.Inquire(t.Context(), "ref-1")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	first, err := adapter.Book(t.Context(), homeParcel("ref-1", "by-hand"))
	require.NoError(t, err)
	require.Regexp(t, `^\d{12}$`, first.Number)
	again, err := adapter.Book(t.Context(), homeParcel("ref-1", "by-hand"))
	require.NoError(t, err)
	require.Equal(t, first, again)
	found, err := adapter.Inquire(t.Context(), "ref-1")
	require.NoError(t, err)
	require.Equal(t, first, found)
}

func TestCourier_Cancel_UntilPickUp(t *testing.T) {
	s := newStand(t)
	adapter := newCourier(t, s)
	early, err := adapter.Book(t.Context(), homeParcel("ref-1", "by-hand"))
	require.NoError(t, err)
	require.NoError(t, adapter.Cancel(t.Context(), early.Number))
	require.NoError(t, adapter.Cancel(t.Context(), early.Number))
	status, err := adapter.Status(t.Context(), early.Number)
	require.NoError(t, err)
	require.Equal(t, contract.ShipmentCancelled, status)

	late, err := adapter.Book(t.Context(), homeParcel("ref-2", "by-hand"))
	require.NoError(t, err)
	s.post(t, "/control/courier/parcels/"+late.Number+"/scan", "", map[string]string{"status": "picked-up"}, nil)
	status, err = adapter.Status(t.Context(), late.Number)
	require.NoError(t, err)
	require.Equal(t, contract.ShipmentPickedUp, status)
	requireRefusal(t, "too_late", adapter.Cancel(t.Context(), late.Number))
}

func TestCourier_OtherBranch_IsRefused(t *testing.T) {
	adapter := newCourier(t, newStand(t))
	branches, err := adapter.Branches(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, branches)
	parcel := homeParcel("ref-1", "")
	parcel.Delivery = contract.Delivery{Method: contract.DeliverPickup, BranchID: branches[0].ID}
	_, err = adapter.Book(t.Context(), parcel)
	require.NoError(t, err)
	parcel.Reference, parcel.Delivery.BranchID = "ref-2", "nowhere"
	_, err = adapter.Book(t.Context(), parcel)
	requireRefusal(t, "branch_closed", err)
	_, err = adapter.Book(t.Context(), homeParcel("ref-3", "refuse-it"))
	requireRefusal(t, "address_refused", err)
}

func TestCourier_LostAnswer_FoundByInquiry(t *testing.T) {
	s := newStand(t)
	adapter := newCourier(t, s)
	s.script(t, "courier", "book", "timeout-after-commit")
	_, err := adapter.Book(s.untilHeld(t, "courier", "book"), homeParcel("ref-1", "by-hand"))
	require.ErrorIs(t, err, gateway.ErrUnknown)
	found, err := adapter.Inquire(t.Context(), "ref-1")
	require.NoError(t, err)
	again, err := adapter.Book(t.Context(), homeParcel("ref-1", "by-hand"))
	require.NoError(t, err)
	require.Equal(t, found, again)
}

func newSMSA(t *testing.T, s stand) *smsa.Courier {
	t.Helper()
	adapter, err := smsa.New(smsa.Config{
		URL: s.url + "/courier", APIKey: s.keys.Courier,
		Shipper:  smsa.Shipper{Name: "Selfcare Warehouse", Phone: "0112000000", City: "Riyadh", Address: "King Fahd Road, Riyadh"},
		Contents: smsa.Contents{Description: "SIM card", WeightGrams: 50, DeclaredValue: 1000},
	}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func TestSMSA_Label_IsThatOfTheParcel(t *testing.T) {
	s := newStand(t)
	adapter := newSMSA(t, s)
	_, err := adapter.Label(t.Context(), "290019498498")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	booked, err := adapter.Book(t.Context(), homeParcel("ref-1", "by-hand"))
	require.NoError(t, err)
	for range 2 {
		label, err := adapter.Label(t.Context(), booked.Number)
		require.NoError(t, err)
		require.Contains(t, string(label), booked.Number)
		require.Contains(t, string(label), "SC00000001", "the warehouse finds the card by the number of the order")
	}
	s.script(t, "courier", "label", "error")
	_, err = adapter.Label(t.Context(), booked.Number)
	require.ErrorIs(t, err, gateway.ErrRetry)
}

func TestCourier_Label_IsNotOffered(t *testing.T) {
	_, err := newCourier(t, newStand(t)).Label(t.Context(), "290019498498")
	requireRefusal(t, courier.LabelNotOffered, err)
}

func TestSMSA_Reference_BooksOneParcel(t *testing.T) {
	s := newStand(t)
	adapter := newSMSA(t, s)
	_, err := adapter.Inquire(t.Context(), "ref-1")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	s.script(t, "courier", "book", "timeout-after-commit")
	_, err = adapter.Book(s.untilHeld(t, "courier", "book"), homeParcel("ref-1", "by-hand"))
	require.ErrorIs(t, err, gateway.ErrUnknown)
	first, err := adapter.Inquire(t.Context(), "ref-1")
	require.NoError(t, err)
	require.Regexp(t, `^\d{12}$`, first.Number)
	again, err := adapter.Book(t.Context(), homeParcel("ref-1", "by-hand"))
	require.NoError(t, err)
	require.Equal(t, first, again)
	var found struct{ Items []struct{ AWB string } }
	s.get(t, "/control/courier/parcels", &found)
	require.Len(t, found.Items, 1)
	_, err = adapter.Book(t.Context(), homeParcel("ref-2", "refuse-it"))
	requireRefusal(t, "address_refused", err)
	requireRefusal(t, courier.NotCancellable, adapter.Cancel(t.Context(), first.Number))
}

func TestSMSA_Scans_AreReportedAndTracked(t *testing.T) {
	heard := &reports{path: "/courier/smsa"}
	s := newStandWith(t, heard)
	adapter := newSMSA(t, s)
	branches, err := adapter.Branches(t.Context())
	require.NoError(t, err)
	parcel := homeParcel("ref-1", "")
	parcel.Delivery = contract.Delivery{Method: contract.DeliverPickup, BranchID: branches[0].ID, City: branches[0].City, Branch: branches[0].NameEn}
	booked, err := adapter.Book(t.Context(), parcel)
	require.NoError(t, err)
	for n, status := range []contract.ShipmentStatus{
		contract.ShipmentPickedUp, contract.ShipmentInTransit, contract.ShipmentOutForDelivery, contract.ShipmentFailedAttempt, contract.ShipmentReturned,
	} {
		s.post(t, "/control/courier/parcels/"+booked.Number+"/scan", "", map[string]string{"status": string(status)}, nil)
		events, err := smsa.Receiver{Secret: s.courierSecret}.Receive(t.Context(), heard.next(t, n))
		require.NoError(t, err)
		require.Len(t, events, 1)
		news, ok := events[0].News.(callback.Parcel)
		require.True(t, ok)
		require.Equal(t, string(status)+" "+booked.Number+" ref-1", string(news.Status)+" "+news.AirwayBill+" "+news.Reference)
		got, err := adapter.Status(t.Context(), booked.Number)
		require.NoError(t, err)
		require.Equal(t, status, got)
		s.post(t, "/control/clock", "", map[string]any{"advanceMs": 60_000}, nil)
	}
	for _, b := range branches {
		require.NotEqual(t, "DXB-01", b.ID, "an office in another country")
	}
}

func TestSMSA_DamagedParcel_IsReportedInWords(t *testing.T) {
	heard := &reports{path: "/courier/smsa"}
	s := newStandWith(t, heard)
	adapter := newSMSA(t, s)
	booked, err := adapter.Book(t.Context(), homeParcel("ref-1", "by-hand"))
	require.NoError(t, err)
	for n, status := range []string{"picked-up", "damaged"} {
		s.post(t, "/control/courier/parcels/"+booked.Number+"/scan", "", map[string]string{"status": status}, nil)
		events, err := smsa.Receiver{Secret: s.courierSecret}.Receive(t.Context(), heard.next(t, n))
		require.NoError(t, err)
		require.Len(t, events, 1)
		news, ok := events[0].News.(callback.Parcel)
		require.True(t, ok)
		require.Equal(t, map[string]string{"damaged": status}[status], news.Text)
	}
	got, err := adapter.Status(t.Context(), booked.Number)
	require.NoError(t, err)
	require.Equal(t, contract.ShipmentPickedUp, got)
}
