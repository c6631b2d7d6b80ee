package activities

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/store"
)

// Courier carries the parcels.
type Courier struct {
	gateway courier.Gateway
	store   *store.Store
}

// NewCourier needs the courier's port, and the store for its list of branches.
func NewCourier(g courier.Gateway, s *store.Store) *Courier { return &Courier{gateway: g, store: s} }

// BookParcel books an airway bill. The reference is the idempotency key; after an unknown outcome the next try first asks
// whether the parcel is booked already.
func (c *Courier) BookParcel(ctx context.Context, in contract.ShipmentInput) (contract.Shipment, error) {
	bill, err := c.gateway.Book(ctx, courier.Parcel{
		Reference: in.Reference(), OrderNumber: in.OrderNumber, Delivery: in.Delivery, Contact: in.Contact,
	})
	if errors.Is(err, gateway.ErrUnknown) {
		bill, err = c.gateway.Inquire(ctx, in.Reference())
	}
	if err != nil {
		return contract.Shipment{}, refusedBy("book parcel", err, contract.FailCourierRefused)
	}
	return contract.Shipment{
		AirwayBill: bill.Number, Status: contract.ShipmentBooked, TrackingURL: bill.TrackingURL,
	}, nil
}

// CancelParcel undoes BookParcel, also when nobody knows whether the booking took place. Too late is a refusal.
func (c *Courier) CancelParcel(ctx context.Context, in contract.ParcelRef) error {
	bill, err := c.gateway.Inquire(ctx, in.Reference)
	if errors.Is(err, gateway.ErrNotFound) {
		return nil // never booked
	}
	if err != nil {
		return refusedBy("find parcel", err, contract.FailCourierRefused)
	}
	return refusedBy("cancel parcel", c.gateway.Cancel(ctx, bill.Number), contract.FailCancelTooLate)
}

// AskParcel asks for the newest scan, for parcels that have been silent for too long.
func (c *Courier) AskParcel(ctx context.Context, airwayBill string) (contract.ShipmentStatus, error) {
	status, err := c.gateway.Status(ctx, airwayBill)
	return status, refusedBy("ask parcel", err, contract.FailShipmentOverdue)
}

// SyncBranches copies the courier's list of pickup branches into ours.
func (c *Courier) SyncBranches(ctx context.Context) (int, error) {
	branches, err := c.gateway.Branches(ctx)
	if err != nil {
		return 0, refused("list branches", err)
	}
	rows := make([]store.Branch, len(branches))
	for i, b := range branches {
		rows[i] = store.Branch{
			ID: b.ID, City: b.City, NameEn: b.NameEn, NameAr: b.NameAr, AddressEn: b.AddressEn, AddressAr: b.AddressAr,
			HoursEn: b.HoursEn, HoursAr: b.HoursAr, Latitude: b.Latitude, Longitude: b.Longitude,
		}
	}
	return len(rows), refused("replace branches", c.store.Catalogue.ReplaceBranches(ctx, rows))
}
