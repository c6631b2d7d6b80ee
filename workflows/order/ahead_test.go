package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// forgetful is a story whose order loses steps.
type forgetful struct{ *workflowtest.Story }

func newForgetful(t *testing.T) forgetful { return forgetful{workflowtest.NewStory(t)} }

func (s forgetful) opensAndForgets(paymentID string) {
	s.Books.Forgets(func(o *contract.Order) {
		*o = order.WithPayment(*o, contract.Payment{ID: paymentID, Status: contract.PaymentProcessing, Amount: workflowtest.Total})
	})
}

// A worker dies together with the workflow task that had just saved a step: the customer has its answer already.
func TestOrder_SavedStepLost_GoesOn(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	forgotten := contract.Contact{FullName: "Noura Ali", Email: "noura@example.sa", Mobile: "0501112233"}
	s.At(40*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) { o.Contact = &forgotten })
	})
	s.Pays(time.Minute, "p1")

	end := s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, &forgotten, end.Contact)
	require.Equal(t, contract.StageActive, end.Stage)
}

func TestOrder_StepAfterLostOne_Refused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.At(40*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) { o.Plan = nil })
	})
	s.Confirms(50 * time.Second)

	s.Run()

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateConfirm))
	require.Nil(t, s.Books.Last().Plan)
}

// The first step was saved and answered, and then Temporal lost it.
func TestOrder_FirstStepLost_IsFound(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Books.Forgets(func(o *contract.Order) {
		*o = s.Input.Order
		o.Booking = &contract.Booking{
			MSISDN: workflowtest.Msisdn, Price: 3000, HeldSince: workflowtest.Begin, HeldUntil: workflowtest.Begin.Add(15 * time.Minute),
		}
	})
	s.ChoosesPlan(10 * time.Second)

	s.Run()

	require.Empty(t, s.Refusals)
	require.NotNil(t, s.Answers[contract.UpdateSelectPlan].Plan)
	require.Contains(t, s.Did(), "expire", "the number is given back at its time")
}

// Worker and API die together: the row is one step ahead, and the customer repeats the lost step.
func TestOrder_LostStepRepeated_GoesOnFromRow(t *testing.T) {
	s := newForgetful(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.At(5*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) { o.Plan = &contract.Plan{ID: "hawakom-90", Price: 9000} })
	})
	s.ChoosesPlan(10 * time.Second)
	s.Claims(11*time.Second, "1000000008")

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.NotNil(t, end.Person)
}

func TestOrder_LostPaymentRepeated_IsCharged(t *testing.T) {
	s := newForgetful(t)
	s.FillsWizard()
	s.At(38*time.Second, func() { s.opensAndForgets("p1") })
	s.Pays(40*time.Second, "p1")

	s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"charge p1"}, s.Did("charge"))
}

func TestOrder_LostPaymentAndNewClick_AsksFirst(t *testing.T) {
	s := newForgetful(t)
	s.FillsWizard()
	s.At(38*time.Second, func() { s.opensAndForgets("p1") })
	s.Pays(40*time.Second, "p2")
	s.Pays(50*time.Second, "p3")

	end := s.RunToActive(time.Hour)

	require.Equal(t, contract.FailPaymentPending, s.Refused(contract.UpdatePay))
	require.Equal(t, []string{"charge p3"}, s.Did("charge"))
	require.Equal(t, contract.PaymentAbandoned, end.Payments[0].Status, "the provider has never seen it")
	require.Equal(t, contract.PaymentPaid, end.Payments[1].Status)
}

func TestOrder_LostPushRepeated_Watched(t *testing.T) {
	s := newForgetful(t)
	s.ChoosesUpToIdentity()
	s.At(14*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) {
			o.Identity = &contract.Identity{
				TransactionID: "order1", Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, Tries: 1,
				ExpiresAt: workflowtest.Begin.Add(workflowtest.IdentityTTL),
			}
		})
	})
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
}

func TestOrder_SavedPushLost_IsAnswer(t *testing.T) {
	s := newForgetful(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.ChoosesPlan(5 * time.Second)
	s.Claims(10*time.Second, "1000000008")
	s.At(15*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) {
			o.Identity = &contract.Identity{
				RequestID: order.PushID(o.ID, contract.PurposeOrder, "asks"), TransactionID: "before", Purpose: contract.PurposeOrder, Tries: 1, Status: contract.IdentityWaiting,
				ExpiresAt: workflowtest.Begin.Add(time.Minute),
			}
		})
		s.SayNow(contract.UpdateRequestIdentity, "asks", nil)
	})
	s.AppAnswers(20*time.Second, "before", contract.IdentityCompleted)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"push order1"}, s.Did("push"), "the fault came: the workflow did not know")
	require.Equal(t, "before", s.Answers[contract.UpdateRequestIdentity].Identity.TransactionID)
	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
}

// The worker that died had also taken the scans: the parcel does not go back to "booked", and the customer gets no second
// message.
func TestOrder_ParcelInRow_BookedOnce(t *testing.T) {
	s := workflowtest.NewStory(t)
	for i, state := range []contract.ShipmentStatus{contract.ShipmentPickedUp, contract.ShipmentDelivered} {
		s.Scanned(workflowtest.LastWizard+time.Duration(i+1)*time.Millisecond, state)
	}
	s.HappensDuring("book-parcel", func() {
		s.Books.Forgets(func(o *contract.Order) {
			o.Stage, o.Shipment = contract.StageDelivered, &contract.Shipment{AirwayBill: workflowtest.AirwayBill, Status: contract.ShipmentDelivered}
		})
	})
	s.IsPaid()
	s.Activates(time.Hour)

	s.Run()

	require.Equal(t, contract.StageActive, s.Books.Last().Stage)
	require.Empty(t, s.Did("parcel-booked", "parcel-picked-up", "parcel-delivered"))
}

// Workers died one after the other, the last one after the parcel was delivered: the order reaches the SIM card step again and
// stays delivered.
func TestOrder_ParcelDeliveredInRow_NotPrepared(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.HappensDuring("charge", func() {
		s.Books.Forgets(func(o *contract.Order) {
			*o = order.WithPayment(*o, contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: workflowtest.Total})
			o.Stage, o.SIM = contract.StageDelivered, &contract.SIM{ICCID: workflowtest.Iccid, PUK1: "12345678"}
			o.Shipment = &contract.Shipment{AirwayBill: workflowtest.AirwayBill, Status: contract.ShipmentDelivered}
		})
	})
	s.Activates(time.Hour)

	s.Run()

	require.Empty(t, s.Did("payment-paid", "book-parcel"), "the fault came: both are in the row")
	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageActive, s.Books.Last().Stage)
}

// The API sends a step again that was refused on an older state than the order's row.
func TestOrder_StepRefused_NamesItsState(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesUpToIdentity()
	s.GivesContactAndAddress(15 * time.Second)

	end := s.Run()

	var refused *temporal.ApplicationError
	require.ErrorAs(t, s.Refusals[contract.UpdateProvideContact], &refused)
	var fields map[string]contract.Code
	var params map[string]string
	var seq int64
	require.NoError(t, refused.Details(&fields, &params, &seq))
	require.Equal(t, int64(3), seq, "number, plan, eligibility")
	require.LessOrEqual(t, seq, end.Seq)
}
