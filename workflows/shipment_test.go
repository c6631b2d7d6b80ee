package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows"
)

// parcel is one shipment without its order.
type parcel struct {
	*testsuite.TestWorkflowEnvironment
	*journal
	outside *outside
	told    []contract.ShipmentStatus // the order, in this order
}

func newParcel() *parcel {
	env, j := newEnvironment(), newJournal()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.ShipmentWorkflowID(orderID)})
	p := &parcel{TestWorkflowEnvironment: env, journal: j, outside: newOutside(j, env.Now)}
	env.RegisterActivity(p.outside)
	env.OnSignalExternalWorkflow(mock.Anything, contract.OrderWorkflowID(orderID), "", contract.SignalShipmentProgress, mock.Anything).
		Return(func(_, _, _, _ string, arg any) error {
			p.told = append(p.told, arg.(contract.ShipmentMoved).Shipment.Status)
			return nil
		})
	return p
}

func (p *parcel) scanned(when time.Duration, eventID string, status contract.ShipmentStatus) {
	p.RegisterDelayedCallback(func() {
		p.SignalWorkflow(contract.SignalParcelScanned, contract.ParcelScanned{EventID: eventID, AirwayBill: airwayBill, Status: status})
	}, when)
}

func (p *parcel) run(t *testing.T, booked *contract.Shipment) (contract.Shipment, error) {
	p.ExecuteWorkflow(workflows.Shipment, contract.ShipmentInput{
		OrderID: orderID, OrderNumber: "SC12345678", TTL: 14 * day, Booked: booked,
		Delivery: contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"}},
	})
	require.True(t, p.IsWorkflowCompleted())
	var last contract.Shipment
	if err := p.GetWorkflowError(); err != nil {
		return last, err
	}
	return last, p.GetWorkflowResult(&last)
}

func TestShipment_TellsTheOrderEachNewScanOnce(t *testing.T) {
	p := newParcel()
	p.scanned(time.Hour, "e1", contract.ShipmentPickedUp)
	p.scanned(2*time.Hour, "e1", contract.ShipmentPickedUp)
	p.scanned(3*time.Hour, "e3", contract.ShipmentOutForDelivery)
	p.scanned(4*time.Hour, "e2", contract.ShipmentInTransit) // overtaken by the one before
	p.scanned(5*time.Hour, "e4", contract.ShipmentFailedAttempt)
	p.scanned(6*time.Hour, "e5", contract.ShipmentOutForDelivery)
	p.scanned(7*time.Hour, "e6", contract.ShipmentDelivered)

	last, err := p.run(t, nil)

	require.NoError(t, err)
	require.Equal(t, contract.Shipment{AirwayBill: airwayBill, Status: contract.ShipmentDelivered, Attempts: 1}, last)
	require.Equal(t, []contract.ShipmentStatus{
		contract.ShipmentBooked, contract.ShipmentPickedUp, contract.ShipmentOutForDelivery, contract.ShipmentFailedAttempt,
		contract.ShipmentOutForDelivery, contract.ShipmentDelivered,
	}, p.told)
}

func TestShipment_EndsWhenTheParcelComesBack(t *testing.T) {
	p := newParcel()
	p.scanned(time.Hour, "e1", contract.ShipmentPickedUp)
	p.scanned(day, "e2", contract.ShipmentReturned)

	last, err := p.run(t, nil)

	require.NoError(t, err)
	require.Equal(t, contract.ShipmentReturned, last.Status)
}

func TestShipment_SilentParcelIsAskedAfterAndOverdueWithoutNews(t *testing.T) {
	p := newParcel()

	_, err := p.run(t, nil)

	requireCode(t, contract.FailShipmentOverdue, err)
	require.Equal(t, []string{"book-parcel riyadh", "ask-courier"}, p.did())
	require.Equal(t, 14*day, p.Now().Sub(begin).Truncate(time.Minute))
}

func TestShipment_EachScanGivesTheParcelMoreTime(t *testing.T) {
	p := newParcel()
	p.scanned(13*day, "e1", contract.ShipmentPickedUp)
	p.scanned(26*day, "e2", contract.ShipmentDelivered)

	_, err := p.run(t, nil)

	require.NoError(t, err)
	require.Empty(t, p.did("ask-courier"))
}

func TestShipment_FollowsAParcelOnItsWayWithoutBookingAnother(t *testing.T) {
	p := newParcel()
	p.outside.scan = contract.ShipmentInTransit
	p.scanned(time.Hour, "e1", contract.ShipmentDelivered)

	last, err := p.run(t, &contract.Shipment{AirwayBill: airwayBill, Status: contract.ShipmentPickedUp})

	require.NoError(t, err)
	require.Equal(t, contract.ShipmentDelivered, last.Status)
	require.Equal(t, []string{"ask-courier"}, p.did())
	require.Equal(t, []contract.ShipmentStatus{contract.ShipmentInTransit, contract.ShipmentDelivered}, p.told)
}

func TestShipment_RefusedBookingIsTheOrdersToDecide(t *testing.T) {
	p := newParcel()
	p.fails("book-parcel", no(contract.FailCourierRefused))

	_, err := p.run(t, nil)

	requireCode(t, contract.FailCourierRefused, err)
	require.Empty(t, p.told)
}

func requireCode(t *testing.T, want contract.Code, err error) {
	t.Helper()
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, string(want), failed.Type())
}
