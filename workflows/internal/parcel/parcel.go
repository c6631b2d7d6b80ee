// Package parcel sends the parcel of any process: it books one, follows the courier's scans, asks after a parcel that stays
// silent, and cancels one that has not left.
package parcel

import (
	"time"

	"go.temporal.io/sdk/workflow"

	courieracts "selfcare/activities/courier"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var courier *courieracts.Activities // names of the activities; the methods are never called here

// Owner is the process that a parcel belongs to: what it knows of it, and how it writes that down.
type Owner interface {
	process.Runner
	// Shipment is the parcel as it was recorded last; nil before the first.
	Shipment() *contract.Shipment
	// ShipmentInput is the parcel as it would be sent now; attempt counts the parcels before it.
	ShipmentInput(attempt int) contract.ShipmentInput
	// RecordShipment writes down how the parcel stands, with the scan that says so where there is one.
	RecordShipment(ctx workflow.Context, s contract.Shipment, scan *contract.ParcelScanned) error
	// Ending tells whether the process ends whatever the courier says.
	Ending() bool
}

// Parcel is the parcel of one process while it runs.
type Parcel struct {
	owner     Owner
	silence   time.Duration
	early     process.Early[contract.ParcelScanned]
	booking   bool      // a booking is under way: what the courier has is not known yet
	asked     bool      // the courier was asked for a parcel
	attempt   int       // parcels sent before this one
	lastNews  time.Time // of the courier
	lastAsked time.Time // after the parcel
}

// New is a parcel that nobody has asked for. After silence without a scan it is overdue.
func New(owner Owner, silence time.Duration) *Parcel { return &Parcel{owner: owner, silence: silence} }

// Booking tells whether a booking is under way: what the courier has is not known yet.
func (p *Parcel) Booking() bool { return p.booking }

// Asked tells whether the courier was asked for a parcel, whatever it answered.
func (p *Parcel) Asked() bool { return p.asked }

// Doubt says that a worker which died may have asked for one.
func (p *Parcel) Doubt() { p.asked = true }

// Deliver sends the parcel and waits until it is delivered; one that comes back is an ending. Tried again it follows the
// parcel that is booked, unless that was cancelled or changed tells that another one is needed.
func (p *Parcel) Deliver(ctx workflow.Context, changed bool) error {
	last := p.owner.Shipment()
	again := last != nil && (changed || last.Status == contract.ShipmentCancelled)
	if again {
		if err := p.Cancel(ctx); err != nil {
			return err
		}
		p.attempt++
	}
	if last != nil && !again {
		if _, err := p.ask(ctx); err != nil {
			return err
		}
	} else if err := p.book(ctx); err != nil {
		return err
	}
	return p.follow(ctx)
}

func (p *Parcel) book(ctx workflow.Context) error {
	if ctx.Err() != nil {
		return ctx.Err() // cancelled already: nothing is booked that would have to be taken back
	}
	p.booking, p.asked = true, true
	defer func() { p.booking = false }()
	var booked contract.Shipment
	in := p.owner.ShipmentInput(p.attempt)
	if err := p.owner.Do(process.WithGatewayPolicy(ctx, "Book the parcel"), &booked, courier.BookParcel, in); err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // booked there: it must be noted
	defer cancel()
	note := func(ctx workflow.Context) error { return p.owner.RecordShipment(ctx, booked, nil) }
	return p.early.Note(ctx, note, p.isKnown, p.take)
}

// Cancel also serves where it is not known whether a parcel was booked; one that left us cannot be cancelled. A process
// that ends all the same lets such a parcel go.
func (p *Parcel) Cancel(ctx workflow.Context) error {
	last := p.owner.Shipment()
	if !p.asked || last != nil && last.Status != contract.ShipmentBooked {
		return nil
	}
	ref := contract.ParcelRef{Reference: p.owner.ShipmentInput(p.attempt).Reference()}
	err := p.owner.Do(process.WithGatewayPolicy(ctx, "Cancel the parcel"), nil, courier.CancelParcel, ref)
	if err != nil && p.owner.Ending() && process.CodeOf(err) == contract.FailCancelTooLate {
		return p.noteGone(ctx)
	}
	if err != nil {
		return err
	}
	return p.become(ctx, contract.ShipmentCancelled)
}

// noteGone notes a parcel that the courier had before we knew: its content is not ours any more. One that was never noted is asked for
// once more, which answers with the same.
func (p *Parcel) noteGone(ctx workflow.Context) error {
	if p.owner.Shipment() == nil {
		if err := p.book(ctx); err != nil {
			return err
		}
	}
	if p.owner.Shipment().Status != contract.ShipmentBooked { // its scans came early
		return nil
	}
	return p.become(ctx, contract.ShipmentPickedUp)
}

// become records a state that no scan told; a parcel that was never recorded has none.
func (p *Parcel) become(ctx workflow.Context, status contract.ShipmentStatus) error {
	last := p.owner.Shipment()
	if last == nil {
		return nil
	}
	moved := *last
	moved.Status = status
	return p.owner.RecordShipment(ctx, moved, nil)
}
