package courier

import (
	"time"

	"selfcare/dev/simulator/engine"
)

// Status is the place of a parcel.
type Status string

// States of a parcel.
const (
	Booked         Status = "booked"
	PickedUp       Status = "picked-up"
	InTransit      Status = "in-transit"
	OutForDelivery Status = "out-for-delivery"
	FailedAttempt  Status = "failed-attempt"
	Delivered      Status = "delivered"
	Returned       Status = "returned"
	Cancelled      Status = "cancelled"
)

// Scans of SMSA that change nothing.
const (
	Damaged Status = "damaged"
	Missing Status = "missing"
)

// scanTypes are the courier's own codes.
var scanTypes = map[Status]string{
	PickedUp: "PU", InTransit: "IT", OutForDelivery: "OD", FailedAttempt: "FA", Delivered: "DL", Returned: "RT",
}

// journeys are the coming scans, by outcome.
var journeys = map[string][]Status{
	outcomeDelivered: {PickedUp, InTransit, OutForDelivery, Delivered},
	outcomeFailOnce:  {PickedUp, InTransit, OutForDelivery, FailedAttempt, OutForDelivery, Delivered},
	outcomeFailTwice: {PickedUp, InTransit, OutForDelivery, FailedAttempt, OutForDelivery, FailedAttempt, OutForDelivery, Delivered},
	outcomeReturned:  {PickedUp, InTransit, OutForDelivery, FailedAttempt, OutForDelivery, FailedAttempt, OutForDelivery, FailedAttempt, Returned},
	outcomeLost:      {PickedUp, InTransit},
	outcomeByHand:    {},
}

// Parcel is one shipment, without its recipient.
type Parcel struct {
	AWB         string    `json:"awb"`
	Reference   string    `json:"reference"`
	OrderNumber string    `json:"orderNumber"`
	Method      string    `json:"method"`
	BranchID    string    `json:"branchId,omitempty"`
	City        string    `json:"city"`
	Status      Status    `json:"status"`
	Scans       []Scan    `json:"scans"`
	Ahead       []Status  `json:"ahead"`  // coming automatic scans
	ByHand      bool      `json:"byHand"` // manual scans from now on
	BookedAt    time.Time `json:"bookedAt"`
	SMSA        bool      `json:"smsa,omitempty"` // booked and reported in SMSA's wire
}

// Scan is one sighting of a parcel.
type Scan struct {
	ScanType  string    `json:"scanType"`
	Status    Status    `json:"status"`
	City      string    `json:"city"`
	ScannedAt time.Time `json:"scannedAt"`
}

var (
	parcels     = engine.Table[Parcel]{Name: "courier-parcels"}
	byReference = engine.Table[string]{Name: "courier-by-reference"} // reference → airway bill
)

// Parcels lists parcels, the newest first.
func (s *System) Parcels(tx *engine.Tx, limit int) []Parcel { return parcels.Newest(tx, limit, nil) }

// over tells whether the parcel has reached its end.
func (p Parcel) over() bool {
	return p.Status == Delivered || p.Status == Returned || p.Status == Cancelled
}

// ByReference finds a parcel by the sender's reference.
func (s *System) ByReference(tx *engine.Tx, reference string) (Parcel, bool) {
	awb, known := byReference.Get(tx, reference)
	if !known {
		return Parcel{}, false
	}
	return parcels.Get(tx, awb)
}
