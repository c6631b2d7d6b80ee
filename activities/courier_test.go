package activities_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/store"
)

var toSend = contract.ShipmentInput{
	OrderID: "o1", OrderNumber: "SC00000001", Contact: noura,
	Delivery: contract.Delivery{Method: contract.DeliverPickup, BranchID: "RUH-1"},
}

func TestBookParcel_BooksOneAirwayBillForAReference(t *testing.T) {
	carrier := &parcelCourier{bill: courier.AirwayBill{Number: "290000000001", TrackingURL: "https://courier.example/1"}}
	corrected := toSend
	corrected.Attempt = 2
	for _, in := range []contract.ShipmentInput{toSend, corrected} {
		shipment, err := activities.NewCourier(carrier, nil).BookParcel(ctx, in)
		require.NoError(t, err)
		require.Equal(t, contract.Shipment{
			AirwayBill: "290000000001", Status: contract.ShipmentBooked, TrackingURL: "https://courier.example/1",
		}, shipment)
	}
	first := courier.Parcel{Reference: "o1", OrderNumber: "SC00000001", Delivery: toSend.Delivery, Contact: noura}
	second := first
	second.Reference = "o1-2"
	require.Equal(t, []courier.Parcel{first, second}, carrier.booked)
	require.Empty(t, carrier.inquired)
}

func TestBookParcel_AfterAnUnknownOutcomeItAsksFirst(t *testing.T) {
	carrier := &parcelCourier{bookErr: errUnknown, found: courier.AirwayBill{Number: "290000000001"}}
	shipment, err := activities.NewCourier(carrier, nil).BookParcel(ctx, toSend)
	require.NoError(t, err)
	require.Equal(t, "290000000001", shipment.AirwayBill)
	require.Equal(t, []string{"o1"}, carrier.inquired)
}

func TestBookParcel_WhatWasNotBookedIsTriedAgain(t *testing.T) {
	for name, carrier := range map[string]*parcelCourier{
		"not taken":              {bookErr: errRetry},
		"unknown, and not there": {bookErr: errUnknown, inquireErr: errNotFound},
		"unknown, and still so":  {bookErr: errUnknown, inquireErr: errUnknown},
		"unknown, and no answer": {bookErr: errUnknown, inquireErr: errRetry},
	} {
		_, err := activities.NewCourier(carrier, nil).BookParcel(ctx, toSend)
		requireRetry(t, err)
		require.ErrorContains(t, err, "book parcel: ", name)
	}
}

func TestBookParcel_ARefusalHoldsTheOrder(t *testing.T) {
	_, err := activities.NewCourier(&parcelCourier{bookErr: refusedWith("address_refused")}, nil).BookParcel(ctx, toSend)
	requireRefusal(t, err, contract.FailCourierRefused)
	require.ErrorContains(t, err, "address_refused", "support reads the courier's own reason")
}

func TestCancelParcel_CancelsWhatIsBookedUnderTheReference(t *testing.T) {
	carrier := &parcelCourier{found: courier.AirwayBill{Number: "290000000001"}}
	require.NoError(t, activities.NewCourier(carrier, nil).CancelParcel(ctx, contract.ParcelRef{Reference: "o1"}))
	require.Equal(t, []string{"o1"}, carrier.inquired)
	require.Equal(t, []string{"290000000001"}, carrier.cancelled)
}

func TestCancelParcel_NothingBookedIsNothingToCancel(t *testing.T) {
	carrier := &parcelCourier{inquireErr: errNotFound}
	require.NoError(t, activities.NewCourier(carrier, nil).CancelParcel(ctx, contract.ParcelRef{Reference: "o1"}))
	require.Empty(t, carrier.cancelled)
}

func TestCancelParcel_SortsTheErrors(t *testing.T) {
	cancel := func(carrier *parcelCourier) error {
		return activities.NewCourier(carrier, nil).CancelParcel(ctx, contract.ParcelRef{Reference: "o1"})
	}
	requireRefusal(t, cancel(&parcelCourier{cancelErr: refusedWith("too_late")}), contract.FailCancelTooLate)
	requireRefusal(t, cancel(&parcelCourier{inquireErr: refusedWith("forbidden")}), contract.FailCourierRefused)
	requireRetry(t, cancel(&parcelCourier{inquireErr: errRetry}))
	requireRetry(t, cancel(&parcelCourier{inquireErr: errUnknown}))
	requireRetry(t, cancel(&parcelCourier{cancelErr: errRetry}))
	requireRetry(t, cancel(&parcelCourier{cancelErr: errUnknown}))
}

func TestAskParcel_SortsTheAnswer(t *testing.T) {
	carrier := &parcelCourier{status: contract.ShipmentInTransit}
	ask := func() (contract.ShipmentStatus, error) {
		return activities.NewCourier(carrier, nil).AskParcel(ctx, "290000000001")
	}
	status, err := ask()
	require.NoError(t, err)
	require.Equal(t, contract.ShipmentInTransit, status)
	require.Equal(t, []string{"290000000001"}, carrier.askedFor)
	carrier.statusErr = refusedWith("unknown_awb")
	_, err = ask()
	requireRefusal(t, err, contract.FailShipmentOverdue)
	for _, silent := range []error{errRetry, errUnknown, errNotFound} {
		carrier.statusErr = silent
		_, err = ask()
		requireRetry(t, err)
	}
}

func TestSyncBranches_MakesOurListEqualToTheCouriers(t *testing.T) {
	s := newShop(t)
	carrier := &parcelCourier{branches: []courier.Branch{
		{ID: "JED-1", City: "jeddah", NameEn: "Andalus", NameAr: "الأندلس", AddressEn: "a", AddressAr: "b", HoursEn: "c", HoursAr: "d", Latitude: 21.5, Longitude: 39.2},
		{ID: "RUH-2", City: "riyadh", NameEn: "Malaz", NameAr: "الملز"},
	}}
	for range 2 {
		count, err := activities.NewCourier(carrier, s.store).SyncBranches(ctx)
		require.NoError(t, err)
		require.Equal(t, 2, count)
	}
	branches, err := s.store.Catalogue.Branches(ctx, "")
	require.NoError(t, err)
	require.Equal(t, []store.Branch{store.Branch(carrier.branches[0]), store.Branch(carrier.branches[1])}, branches, "RUH-1 is gone")
}

func TestSyncBranches_AFaultOfTheCouriersKeepsOurList(t *testing.T) {
	for name, carrier := range map[string]*parcelCourier{"no answer": {branchesErr: errRetry}, "an empty list": {}} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			_, err := activities.NewCourier(carrier, s.store).SyncBranches(ctx)
			requireRetry(t, err)
			branches, err := s.store.Catalogue.Branches(ctx, "")
			require.NoError(t, err)
			require.Len(t, branches, 1)
		})
	}
}
