// Package shipment stores the parcels of orders.
package shipment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Shipments stores the parcels of orders.
type Shipments struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:shipments,alias:s"`

	AirwayBill  string `bun:",pk"`
	OrderID     string
	Status      contract.ShipmentStatus
	TrackingURL string
	Attempts    int
}

type scanRow struct {
	bun.BaseModel `bun:"table:shipment_scans,alias:c"`

	EventID    string `bun:",pk"`
	OrderID    string
	AirwayBill string
	Status     contract.ShipmentStatus
	At         time.Time
}

// Save stores the newest state of a parcel.
func (q Shipments) Save(ctx context.Context, orderID string, s contract.Shipment) error {
	_, err := q.DB.NewInsert().
		Model(&row{AirwayBill: s.AirwayBill, OrderID: orderID, Status: s.Status, TrackingURL: s.TrackingURL, Attempts: s.Attempts}).
		On("CONFLICT (airway_bill) DO UPDATE").Set("status = EXCLUDED.status").Set("tracking_url = EXCLUDED.tracking_url").
		Set("attempts = greatest(s.attempts, EXCLUDED.attempts)").Set("updated_at = now()").
		Where("s.status NOT IN ('delivered', 'returned', 'cancelled')").Exec(ctx)
	return storeerrors.Translate("save shipment", err)
}

// AddScan stores one scan of the courier; a repeated event changes nothing.
func (q Shipments) AddScan(ctx context.Context, orderID string, scan contract.ParcelScanned) error {
	_, err := q.DB.NewInsert().
		Model(&scanRow{EventID: scan.EventID, OrderID: orderID, AirwayBill: scan.AirwayBill, Status: scan.Status, At: scan.At}).
		On("CONFLICT (event_id) DO NOTHING").Exec(ctx)
	return storeerrors.Translate("add scan", err)
}

// OrderOf returns the id of a parcel's order.
func (q Shipments) OrderOf(ctx context.Context, airwayBill string) (orderID string, err error) {
	err = q.DB.NewSelect().Model((*row)(nil)).Column("order_id").Where("airway_bill = ?", airwayBill).Scan(ctx, &orderID)
	return orderID, storeerrors.Translate("find order of parcel", err)
}
