package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// A scan in the courier's own words is shown and changes nothing, whenever it comes; a repeat and another parcel's are not shown.
func TestOrder_ScanWithoutState_IsOnlyNoted(t *testing.T) {
	s := workflowtest.NewStory(t)
	reports := func(when time.Duration, awb, text string) {
		s.At(when, func() {
			s.Hears(contract.SignalParcelScanned, contract.ParcelScanned{
				EventID: awb + text, AirwayBill: awb, Text: text, At: s.Now().Add(1000 * time.Hour),
			})
		})
	}
	s.IsPaid()
	reports(30*time.Minute, workflowtest.AirwayBill, "Damaged")
	reports(31*time.Minute, workflowtest.AirwayBill, "Damaged")
	reports(32*time.Minute, "290000000099", "Lost")
	s.At(40*time.Minute, func() {
		require.Equal(t, contract.ShipmentBooked, s.Books.Last().Shipment.Status)
		require.Equal(t, contract.StagePreparing, s.Books.Last().Stage)
	})
	s.Scanned(time.Hour, contract.ShipmentOutForDelivery)
	s.Scanned(61*time.Minute, contract.ShipmentInTransit) // overtaken
	s.Scanned(2*time.Hour, contract.ShipmentDelivered)
	reports(3*time.Hour, workflowtest.AirwayBill, "Missing")
	s.Activates(4 * time.Hour)

	end := s.Run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, contract.ShipmentDelivered, end.Shipment.Status)
	require.Equal(t, []string{"noted Damaged", "parcel-out-for-delivery", "parcel-delivered", "noted Missing"},
		s.Did("noted", "parcel-out-for-delivery", "parcel-in-transit", "parcel-delivered"))
}

// The clock of the courier does not decide when a scan was seen.
func TestOrder_ScanOfFuture_IsOfNow(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.At(time.Hour, func() {
		s.Hears(contract.SignalParcelScanned, contract.ParcelScanned{
			EventID: "e-early", AirwayBill: workflowtest.AirwayBill, Status: contract.ShipmentPickedUp, At: s.Now().Add(time.Hour),
		})
	})
	s.Scanned(2*time.Hour, contract.ShipmentDelivered)
	s.Activates(3 * time.Hour)

	require.Equal(t, contract.StageActive, s.Run().Stage)
	require.Equal(t, workflowtest.Begin.Add(time.Hour), s.Books.Scans()[0].At.UTC())
}
