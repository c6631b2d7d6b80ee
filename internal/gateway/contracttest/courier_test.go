package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/courier/generic"
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
