package parcel

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// recall is the wish to have a parcel back that the courier does not cancel.
type recall struct {
	isAsked bool
	isHeld  bool
	isOver  bool
	end     error // how the process ends; nil while the parcel decides
}

// isNews reports a wish that has not been handed to support yet, or that support has decided about.
func (r recall) isNews() bool { return r.isAsked && !r.isHeld && !r.isOver || r.end != nil }

// Recalled reports whether the wish to have the parcel back has come to its end.
func (p *Parcel) Recalled() bool { return p.recall.isOver }

// Recall asks for a parcel back that the courier does not cancel. The process is held until the parcel has come back, was delivered,
// or support has had it stopped.
func (p *Parcel) Recall() { p.recall.isAsked = true }

// holdRecalled holds the process beside its wait for scans. It ends with ctx, as that wait does.
func (p *Parcel) holdRecalled(ctx workflow.Context) {
	if !p.recall.isAsked || p.recall.isHeld || p.recall.isOver {
		return
	}
	p.recall.isHeld = true
	workflow.Go(ctx, func(ctx workflow.Context) {
		p.recall.end = p.awaitRecalled(ctx)
		p.recall.isHeld, p.recall.isOver = false, true
	})
}

// awaitRecalled returns how the process ends, or nil if the parcel's last scan decides that.
func (p *Parcel) awaitRecalled(ctx workflow.Context) error {
	for !p.hasArrived() {
		action, err := p.owner.EscalateUntil(ctx, contract.WorkCancelParcel, contract.FailParcelWithCourier, p.hasArrived)
		switch {
		case err != nil:
			return err
		case action == contract.ResolveCancel:
			return process.Ending(contract.EndedBySupport)
		case action == contract.ResolveSkip:
			return p.noteStopped(ctx)
		case action != contract.ResolveRetry:
			continue
		}
		if err := p.askAgain(ctx); err != nil {
			return err
		}
	}
	if p.owner.Shipment().Status == contract.ShipmentCancelled {
		return process.Ending(contract.EndedByCustomer)
	}
	return nil
}

// noteStopped records a parcel that the courier gave back before it left. The card of a parcel that has left is not ours until it is
// scanned as returned.
func (p *Parcel) noteStopped(ctx workflow.Context) error {
	if p.owner.Shipment().Status == contract.ShipmentBooked {
		if err := p.recordStatus(ctx, contract.ShipmentCancelled); err != nil {
			return err
		}
	}
	return process.Ending(contract.EndedByCustomer)
}
