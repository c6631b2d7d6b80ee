package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Shipment brings one parcel to its end: delivered or returned. The courier's scans drive it; a parcel that stays silent
// for too long is asked after, and then held for a person to look into.
func Shipment(ctx workflow.Context, in contract.ShipmentInput) (contract.Shipment, error) {
	run := &shipmentRun{in: in, scans: workflow.GetSignalChannel(ctx, contract.SignalParcelScanned)}
	if err := run.book(ctx); err != nil {
		return run.last, err
	}
	err := run.follow(ctx)
	return run.last, err
}

type shipmentRun struct {
	in    contract.ShipmentInput
	last  contract.Shipment
	scans workflow.ReceiveChannel
	seen  []string // event ids: a doubled call-back is dropped
}

// book sends the parcel, unless one is on its way already.
func (s *shipmentRun) book(ctx workflow.Context) error {
	if s.in.Booked != nil {
		s.last = *s.in.Booked
		return s.catchUp(ctx)
	}
	err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Book the parcel"), courier.BookParcel, s.in).Get(ctx, &s.last)
	if err != nil {
		return err
	}
	return s.tellOrder(ctx, nil)
}

// follow takes scan after scan until the parcel has arrived somewhere for good.
func (s *shipmentRun) follow(ctx workflow.Context) error {
	for !s.arrived() {
		scan, err := s.nextScan(ctx)
		if err != nil {
			return err
		}
		if scan == nil {
			if err := s.askCourier(ctx); err != nil {
				return err
			}
			continue
		}
		if s.moves(*scan) {
			if err := s.tellOrder(ctx, scan); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *shipmentRun) arrived() bool {
	return s.last.Status == contract.ShipmentDelivered || s.last.Status == contract.ShipmentReturned
}

// nextScan is the next call-back, or nil when none came for too long.
func (s *shipmentRun) nextScan(ctx workflow.Context) (*contract.ParcelScanned, error) {
	var scan *contract.ParcelScanned
	timerCtx, stopTimer := workflow.WithCancel(ctx)
	defer stopTimer()
	timer := workflow.NewTimerWithOptions(timerCtx, s.in.TTL, workflow.TimerOptions{Summary: "parcel has been silent for too long"})
	wait := workflow.NewSelector(ctx)
	wait.AddReceive(s.scans, func(c workflow.ReceiveChannel, _ bool) {
		scan = &contract.ParcelScanned{}
		c.Receive(ctx, scan)
	})
	wait.AddFuture(timer, func(workflow.Future) {})
	wait.Select(ctx)
	return scan, ctx.Err()
}

// moves applies a scan, unless it was seen before or is older than what is known.
func (s *shipmentRun) moves(scan contract.ParcelScanned) bool {
	for _, id := range s.seen {
		if id == scan.EventID {
			return false
		}
	}
	s.seen = append(s.seen, scan.EventID)
	if scan.AirwayBill != s.last.AirwayBill || rank[scan.Status] < rank[s.last.Status] {
		return false
	}
	s.last.Status = scan.Status
	if scan.Status == contract.ShipmentFailedAttempt {
		s.last.Attempts++
	}
	return true
}

// rank orders scans that must not go backwards; failed attempts and new tries may take turns.
var rank = map[contract.ShipmentStatus]int{
	contract.ShipmentBooked: 0, contract.ShipmentPickedUp: 1, contract.ShipmentInTransit: 2, contract.ShipmentOutForDelivery: 3,
	contract.ShipmentFailedAttempt: 3, contract.ShipmentDelivered: 4, contract.ShipmentReturned: 4,
}

// catchUp learns what was scanned while nobody followed the parcel.
func (s *shipmentRun) catchUp(ctx workflow.Context) error {
	_, err := s.askForNews(ctx)
	return err
}

// askCourier asks after a silent parcel: news is taken like a scan, none makes it overdue.
func (s *shipmentRun) askCourier(ctx workflow.Context) error {
	news, err := s.askForNews(ctx)
	if err == nil && !news {
		return temporal.NewNonRetryableApplicationError(string(contract.FailShipmentOverdue), string(contract.FailShipmentOverdue), nil)
	}
	return err
}

func (s *shipmentRun) askForNews(ctx workflow.Context) (news bool, err error) {
	var status contract.ShipmentStatus
	err = workflow.ExecuteActivity(withPatientPolicy(ctx, "Ask after the parcel"), courier.AskParcel, s.last.AirwayBill).Get(ctx, &status)
	if err != nil || status == s.last.Status {
		return false, err
	}
	found := contract.ParcelScanned{
		EventID: "asked-" + workflow.Now(ctx).Format(time.RFC3339Nano), AirwayBill: s.last.AirwayBill, Status: status, At: workflow.Now(ctx),
	}
	if !s.moves(found) {
		return false, nil
	}
	return true, s.tellOrder(ctx, &found)
}

func (s *shipmentRun) tellOrder(ctx workflow.Context, scan *contract.ParcelScanned) error {
	workflow.SetCurrentDetails(ctx, "Parcel "+s.last.AirwayBill+" is **"+string(s.last.Status)+"**")
	moved := contract.ShipmentMoved{Shipment: s.last, Scan: scan}
	return workflow.SignalExternalWorkflow(ctx, contract.OrderWorkflowID(s.in.OrderID), "", contract.SignalShipmentProgress, moved).Get(ctx, nil)
}
