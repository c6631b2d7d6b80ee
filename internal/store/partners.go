package store

import (
	"context"

	"selfcare/internal/contract"
)

// Shipments are the parcels of orders.
type Shipments struct{ *conn }

// Save keeps the newest state of a parcel.
func (q Shipments) Save(ctx context.Context, orderID string, s contract.Shipment) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO shipments AS s (airway_bill, order_id, status, tracking_url, attempts) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (airway_bill) DO UPDATE SET status = EXCLUDED.status, tracking_url = EXCLUDED.tracking_url,
		    attempts = greatest(s.attempts, EXCLUDED.attempts), updated_at = now()
		WHERE s.status NOT IN ('delivered', 'returned', 'cancelled')`,
		s.AirwayBill, orderID, string(s.Status), s.TrackingURL, s.Attempts)
	return translate("save shipment", err)
}

// AddScan keeps one scan of the courier; the same event again changes nothing.
func (q Shipments) AddScan(ctx context.Context, orderID string, scan contract.ParcelScanned) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO shipment_scans (event_id, order_id, airway_bill, status, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (event_id) DO NOTHING`, scan.EventID, orderID, scan.AirwayBill, string(scan.Status), scan.At)
	return translate("add scan", err)
}

// OrderOf answers with the id of the order a parcel belongs to.
func (q Shipments) OrderOf(ctx context.Context, airwayBill string) (orderID string, err error) {
	err = q.prepared().row(ctx, "SELECT order_id FROM shipments WHERE airway_bill = $1", airwayBill).Scan(&orderID)
	return orderID, translate("find order of parcel", err)
}

// Identities are the requests to the identity provider.
type Identities struct{ *conn }

// Save lets the identity app's call-back find its order. An answered request never waits again.
func (q Identities) Save(ctx context.Context, orderID string, i contract.Identity) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO identity_requests AS r (request_id, order_id, transaction_id, purpose, status, tries, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (request_id) DO UPDATE SET status = EXCLUDED.status, tries = EXCLUDED.tries, expires_at = EXCLUDED.expires_at
		WHERE r.status = 'waiting'`,
		i.RequestID, orderID, i.TransactionID, i.Purpose, string(i.Status), i.Tries, i.ExpiresAt)
	return translate("save identity request", err)
}

// OrderOf answers with the id of the order an identity request was made for.
func (q Identities) OrderOf(ctx context.Context, transactionID string) (orderID string, err error) {
	err = q.prepared().row(ctx, "SELECT order_id FROM identity_requests WHERE transaction_id = $1", transactionID).Scan(&orderID)
	return orderID, translate("find order of identity request", err)
}

// Webhooks are the call-backs received.
type Webhooks struct{ *conn }

// Kept tells whether an event of an outside system was handed on before.
func (q Webhooks) Kept(ctx context.Context, system, eventID string) (kept bool, err error) {
	err = q.prepared().row(ctx, "SELECT EXISTS (SELECT FROM webhook_events WHERE system = $1 AND event_id = $2)", system, eventID).
		Scan(&kept)
	return kept, translate("find webhook", err)
}

// Keep keeps an event that was handed on; keeping it again changes nothing.
func (q Webhooks) Keep(ctx context.Context, system, eventID string, body []byte) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO webhook_events (system, event_id, body) VALUES ($1, $2, $3) ON CONFLICT (system, event_id) DO NOTHING`,
		system, eventID, q.keys.Seal("webhook_events/"+system+"/"+eventID, body))
	return translate("keep webhook", err)
}
