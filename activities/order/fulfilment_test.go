package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	orderstore "selfcare/internal/store/order"
)

func TestAllocateSIM_InStock_TakesACard(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	prepared := s.Twice(func() (contract.Order, error) { return s.Orders.AllocateSIM(ctx, o, at(now)) })
	require.Equal(t, &contract.SIM{ICCID: cardOne, PUK1: "48151623"}, prepared.SIM)
	require.Equal(t, contract.StagePreparing, prepared.Stage)
	require.Equal(t, "allocated", s.books(o).SIM)
	require.Equal(t, []string{"sim.allocated"}, s.LastEvents(o.ID, 1))
	require.NotContains(t, s.Written(), "48151623", "a PUK is stored encrypted")
}

// A worker that died had saved it and the next steps.
func TestAllocateSIM_Repeated_ChangesNothing(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	o = s.Once(s.Orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, contract.ShipmentDelivered)}))
	told := s.Timeline(o.ID)
	again := s.Once(s.Orders.AllocateSIM(ctx, o, at(now)))
	require.Equal(t, o.SIM, again.SIM)
	require.Equal(t, contract.StageDelivered, again.Stage)
	require.Equal(t, told, s.Timeline(o.ID))
}

func TestAllocateSIM_StockEmpty_Refused(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	s.Exec("DELETE FROM sims")
	s.Refuses(func() (contract.Order, error) { return s.Orders.AllocateSIM(ctx, o, at(now)) }, contract.FailOutOfStock)
}

func TestAllocateSIM_ManyAtOnce_DifferentCards(t *testing.T) {
	s := newShop(t)
	orders := []contract.Order{s.Paid(numberA), s.Paid(numberB)}
	var both errgroup.Group
	for i, o := range orders {
		both.Go(func() (err error) {
			orders[i], err = s.Orders.AllocateSIM(ctx, o, at(now))
			return err
		})
	}
	require.NoError(t, both.Wait())
	require.ElementsMatch(t, []string{cardOne, cardTwo}, []string{orders[0].SIM.ICCID, orders[1].SIM.ICCID})
}

func TestReturnSIM_Allocated_GoesBackToStock(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	returned := s.Twice(func() (contract.Order, error) { return s.Orders.ReturnSIM(ctx, o, at(now)) })
	require.Nil(t, returned.SIM)
	require.Equal(t, "none", s.books(o).SIM)
	next := s.Prepared(numberB)
	require.Equal(t, cardOne, next.SIM.ICCID, "another order may have it")
}

func TestReturnSIM_Active_StaysWithItsLine(t *testing.T) {
	s := newShop(t)
	o := s.Active(numberA)
	_, err := s.Orders.ReturnSIM(ctx, o, at(now))
	require.NoError(t, err)
	require.Equal(t, "active", s.books(o).SIM)
}

func TestRecordShipment_Status_MovesStage(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	for _, test := range []struct {
		status contract.ShipmentStatus
		stage  contract.Stage
	}{
		{contract.ShipmentBooked, contract.StagePreparing},
		{contract.ShipmentPickedUp, contract.StageDispatched},
		{contract.ShipmentFailedAttempt, contract.StageDispatched},
		{contract.ShipmentDelivered, contract.StageDelivered},
	} {
		before := o
		o = s.Twice(func() (contract.Order, error) {
			return s.Orders.RecordShipment(ctx, before, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, test.status)})
		})
		require.Equal(t, test.stage, o.Stage)
		require.Equal(t, test.status, o.Shipment.Status)
		require.Equal(t, string(test.status), s.books(o).Shipment)
		require.Equal(t, []string{"parcel." + string(test.status)}, s.LastEvents(o.ID, 1))
	}
	owner, err := s.Store.Shipments.OrderOf(ctx, o.Shipment.AirwayBill)
	require.NoError(t, err)
	require.Equal(t, o.ID, owner)
}

func TestRecordShipment_Scan_InTimelineOnce(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	scanned := now.Add(-time.Hour)
	in := contract.ShipmentMoved{At: at(now), Shipment: parcel(o, contract.ShipmentPickedUp), Scan: &contract.ParcelScanned{
		EventID: "evt_1", AirwayBill: "290000000001", Status: contract.ShipmentPickedUp, At: scanned,
	}}
	moved := s.Twice(func() (contract.Order, error) { return s.Orders.RecordShipment(ctx, o, in) })
	doubled := s.Once(s.Orders.RecordShipment(ctx, moved, in))
	events, err := s.Store.Orders.Timeline(ctx, o.ID)
	require.NoError(t, err)
	var scans []orderstore.TimelineEvent
	for _, event := range events {
		if event.Key == "parcel.picked-up" {
			scans = append(scans, event)
		}
	}
	require.Len(t, scans, 1)
	require.WithinDuration(t, scanned, scans[0].At, 0)
	require.Equal(t, contract.StageDispatched, doubled.Stage)
}

func TestRecordShipment_ScanWithoutState_IsInCouriersWords(t *testing.T) {
	s := newShop(t)
	o := s.Prepared(numberA)
	o = s.Once(s.Orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, contract.ShipmentBooked)}))
	in := contract.ShipmentMoved{At: at(now), Shipment: *o.Shipment, Scan: &contract.ParcelScanned{
		EventID: "evt_1", AirwayBill: o.Shipment.AirwayBill, Text: "Damaged Shipment", At: now.Add(-time.Hour),
	}}
	noted := s.Twice(func() (contract.Order, error) { return s.Orders.RecordShipment(ctx, o, in) })
	require.Equal(t, o.Shipment, noted.Shipment)
	require.Equal(t, o.Stage, noted.Stage)
	events, err := s.Store.Orders.Timeline(ctx, o.ID)
	require.NoError(t, err)
	last := events[len(events)-1]
	require.Equal(t, "parcel.noted", last.Key)
	require.Equal(t, "The courier reports: Damaged Shipment", texts.Text(texts.English, last.Key, last.Params))
}

func TestRecordShipment_LateScan_ChangesNothing(t *testing.T) {
	s := newShop(t)
	o := s.Delivered(numberA)
	late := s.Once(s.Orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at(now), Shipment: parcel(o, contract.ShipmentInTransit)}))
	require.Equal(t, contract.StageDelivered, late.Stage)
	require.Equal(t, "delivered", s.books(o).Shipment)
}

func TestCheckCard_OtherCard_IsRefused(t *testing.T) {
	s := newShop(t)
	o := s.Delivered(numberA)
	require.NoError(t, s.Orders.CheckCard(ctx, o, contract.ActivationRequest{ICCID: cardOne}))
	require.NoError(t, s.Orders.CheckCard(ctx, o, contract.ActivationRequest{ICCID: cardOne, PUK1: "48151623"}))
	requireRefusal(t, s.Orders.CheckCard(ctx, o, contract.ActivationRequest{ICCID: cardTwo}), contract.FailICCIDMismatch, "iccid")
	requireRefusal(t, s.Orders.CheckCard(ctx, o, contract.ActivationRequest{ICCID: cardOne, PUK1: "00000000"}), contract.FailPUKMismatch, "puk1")
	requireRefusal(t, s.Orders.CheckCard(ctx, s.Opened(numberB), contract.ActivationRequest{ICCID: cardOne}), contract.FailICCIDMismatch, "iccid")
}

func TestCompleteOrder_Done_CreatesLineAndBooks(t *testing.T) {
	s := newShop(t)
	o := s.Delivered(numberA)
	later := now.Add(time.Hour)
	done := s.Twice(func() (contract.Order, error) { return s.Orders.CompleteOrder(ctx, o, at(later)) })

	require.Equal(t, contract.StageActive, done.Stage)
	require.Equal(t, []string{"line.activated", "order.completed"}, s.LastEvents(o.ID, 2))
	told := s.Timeline(o.ID)
	done = s.Once(s.Orders.CompleteOrder(ctx, done, at(later.Add(time.Hour))))
	require.Equal(t, told, s.Timeline(o.ID), "done again after a worker's death, it is told once")
	s.requireBalance(o, accounts{"payment-provider": 14500, "customer": 0, "revenue": -12609, "vat": -1891})
	require.Empty(t, order.Disagreements(done, s.books(done)))
	var line struct {
		MSISDN, PlanID, SubscriptionType, Status, ICCID string
		ActivatedAt                                     time.Time
	}
	require.NoError(t, s.DB.NewRaw(`
		SELECT l.msisdn, l.plan_id, l.subscription_type, l.status, c.iccid, l.activated_at
		FROM lines AS l JOIN line_sims AS c ON c.line_id = l.id WHERE l.order_id = ?`, o.ID).Scan(ctx, &line))
	require.Equal(t, []string{numberA, "hawakom-90", "prepaid", "active", cardOne},
		[]string{line.MSISDN, line.PlanID, line.SubscriptionType, line.Status, line.ICCID})
	require.WithinDuration(t, later, line.ActivatedAt, 0)
	lines, err := s.Store.Lines.CountUnderID(ctx, citizenID)
	require.NoError(t, err)
	require.Equal(t, 1, lines)
}

func TestCompleteOrder_WithoutCard_IsRefused(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	before := s.Written()
	_, err := s.Orders.CompleteOrder(ctx, o, at(now))
	requireRefusal(t, err, contract.FailRecord)
	require.Equal(t, before, s.Written(), "neither line nor posting")
}
