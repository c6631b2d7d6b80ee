package ship

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// follow waits for the courier's scans. A parcel that stays silent for too long is asked after, and then held for a person
// to look into.
func (p *Parcel) follow(ctx workflow.Context) error {
	p.lastNews = workflow.Now(ctx)
	for !p.arrived() {
		wait := run.Wait{
			For: "the courier's next scan", Limit: p.lastNews.Add(p.silence).Sub(workflow.Now(ctx)),
			Then: "the courier is asked; without news held for support",
		}
		if _, err := p.owner.Await(ctx, wait, p.arrived); err != nil {
			return err
		}
		if p.arrived() || workflow.Now(ctx).Sub(p.lastNews) < p.silence {
			continue
		}
		news, err := p.ask(ctx)
		if err != nil {
			return err
		}
		if !news {
			return run.Refuse(contract.FailShipmentOverdue)
		}
	}
	switch p.owner.Shipment().Status {
	case contract.ShipmentReturned:
		return run.Ending(contract.EndedReturned)
	case contract.ShipmentCancelled: // by the courier: support finds out why and sends another
		return run.Refuse(contract.FailCourierRefused)
	default:
		return nil
	}
}

func (p *Parcel) arrived() bool {
	switch p.owner.Shipment().Status {
	case contract.ShipmentDelivered, contract.ShipmentReturned, contract.ShipmentCancelled:
		return true
	default:
		return false
	}
}

// ask asks after the parcel; what is new is taken like a scan.
func (p *Parcel) ask(ctx workflow.Context) (news bool, err error) {
	bill := p.owner.Shipment().AirwayBill
	var status contract.ShipmentStatus
	if err := p.owner.Do(run.WithInteractivePolicy(ctx, "Ask after the parcel"), &status, courier.AskParcel, bill); err != nil {
		return false, err
	}
	found := contract.ParcelScanned{
		EventID: "asked-" + workflow.Now(ctx).Format(time.RFC3339Nano), AirwayBill: bill, Status: status, At: workflow.Now(ctx),
	}
	if status == p.owner.Shipment().Status {
		return false, nil
	}
	return p.apply(ctx, found)
}

// Listen takes the courier's scans, also while the process is held or being undone.
func (p *Parcel) Listen(ctx workflow.Context, scan contract.ParcelScanned) {
	if _, err := p.apply(ctx, scan); err != nil {
		p.owner.Missed(ctx, "scan", err)
	}
}

// apply records a scan, unless it is of another parcel or older than what is known.
func (p *Parcel) apply(ctx workflow.Context, scan contract.ParcelScanned) (news bool, err error) {
	last := p.owner.Shipment()
	if last == nil || scan.AirwayBill != last.AirwayBill || !order.ScanMoves(last.Status, scan.Status) {
		return false, nil
	}
	moved := *last
	moved.Status = scan.Status
	if scan.Status == contract.ShipmentFailedAttempt {
		moved.Attempts++
	}
	p.lastNews = workflow.Now(ctx)
	return true, p.owner.RecordShipment(ctx, moved, &scan)
}
