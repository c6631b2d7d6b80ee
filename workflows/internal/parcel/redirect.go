package parcel

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// redirect is another destination for a parcel that is booked and still with us.
type redirect struct {
	store  func(workflow.Context) error // writes the destination
	isOver bool
	err    error
}

// Redirect changes the destination of a parcel until it leaves; store writes the new one. A parcel that is not booked yet needs nothing
// else. A booked one is called off first, and booked anew after that: if the courier keeps it, it is refused with FailAddressFixed, and
// the destination stays.
func (p *Parcel) Redirect(ctx workflow.Context, store func(workflow.Context) error) error {
	wait := process.Wait{For: "the booking of the parcel is answered", Owner: "the booking: it is given up after an hour"}
	if _, err := p.owner.Await(ctx, wait, func() bool { return !p.booking && !p.storing && p.wanted == nil }); err != nil {
		return err
	}
	switch last := p.owner.Shipment(); {
	case last == nil && !p.asked:
		p.storing = true
		defer func() { p.storing = false }()
		return store(ctx)
	case last == nil || last.Status != contract.ShipmentBooked || p.recall.isAsked:
		return process.Refuse(contract.FailAddressFixed)
	}
	p.wanted = &redirect{store: store}
	return p.awaitRedirect(ctx, p.wanted)
}

// awaitRedirect waits for the outcome of a wanted destination. A parcel that leaves meanwhile keeps its own.
func (p *Parcel) awaitRedirect(ctx workflow.Context, wanted *redirect) error {
	wait := process.Wait{For: "the parcel is booked to its new address", Owner: "the courier: it is asked for an hour, then the order is held"}
	isLate := func() bool {
		return p.owner.Ending() || p.owner.Shipment().Status != contract.ShipmentBooked && !p.booking
	}
	_, err := p.owner.Await(ctx, wait, func() bool { return wanted.isOver || isLate() })
	if !wanted.isOver && p.wanted == wanted {
		p.wanted = nil
		if err == nil {
			err = process.Refuse(contract.FailAddressFixed)
		}
	}
	if err == nil {
		err = wanted.err
	}
	return err
}

// sendElsewhere calls the booked parcel off, writes the wanted destination, and books the parcel anew. Cancellations wait meanwhile. It
// returns an error only if the parcel has neither its former booking nor the new one.
func (p *Parcel) sendElsewhere(ctx workflow.Context) error {
	wanted := p.wanted
	p.booking = true
	defer func() { p.booking, p.wanted, wanted.isOver = false, nil, true }()
	switch err := p.Cancel(ctx); process.CodeOf(err) {
	case contract.FailCancelTooLate, contract.FailParcelWithCourier:
		wanted.err = process.Refuse(contract.FailAddressFixed)
		return nil
	default:
		if err != nil {
			wanted.err = process.Unavailable(err)
			return err
		}
	}
	p.attempt++
	if wanted.err = wanted.store(ctx); wanted.err != nil {
		return wanted.err
	}
	wanted.isOver = true // the address is another one, even if the courier refuses it
	return p.book(ctx)
}
