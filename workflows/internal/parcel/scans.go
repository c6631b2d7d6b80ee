package parcel

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// askAfter is how long a parcel may be silent before each inquiry at the courier. It makes up for a scan whose webhook was
// lost.
const askAfter = 48 * time.Hour

// follow waits for the courier's scans. It asks about a silent parcel, and holds it for support when the silence lasts too
// long. A recalled parcel is held meanwhile, so that support can have it stopped.
func (p *Parcel) follow(ctx workflow.Context) error {
	p.lastNews, p.lastAsked = workflow.Now(ctx), workflow.Now(ctx)
	for p.recall.end == nil && (!p.hasArrived() || p.recall.isHeld) {
		p.holdRecalled(ctx)
		wait := process.Wait{
			For: "the courier's next scan", Limit: p.nextQuestion().Sub(workflow.Now(ctx)), Due: p.overdueAt(),
			Then: "the courier is asked; without news for ShipmentTTL held for support",
		}
		changed := func() bool { return p.hasArrived() && !p.recall.isHeld || p.recall.isNews() || p.wanted != nil }
		if _, err := p.owner.Await(ctx, wait, changed); err != nil {
			return err
		}
		if p.isWantedElsewhere() {
			if err := p.sendElsewhere(ctx); err != nil {
				return err
			}
			continue
		}
		if p.hasArrived() || p.recall.isNews() || workflow.Now(ctx).Before(p.nextQuestion()) {
			continue
		}
		if err := p.askAgain(ctx); err != nil {
			return err
		}
	}
	return p.outcome()
}

// outcome tells how a parcel that is not followed any more ends for its process; nil for a delivered one.
func (p *Parcel) outcome() error {
	if p.recall.end != nil {
		return p.recall.end
	}
	switch p.owner.Shipment().Status {
	case contract.ShipmentReturned:
		return process.Ending(contract.EndedReturned)
	case contract.ShipmentCancelled: // cancelled by the courier: support finds out why and sends another
		return process.Refuse(contract.FailCourierRefused)
	default:
		return nil
	}
}

func (p *Parcel) isWantedElsewhere() bool {
	return p.wanted != nil && !p.hasArrived() && !p.recall.isNews()
}

func (p *Parcel) hasArrived() bool {
	switch p.owner.Shipment().Status {
	case contract.ShipmentDelivered, contract.ShipmentReturned, contract.ShipmentCancelled:
		return true
	default:
		return false
	}
}

func (p *Parcel) overdueAt() time.Time { return p.lastNews.Add(p.silence) }

func (p *Parcel) nextQuestion() time.Time {
	next := p.lastNews
	if p.lastAsked.After(next) {
		next = p.lastAsked
	}
	next = next.Add(askAfter)
	if p.overdueAt().Before(next) && !p.recall.isAsked {
		return p.overdueAt()
	}
	return next
}

// askAgain asks about a silent parcel. If the courier does not answer, the next inquiry asks again, until the parcel is
// overdue.
func (p *Parcel) askAgain(ctx workflow.Context) error {
	overdue := !workflow.Now(ctx).Before(p.overdueAt()) && !p.recall.isAsked // support has a recalled parcel already
	p.lastAsked = workflow.Now(ctx)
	news, err := p.ask(ctx)
	switch {
	case err != nil && !news && !overdue && !temporal.IsCanceledError(err):
		workflow.GetLogger(ctx).Warn("courier inquiry without an answer", "error", err)
		return nil
	case err == nil && !news && overdue:
		return process.Refuse(contract.FailShipmentOverdue)
	default:
		return err
	}
}

// ask asks for the parcel's status; a new status is taken like a scan.
func (p *Parcel) ask(ctx workflow.Context) (news bool, err error) {
	bill := p.owner.Shipment().AirwayBill
	var status contract.ShipmentStatus
	if err := p.owner.Do(process.WithInteractivePolicy(ctx, "Ask the courier about the parcel"), &status, courier.AskParcel, bill); err != nil {
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

// Listen takes the courier's scans, also while the process is held or being undone. A scan of a parcel that is not recorded
// yet is kept until it is.
func (p *Parcel) Listen(ctx workflow.Context, scan contract.ParcelScanned) {
	wait := process.Wait{For: "the scanned parcel is recorded", Owner: "our books: the write is repeated until it succeeds"}
	if _, err := process.Await(ctx, wait, func() bool { return !p.early.Noting() }); err != nil {
		return
	}
	if !p.isKnown(scan) {
		p.early.Keep(scan)
		return
	}
	p.take(ctx, scan)
}

func (p *Parcel) isKnown(scan contract.ParcelScanned) bool {
	last := p.owner.Shipment()
	return last != nil && scan.AirwayBill == last.AirwayBill
}

func (p *Parcel) take(ctx workflow.Context, scan contract.ParcelScanned) {
	_, err := p.apply(ctx, scan)
	p.owner.NoteNews(ctx, "scan", err)
}

// apply records a scan unless it is older than the known state. A scan without a state is only noted.
func (p *Parcel) apply(ctx workflow.Context, scan contract.ParcelScanned) (news bool, err error) {
	last := p.owner.Shipment()
	if now := workflow.Now(ctx); scan.At.After(now) { // the courier's clock is ahead
		scan.At = now
	}
	if scan.Status == "" {
		return false, p.owner.RecordShipment(ctx, *last, &scan)
	}
	if !order.ScanMoves(last.Status, scan.Status) {
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
