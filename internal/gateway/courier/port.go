// Package courier is the port to the parcel courier (SMSA).
package courier

import (
	"context"

	"selfcare/internal/contract"
)

// Parcel is what is sent. Reference is the idempotency key: one airway bill per reference.
type Parcel struct {
	Reference   string
	OrderNumber string
	Delivery    contract.Delivery
	Contact     contract.Contact
}

// AirwayBill is the courier's confirmation of a parcel.
type AirwayBill struct {
	Number      string // 12 digits
	TrackingURL string
}

// Branch is a place where a parcel can be collected.
type Branch struct {
	ID             string
	City           string // key of our city list
	NameEn, NameAr string
	AddressEn      string
	AddressAr      string
	HoursEn        string
	HoursAr        string
	Latitude       float64
	Longitude      float64
}

// NotCancellable is the Refusal of a courier that cancels no booking. SMSA's eCom API has no call for it: such a parcel comes back
// when its recipient refuses it, or when the courier stops it after a call on the telephone.
const NotCancellable = "not_cancellable"

// LabelNotOffered is the Refusal of a courier that hands out no labels: the operator prints them elsewhere.
const LabelNotOffered = "label_not_offered"

// Gateway books and cancels parcels. Every method may be repeated.
// Errors are gateway.ErrFinal (Refusal: address_refused, branch_closed, too_late …), ErrRetry, ErrUnknown, ErrNotFound.
type Gateway interface {
	Book(ctx context.Context, p Parcel) (AirwayBill, error)
	// Inquire returns the airway bill booked under a reference, or ErrNotFound.
	Inquire(ctx context.Context, reference string) (AirwayBill, error)
	// Status returns the newest scan of an airway bill.
	Status(ctx context.Context, airwayBill string) (contract.ShipmentStatus, error)
	// Cancel stops a parcel not yet picked up; too late is Refusal "too_late". Cancelling twice is a success.
	// A courier that cancels no booking always answers with Refusal NotCancellable.
	Cancel(ctx context.Context, airwayBill string) error
	// Label returns the label of a booked parcel as a PDF. An unknown parcel, or one whose label is not made yet, is ErrNotFound.
	// A courier that offers no labels always answers with Refusal LabelNotOffered.
	Label(ctx context.Context, airwayBill string) ([]byte, error)
	Branches(ctx context.Context) ([]Branch, error)
}
