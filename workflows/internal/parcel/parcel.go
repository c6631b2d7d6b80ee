// Package parcel sends the parcel of any process: it books one, follows the courier's scans, asks about a parcel that stays
// silent, and cancels one that has not left.
package parcel

import (
	"time"

	"go.temporal.io/sdk/workflow"

	courieracts "selfcare/activities/courier"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var courier *courieracts.Activities // only the method names are used; the workflow never calls these

// Owner is the process that a parcel belongs to. It knows the recorded parcel and records changes of it.
type Owner interface {
	process.Runner
	// Shipment returns the parcel as last recorded; nil before the first one.
	Shipment() *contract.Shipment
	// ShipmentInput returns the booking request for the parcel; attempt counts the parcels before it.
	ShipmentInput(attempt int) contract.ShipmentInput
	// RecordShipment records the state of the parcel, with the scan that caused it, if any.
	RecordShipment(ctx workflow.Context, s contract.Shipment, scan *contract.ParcelScanned) error
	// Ending reports whether the process ends, even if the courier refuses.
	Ending() bool
	// EscalateUntil holds the process until support has decided, or settled is true.
	EscalateUntil(ctx workflow.Context, work contract.Work, code contract.Code, settled func() bool) (action string, err error)
}

// Parcel is the parcel of one process while it runs.
type Parcel struct {
	owner     Owner
	silence   time.Duration
	early     process.Early[contract.ParcelScanned]
	booking   bool      // a booking is under way and its outcome unknown
	asked     bool      // the courier was asked for a parcel
	attempt   int       // parcels sent before this one
	lastNews  time.Time // last scan of the courier
	lastAsked time.Time // last inquiry about the parcel
	recall    recall
	storing   bool      // another destination is being written, before the first booking
	wanted    *redirect // another destination of a booked parcel; nil without one
}

// New returns a parcel that no step has booked yet. It is overdue after silence without a scan.
func New(owner Owner, silence time.Duration) *Parcel { return &Parcel{owner: owner, silence: silence} }

// Booking reports whether a booking is under way and its outcome unknown.
func (p *Parcel) Booking() bool { return p.booking }

// Asked reports whether the courier was asked for a parcel, whether or not it accepted.
func (p *Parcel) Asked() bool { return p.asked }

// Doubt assumes that a worker which died may have booked a parcel.
func (p *Parcel) Doubt() { p.asked = true }

// Deliver sends the parcel and waits until it is delivered. A parcel that comes back ends the process. A retry follows the
// parcel that is booked, unless it was cancelled or changed says that another one is needed.
func (p *Parcel) Deliver(ctx workflow.Context, changed bool) error {
	last := p.owner.Shipment()
	again := last != nil && (changed || last.Status == contract.ShipmentCancelled)
	if again {
		if err := p.Cancel(ctx); process.CodeOf(err) == contract.FailParcelWithCourier {
			return process.Refuse(contract.FailCancelTooLate)
		} else if err != nil {
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
		return ctx.Err() // already cancelled: book nothing that must be cancelled again
	}
	wait := process.Wait{For: "the new address is recorded", Owner: "our books: the write is repeated until it succeeds"}
	if _, err := process.Await(ctx, wait, func() bool { return !p.storing }); err != nil {
		return err
	}
	p.booking, p.asked = true, true
	defer func() { p.booking = false }()
	var booked contract.Shipment
	in := p.owner.ShipmentInput(p.attempt)
	if err := p.owner.Do(process.WithGatewayPolicy(ctx, "Book the parcel"), &booked, courier.BookParcel, in); err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // the parcel is booked there, so it must be recorded
	defer cancel()
	note := func(ctx workflow.Context) error { return p.owner.RecordShipment(ctx, booked, nil) }
	return p.early.Note(ctx, note, p.isKnown, p.take)
}

// Cancel also works when it is unknown whether a parcel was booked. A parcel that has left cannot be cancelled, and some couriers
// cancel none; a process that ends anyway lets it go.
func (p *Parcel) Cancel(ctx workflow.Context) error {
	last := p.owner.Shipment()
	if !p.asked || last != nil && last.Status != contract.ShipmentBooked {
		return nil
	}
	ref := contract.ParcelRef{Reference: p.owner.ShipmentInput(p.attempt).Reference()}
	err := p.owner.Do(process.WithGatewayPolicy(ctx, "Cancel the parcel"), nil, courier.CancelParcel, ref)
	code := process.CodeOf(err)
	if p.owner.Ending() && (code == contract.FailCancelTooLate || code == contract.FailParcelWithCourier) {
		return p.noteGone(ctx)
	}
	if err != nil {
		return err
	}
	return p.recordStatus(ctx, contract.ShipmentCancelled)
}

// noteGone records a parcel that the courier keeps, as picked up: its content is no longer ours. A parcel that was never recorded is
// booked again, and the courier answers with the same one.
func (p *Parcel) noteGone(ctx workflow.Context) error {
	if p.owner.Shipment() == nil {
		if err := p.book(ctx); err != nil {
			return err
		}
	}
	if p.owner.Shipment().Status != contract.ShipmentBooked { // the parcel's scans came early
		return nil
	}
	return p.recordStatus(ctx, contract.ShipmentPickedUp)
}

// recordStatus records a state that no scan reported. It does nothing for a parcel that was never recorded.
func (p *Parcel) recordStatus(ctx workflow.Context, status contract.ShipmentStatus) error {
	last := p.owner.Shipment()
	if last == nil {
		return nil
	}
	moved := *last
	moved.Status = status
	return p.owner.RecordShipment(ctx, moved, nil)
}
