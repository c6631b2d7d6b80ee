package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

var toJeddah = contract.DeliveryCorrection{Address: contract.Address{City: "jeddah", Street: "Tahlia"}}

func TestOrder_AddressChangedAfterBooking_BookedOnceAnew(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Say(10*time.Minute, contract.UpdateCorrectDelivery, toJeddah)
	s.At(20*time.Minute, func() {
		last := s.Books.Last()
		require.Equal(t, contract.StagePreparing, last.Stage)
		require.Equal(t, contract.ShipmentBooked, last.Shipment.Status)
		require.Equal(t, "290019498491", last.Shipment.AirwayBill, "the second airway bill")
		require.Equal(t, "jeddah", last.Delivery.Address.City)
		s.Hears(contract.SignalParcelScanned, contract.ParcelScanned{EventID: "e-old", AirwayBill: workflowtest.AirwayBill, Status: contract.ShipmentCancelled})
		s.Hears(contract.SignalParcelScanned, contract.ParcelScanned{EventID: "e-new", AirwayBill: last.Shipment.AirwayBill, Status: contract.ShipmentDelivered})
	})
	s.Activates(time.Hour)

	require.Equal(t, contract.StageActive, s.Run().Stage)
	did := s.Did("book-parcel", "cancel-parcel", "change-address")
	require.Len(t, did, 4)
	require.Equal(t, []string{"cancel-parcel", "change-address", "book-parcel jeddah"}, did[1:], "the former booking is called off first")
}

func TestOrder_AddressChangedTooLate_IsRefused(t *testing.T) {
	for name, code := range map[string]contract.Code{"picked up": contract.FailCancelTooLate, "never cancelled": contract.FailParcelWithCourier} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Fails("cancel-parcel", workflowtest.No(code))
			s.IsPaid()
			s.Say(10*time.Minute, contract.UpdateCorrectDelivery, toJeddah)
			s.At(20*time.Minute, func() { require.Equal(t, contract.FailAddressFixed, s.Refused(contract.UpdateCorrectDelivery)) })

			end := s.RunToActive(time.Hour)

			require.NotEqual(t, "jeddah", end.Delivery.Address.City)
			require.Len(t, s.Did("book-parcel"), 1)
			require.Empty(t, s.Did("change-address"))
		})
	}
}

func TestOrder_NewAddressRefused_HeldThenCorrected(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.At(9*time.Minute, func() { s.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused)) })
	s.Say(10*time.Minute, contract.UpdateCorrectDelivery, toJeddah)
	s.At(20*time.Minute, func() { require.Equal(t, contract.FailCourierRefused, s.Books.Last().Held.FailureCode) })
	s.Mends(25*time.Minute, "book-parcel")
	s.Say(30*time.Minute, contract.UpdateCorrectDelivery, contract.DeliveryCorrection{Address: contract.Address{City: "riyadh"}})
	s.At(40*time.Minute, func() {
		last := s.Books.Last()
		require.Equal(t, contract.ShipmentBooked, last.Shipment.Status)
		s.Hears(contract.SignalParcelScanned, contract.ParcelScanned{EventID: "e-new", AirwayBill: last.Shipment.AirwayBill, Status: contract.ShipmentDelivered})
	})
	s.Activates(time.Hour)

	end := s.Run()
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, "riyadh", end.Delivery.Address.City)
}
