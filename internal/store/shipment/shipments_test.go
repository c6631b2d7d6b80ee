package shipment_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestShipments_LateState_IsIgnored(t *testing.T) {
	db, s := storetest.Database(t)
	order := storetest.NewID()
	for _, shipment := range []contract.Shipment{
		{AirwayBill: "290000000001", Status: contract.ShipmentBooked, TrackingURL: "https://courier.example/290000000001"},
		{AirwayBill: "290000000001", Status: contract.ShipmentFailedAttempt, Attempts: 2},
		{AirwayBill: "290000000001", Status: contract.ShipmentDelivered, Attempts: 1},
		{AirwayBill: "290000000001", Status: contract.ShipmentInTransit},
	} {
		require.NoError(t, s.Shipments.Save(ctx, order, shipment))
	}
	var status string
	var attempts int
	require.NoError(t, db.NewRaw("SELECT status, attempts FROM shipments").Scan(ctx, &status, &attempts))
	require.Equal(t, "delivered", status)
	require.Equal(t, 2, attempts)

	found, err := s.Shipments.OrderOf(ctx, "290000000001")
	require.NoError(t, err)
	require.Equal(t, order, found)
	_, err = s.Shipments.OrderOf(ctx, "290000000002")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}
