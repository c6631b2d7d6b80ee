// Package shipment stores the parcels of orders.
package shipment

import (
	"context"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Shipments stores the parcels of orders.
type Shipments struct{ *tx.Conn }

// Save stores the newest state of a parcel.
func (q Shipments) Save(ctx context.Context, orderID string, s contract.Shipment) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO shipments AS s (airway_bill, order_id, status, tracking_url, attempts) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (airway_bill) DO UPDATE SET status = EXCLUDED.status, tracking_url = EXCLUDED.tracking_url,
		    attempts = greatest(s.attempts, EXCLUDED.attempts), updated_at = now()
		WHERE s.status NOT IN ('delivered', 'returned', 'cancelled')`,
		s.AirwayBill, orderID, string(s.Status), s.TrackingURL, s.Attempts)
	return storeerrors.Translate("save shipment", err)
}

// AddScan stores one scan of the courier; a repeated event changes nothing.
func (q Shipments) AddScan(ctx context.Context, orderID string, scan contract.ParcelScanned) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO shipment_scans (event_id, order_id, airway_bill, status, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (event_id) DO NOTHING`, scan.EventID, orderID, scan.AirwayBill, string(scan.Status), scan.At)
	return storeerrors.Translate("add scan", err)
}

// OrderOf returns the id of a parcel's order.
func (q Shipments) OrderOf(ctx context.Context, airwayBill string) (orderID string, err error) {
	err = q.Prepared().Row(ctx, "SELECT order_id FROM shipments WHERE airway_bill = $1", airwayBill).Scan(&orderID)
	return orderID, storeerrors.Translate("find order of parcel", err)
}
