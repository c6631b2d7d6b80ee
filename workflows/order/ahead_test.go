package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// forgetful is a story whose order loses steps.
type forgetful struct{ *workflowtest.Story }

func newForgetful(t *testing.T) forgetful { return forgetful{workflowtest.NewStory(t)} }

// catchesUp is what the API asks for once a step was refused.
func (s forgetful) catchesUp(seq int64) {
	s.SayNow(contract.UpdateCatchUp, "", contract.CatchUp{Seq: seq})
}

func (s forgetful) opensAndForgets(paymentID string) {
	s.Books.Forgets(func(o *contract.Order) {
		*o = order.WithPayment(*o, contract.Payment{ID: paymentID, Status: contract.PaymentProcessing, Amount: workflowtest.Total})
	})
}

// A machine that dies takes the workflow task with it that had just saved a step: the customer has its answer already.
func TestOrder_GoesOnFromAStepThatWasSavedAndForgotten(t *testing.T) {
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

func TestOrder_AStepThatAForgottenOneRulesOutIsRefused(t *testing.T) {
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

// The first step was saved, the customer was told so, and then Temporal lost it.
func TestOrder_IsFoundWhereItsFirstStepWasSavedAndForgotten(t *testing.T) {
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

// A worker that dies takes a step with it whose customer has the answer and has gone on: both are given to the next worker at once.
func TestOrder_AStepThatIsHandedOverWithTheOneBeforeItIsTaken(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.At(5*time.Second, func() {
		s.SayNow(contract.UpdateSelectPlan, "", contract.PlanChoice{PlanID: "hawakom-55"})
		s.SayNow(contract.UpdateCheckEligibility, "", contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
		s.SayNow(contract.UpdateRequestIdentity, "", nil)
	})
	s.AppAnswers(20*time.Second, "order1", contract.IdentityCompleted)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
}

func TestOrder_AStepThatTheOneBeforeItDoesNotAllowEitherIsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.At(5*time.Second, func() {
		s.SayNow(contract.UpdateSelectPlan, "", contract.PlanChoice{PlanID: "hawakom-55"})
		s.SayNow(contract.UpdateRequestIdentity, "", nil)
	})

	end := s.Run()

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateRequestIdentity))
	require.NotNil(t, end.Plan)
}

// Worker and API died together: nobody sends the step again, and the next one hangs on it.
func TestOrder_AStepThatHangsOnAForgottenOneIsTakenOnceTheOrderHasCaughtUp(t *testing.T) {
	s := newForgetful(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.At(5*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) { o.Plan = &contract.Plan{ID: "hawakom-55", Price: 5500} })
	})
	s.Claims(10*time.Second, "1000000008")
	s.At(11*time.Second, func() {
		require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateCheckEligibility), "the fault came")
		s.catchesUp(s.Books.Last().Seq)
	})
	s.Claims(12*time.Second, "1000000008")

	end := s.Run()

	require.NotContains(t, s.Refusals, contract.UpdateCatchUp)
	require.NotNil(t, end.Person)
	require.Equal(t, "hawakom-55", end.Plan.ID)
}

func TestOrder_CatchingUpWithWhatItKnowsIsRefused(t *testing.T) {
	s := newForgetful(t)
	s.ChoosesUpToIdentity()
	s.At(11*time.Second, func() { s.catchesUp(s.Books.Last().Seq) })

	s.Run()

	require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateCatchUp))
}

func TestOrder_APaymentThatWasOpenedAndForgottenIsChargedWhenItsClickComesAgain(t *testing.T) {
	s := newForgetful(t)
	s.FillsWizard()
	s.At(38*time.Second, func() { s.opensAndForgets("p1") })
	s.Pays(40*time.Second, "p1")

	s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"charge p1"}, s.Did("charge"))
}

// isUpToConfirmation says every step before it.
func (s forgetful) isUpToConfirmation() {
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.GivesContactAndAddress(25 * time.Second)
}

// handsOver gives a worker the confirmation and the payment after it, which two before it died over once they were saved.
func (s forgetful) handsOver(opened, clicked string) {
	confirmation := contract.Confirmation{AcceptTerms: true, Total: workflowtest.Total}
	s.At(workflowtest.LastWizard, func() {
		confirmed, err := order.Confirmed(s.Books.Last(), confirmation, s.Now())
		require.NoError(s.T, err)
		s.Books.Forgets(func(o *contract.Order) {
			*o = order.WithPayment(confirmed, contract.Payment{ID: opened, Status: contract.PaymentProcessing, Amount: workflowtest.Total})
		})
		s.SayNow(contract.UpdateConfirm, "", confirmation)
		s.PaysNow(clicked, "")
	})
}

func TestOrder_APaymentThatIsHandedOverWithTheStepBeforeItIsCharged(t *testing.T) {
	s := newForgetful(t)
	s.isUpToConfirmation()
	s.handsOver("p1", "p1")

	end := s.RunToActive(time.Hour)

	require.NotContains(t, s.Refusals, contract.UpdatePay)
	require.Equal(t, []string{"charge p1"}, s.Did("charge"))
	require.Equal(t, contract.PaymentPaid, end.Payments[0].Status)
}

// Another click than the one that opened it: what was forgotten is asked about all the same, once that click is decided.
func TestOrder_APaymentThatWasForgottenIsAskedAboutThoughAnotherClickIsInHand(t *testing.T) {
	s := newForgetful(t)
	s.isUpToConfirmation()
	s.handsOver("p1", "p2")
	s.Pays(50*time.Second, "p3")

	end := s.RunToActive(time.Hour)

	require.Equal(t, contract.PaymentAbandoned, end.Payments[0].Status, "the provider has never seen it")
	require.Len(t, s.Did("charge"), 1)
	require.Equal(t, contract.PaymentPaid, end.Payments[len(end.Payments)-1].Status)
}

func TestOrder_APaymentThatWasOpenedAndForgottenIsAskedAboutBeforeAnotherOne(t *testing.T) {
	s := newForgetful(t)
	s.FillsWizard()
	s.At(38*time.Second, func() {
		s.opensAndForgets("p1")
		s.catchesUp(s.Books.Last().Seq)
	})
	s.Pays(50*time.Second, "p2")

	end := s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"charge p2"}, s.Did("charge"))
	require.Equal(t, contract.PaymentAbandoned, end.Payments[0].Status, "the provider has never seen it")
	require.Equal(t, contract.PaymentPaid, end.Payments[1].Status)
}

func TestOrder_APushThatWasSentAndForgottenIsWatchedWhenItIsAskedForAgain(t *testing.T) {
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
	s.AppAnswers(20*time.Second, "order1", contract.IdentityCompleted)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
}

// A worker dies once the person is saved, the next one dies once the push is: both steps are given to the third, whose database is ahead
// by both. No other push is sent: the one that the customer sees the digits of is the one whose answer counts.
func TestOrder_AfterStepsThatWereSavedAndForgottenTwiceOnePushCounts(t *testing.T) {
	s := newForgetful(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.ChoosesPlan(5 * time.Second)
	s.At(10*time.Second, func() {
		s.Books.Forgets(func(o *contract.Order) {
			*o = order.WithPerson(*o, contract.Person{IDNumber: "1000000008"})
			o.Identity = &contract.Identity{
				RequestID: order.PushID(o.ID, contract.PurposeOrder, "asks"), TransactionID: "before", Purpose: contract.PurposeOrder, Tries: 1, Status: contract.IdentityWaiting,
				ExpiresAt: workflowtest.Begin.Add(time.Minute),
			}
		})
		s.SayNow(contract.UpdateCheckEligibility, "claims", contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
		s.SayNow(contract.UpdateRequestIdentity, "asks", nil)
	})
	s.AppAnswers(20*time.Second, "before", contract.IdentityCompleted)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Empty(t, s.Did("push"), "it was there")
	require.Equal(t, "before", s.Answers[contract.UpdateRequestIdentity].Identity.TransactionID)
	require.Equal(t, contract.IdentityCompleted, end.Identity.Status)
}

func TestOrder_APushThatWasSavedAndForgottenIsAnsweredWith(t *testing.T) {
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

// The worker that died had taken the scans as well: the parcel does not go back to where it was booked, nor is anybody told again.
func TestOrder_AParcelThatIsDeliveredInTheRowIsNotNotedAsBooked(t *testing.T) {
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

// Workers died one after the other, the last one once the parcel was delivered: the order comes to its card again, and stays delivered.
func TestOrder_WhoseParcelIsDeliveredInTheRowIsNotPreparedOnceMore(t *testing.T) {
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
