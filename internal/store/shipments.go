package store

import (
	"context"

	"selfcare/internal/contract"
)

// SaveShipment keeps the newest state of a parcel.
func (q *Queries) SaveShipment(ctx context.Context, orderID string, s contract.Shipment) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO shipments AS s (airway_bill, order_id, status, tracking_url, attempts) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (airway_bill) DO UPDATE SET status = EXCLUDED.status, tracking_url = EXCLUDED.tracking_url,
		    attempts = greatest(s.attempts, EXCLUDED.attempts), updated_at = now()
		WHERE s.status NOT IN ('delivered', 'returned', 'cancelled')`,
		s.AirwayBill, orderID, string(s.Status), s.TrackingURL, s.Attempts)
	return translate("save shipment", err)
}

// AddScan keeps one scan of the courier; the same event again changes nothing.
func (q *Queries) AddScan(ctx context.Context, orderID string, scan contract.ParcelScanned) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO shipment_scans (event_id, order_id, airway_bill, status, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (event_id) DO NOTHING`, scan.EventID, orderID, scan.AirwayBill, string(scan.Status), scan.At)
	return translate("add scan", err)
}

// OrderByAirwayBill answers with the id of the order a parcel belongs to.
func (q *Queries) OrderByAirwayBill(ctx context.Context, airwayBill string) (orderID string, err error) {
	err = q.prepared().row(ctx, "SELECT order_id FROM shipments WHERE airway_bill = $1", airwayBill).Scan(&orderID)
	return orderID, translate("find order of parcel", err)
}
