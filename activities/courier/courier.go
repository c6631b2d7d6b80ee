// Package courier sends parcels with the courier.
package courier

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/store/catalogue"
)

// Activities calls the courier.
type Activities struct {
	gateway  courier.Gateway
	branches branches
}

// branches is our copy of the courier's list.
type branches interface {
	ReplaceBranches(ctx context.Context, all []catalogue.Branch) error
}

// New takes the courier's port and our copy of its list of branches.
func New(g courier.Gateway, b branches) *Activities { return &Activities{gateway: g, branches: b} }

// BookParcel books an airway bill. The reference is the idempotency key; after an unknown outcome the next try first asks
// whether the parcel is booked already.
func (c *Activities) BookParcel(ctx context.Context, in contract.ShipmentInput) (contract.Shipment, error) {
	bill, err := c.gateway.Book(ctx, courier.Parcel{
		Reference: in.Reference(), OrderNumber: in.OrderNumber, Delivery: in.Delivery, Contact: in.Contact,
	})
	if errors.Is(err, gateway.ErrUnknown) {
		bill, err = c.gateway.Inquire(ctx, in.Reference())
	}
	if err != nil {
		return contract.Shipment{}, failure.MapPartner("book parcel", err, contract.FailCourierRefused)
	}
	return contract.Shipment{
		AirwayBill: bill.Number, Status: contract.ShipmentBooked, TrackingURL: bill.TrackingURL,
	}, nil
}

// CancelParcel undoes BookParcel, also when it is unknown whether the booking took place. Too late is a refusal, and so is a
// courier that cancels no booking.
func (c *Activities) CancelParcel(ctx context.Context, in contract.ParcelRef) error {
	bill, err := c.gateway.Inquire(ctx, in.Reference)
	if errors.Is(err, gateway.ErrNotFound) {
		return nil // never booked
	}
	if err != nil {
		return failure.MapPartner("find parcel", err, contract.FailCourierRefused)
	}
	err = c.gateway.Cancel(ctx, bill.Number)
	code := contract.FailCancelTooLate
	if failure.PartnerCode(err) == courier.NotCancellable {
		code = contract.FailParcelWithCourier
	}
	return failure.MapPartner("cancel parcel", err, code)
}

// AskParcel asks for the newest scan of a parcel that has been silent for too long.
func (c *Activities) AskParcel(ctx context.Context, airwayBill string) (contract.ShipmentStatus, error) {
	status, err := c.gateway.Status(ctx, airwayBill)
	return status, failure.MapPartner("ask parcel", err, contract.FailShipmentOverdue)
}

// FetchLabel asks for the label of a parcel. It changes nothing.
func (c *Activities) FetchLabel(ctx context.Context, in contract.LabelQuestion) (contract.ParcelLabel, error) {
	const doing = "fetch label"
	label, err := c.gateway.Label(ctx, in.AirwayBill)
	switch {
	case errors.Is(err, gateway.ErrNotFound):
		return contract.ParcelLabel{}, failure.Final(contract.FailLabelMissing, fmt.Errorf("%s: %w", doing, err), nil, nil)
	case failure.PartnerCode(err) == courier.LabelNotOffered:
		return contract.ParcelLabel{}, failure.Final(contract.FailLabelNotOffered, fmt.Errorf("%s: %w", doing, err), nil, nil)
	case err != nil: // a refusal too: of our key, because the call has no other data
		return contract.ParcelLabel{}, failure.MapPartner(doing, err, contract.FailOutsideSystem)
	case len(label) > contract.LargestLabel:
		return contract.ParcelLabel{}, failure.Final(contract.FailLabelMissing, fmt.Errorf("%s: it has %d bytes", doing, len(label)), nil, nil)
	}
	return contract.ParcelLabel{PDF: label}, nil
}

// SyncBranches copies the courier's list of pickup branches into ours.
func (c *Activities) SyncBranches(ctx context.Context) (int, error) {
	branches, err := c.gateway.Branches(ctx)
	if err != nil {
		return 0, failure.Map("list branches", err)
	}
	if len(branches) == 0 { // an empty list is a fault of the courier
		return 0, failure.Map("list branches", fmt.Errorf("an empty list: %w", gateway.ErrRetry))
	}
	rows := make([]catalogue.Branch, len(branches))
	for i, b := range branches {
		rows[i] = catalogue.Branch{
			ID: b.ID, City: b.City, NameEn: b.NameEn, NameAr: b.NameAr, AddressEn: b.AddressEn, AddressAr: b.AddressAr,
			HoursEn: b.HoursEn, HoursAr: b.HoursAr, Latitude: b.Latitude, Longitude: b.Longitude,
		}
	}
	return len(rows), failure.Map("replace branches", c.branches.ReplaceBranches(ctx, rows))
}
