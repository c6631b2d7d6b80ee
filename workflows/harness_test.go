package workflows_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows"
)

// books stands for the database: it has the method names of activities.Orders, so the workflow runs against it unchanged.
type books struct {
	mu     sync.Mutex
	log    []string // what was done, in order
	taken  map[string]bool
	states []contract.Order
}

func (b *books) save(o contract.Order, did string) (contract.Order, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	o = order.Saved(o)
	b.log = append(b.log, did)
	b.states = append(b.states, o)
	return o, nil
}

func (b *books) did(what string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Contains(b.log, what)
}

func (b *books) last() contract.Order {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.states[len(b.states)-1]
}

func (b *books) count(what string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, did := range b.log {
		if did == what {
			n++
		}
	}
	return n
}

func (b *books) refuseTaken(msisdn string) error {
	if b.taken[msisdn] {
		return no(contract.FailNumberTaken)
	}
	return nil
}

func no(code contract.Code) error {
	return temporal.NewNonRetryableApplicationError(string(code), string(code), nil)
}

func held(in contract.Booked, category string) contract.Booking {
	return contract.Booking{MSISDN: in.MSISDN, Category: category, Price: 3000, HeldSince: in.Now, HeldUntil: in.Now.Add(in.HoldFor)}
}

func (b *books) OpenOrder(_ context.Context, o contract.Order, open contract.Opening, in contract.Booked) (contract.Order, error) {
	if err := b.refuseTaken(open.MSISDN); err != nil {
		return o, err
	}
	if open.MSISDN != "" {
		in.MSISDN = open.MSISDN
		o = order.WithBooking(o, held(in, "bronze"), 15)
	}
	return b.save(o, "open")
}

func (b *books) BookNumber(_ context.Context, o contract.Order, in contract.Booked) (contract.Order, error) {
	if err := b.refuseTaken(in.MSISDN); err != nil {
		return o, err
	}
	if o.Stage == contract.StageNumberLost {
		o.Stage = contract.StagePlaced
	}
	return b.save(order.WithBooking(o, held(in, "bronze"), 15), "book")
}

func (b *books) ExtendHold(_ context.Context, o contract.Order, in contract.Booked) (contract.Order, error) {
	booking := *o.Booking
	booking.HeldUntil = order.HoldUntil(booking, in.Now, in.HoldFor, in.HoldCap)
	booking.Extensions++
	o.Booking = &booking
	return b.save(o, "extend")
}

func (b *books) GiveNumberBack(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(order.WithoutBooking(o, false), "give-back")
}

func (b *books) ExpireHold(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(order.WithoutBooking(o, true), "expire")
}

func (b *books) ReleaseNumber(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	return b.save(o, "release-number")
}

func (b *books) ChoosePlan(_ context.Context, o contract.Order, in contract.PlanChosen) (contract.Order, error) {
	o.Plan = &contract.Plan{ID: in.PlanID, Price: 5500}
	return b.save(order.Priced(o, 15), "plan")
}

func (b *books) AcceptPerson(_ context.Context, o contract.Order, in contract.PersonFound) (contract.Order, error) {
	return b.save(order.WithPerson(o, contract.Person{IDNumber: in.Claim.IDNumber}), "person")
}

func (b *books) SaveIdentity(_ context.Context, o contract.Order, in contract.IdentityMoved) (contract.Order, error) {
	o.Identity = &in.Identity
	return b.save(o, "identity-"+string(in.Identity.Status))
}

func (b *books) SaveContact(_ context.Context, o contract.Order, in contract.ContactGiven) (contract.Order, error) {
	o.Contact = &in.Contact
	return b.save(o, "contact")
}

func (b *books) ChooseDelivery(_ context.Context, o contract.Order, in contract.DeliveryChosen) (contract.Order, error) {
	o.Delivery = &contract.Delivery{Method: in.Choice.Method, Fee: 2500, Address: in.Choice.Address}
	return b.save(order.Priced(o, 15), "delivery")
}

func (b *books) ConfirmPrice(_ context.Context, o contract.Order, in contract.PriceConfirmed) (contract.Order, error) {
	confirmed, err := order.Confirmed(o, in.Confirmation, in.Now)
	if err != nil {
		return o, no(contract.FailPriceChanged)
	}
	return b.save(confirmed, "confirm")
}

func (b *books) OpenPayment(_ context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return b.save(order.WithPayment(o, in.Payment), "open-payment")
}

func (b *books) RecordPayment(_ context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	p := in.Payment
	if known := order.PaymentByID(o, p.ID); known != nil && known.Status.Settled() {
		return b.save(o, "payment-late")
	}
	p.Double = p.Status == contract.PaymentPaid && (o.Stage != contract.StageWizard || order.PaidPayment(o) != nil)
	o = order.WithPayment(o, p)
	if p.Status == contract.PaymentPaid && !p.Double {
		o.Stage = contract.StagePlaced
		if b.taken[o.Booking.MSISDN] {
			o.Stage = contract.StageNumberLost
		}
	}
	return b.save(o, "payment-"+string(p.Status))
}

func (b *books) RecordRefund(_ context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	p := *order.PaymentByID(o, in.Payment.ID)
	p.Status = contract.PaymentRefunded
	return b.save(order.WithPayment(o, p), "refund")
}

func (b *books) AllocateSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	o.SIM, o.Stage = &contract.SIM{ICCID: "8996601000000000017", PUK1: "12345678"}, contract.StagePreparing
	return b.save(o, "allocate-sim")
}

func (b *books) ReturnSIM(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	o.SIM = nil
	return b.save(o, "return-sim")
}

func (b *books) RecordShipment(_ context.Context, o contract.Order, in contract.ShipmentMoved) (contract.Order, error) {
	return b.save(order.WithShipment(o, in.Shipment), "parcel-"+string(in.Shipment.Status))
}

func (b *books) CheckCard(_ context.Context, o contract.Order, in contract.ActivationRequest) error {
	if order.MatchCard(o, in) != nil {
		return no(contract.FailICCIDMismatch)
	}
	return nil
}

func (b *books) CompleteOrder(_ context.Context, o contract.Order, _ contract.At) (contract.Order, error) {
	o.Stage = contract.StageActive
	return b.save(o, "complete")
}

func (b *books) HoldOrder(_ context.Context, o contract.Order, in contract.OrderHeld) (contract.Order, error) {
	o.Held = &contract.Held{FailureCode: in.FailureCode, Work: in.Work, From: o.Stage, Since: in.Now, CanSkip: in.CanSkip}
	o.Stage = contract.StageHeld
	return b.save(o, "hold-"+string(in.FailureCode))
}

func (b *books) ResumeOrder(_ context.Context, o contract.Order, in contract.OrderResumed) (contract.Order, error) {
	return b.save(order.Resumed(o, in.Resolution), "resume-"+in.Resolution.Action)
}

func (b *books) BeginCancel(_ context.Context, o contract.Order, _ contract.OrderEnding) (contract.Order, error) {
	o.Stage, o.Held = contract.StageCancelling, nil
	return b.save(o, "begin-cancel")
}

func (b *books) CloseOrder(_ context.Context, o contract.Order, in contract.OrderEnding) (contract.Order, error) {
	o.Ended = &contract.Ended{Reason: in.Reason, At: in.Now, Refunded: in.Refunded}
	o.Stage = contract.StageCancelled
	if in.Reason == contract.EndedNeverPaid {
		o.Stage = contract.StageAbandoned
	}
	return b.save(o, "close")
}

// story is one order under the virtual clock, with outside systems that answer as told.
type story struct {
	*testsuite.TestWorkflowEnvironment
	t      *testing.T
	books  *books
	failed map[string]error // answers of updates that were refused
}

var (
	payments *activities.Payments
	identity *activities.Identity
	registry *activities.Registry
	courier  *activities.Courier
	network  *activities.Network
	messages *activities.Messages
)

const (
	orderID = "01900000-0000-7000-8000-000000000001"
	msisdn  = "0571234567"
	iccid   = "8996601000000000017"
)

func settings() contract.Settings {
	return contract.Settings{
		HoldFor: 15 * time.Minute, HoldCap: time.Hour, MaxExtensions: 1, DraftTTL: 24 * time.Hour, IdentityTTL: 3 * time.Minute,
		IdentityTries: 3, PaymentTTL: 15 * time.Minute, NumberLostTTL: 24 * time.Hour, ShipmentTTL: 14 * 24 * time.Hour,
		DeliveryAttempts: 3, ActivationTTL: 7 * 24 * time.Hour,
	}
}

func newStory(t *testing.T) *story {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.OrderWorkflowID(orderID)})
	env.SetTestTimeout(20 * time.Second)
	s := &story{TestWorkflowEnvironment: env, t: t, books: &books{taken: map[string]bool{}}, failed: map[string]error{}}
	env.RegisterWorkflow(workflows.Order)
	env.RegisterWorkflow(workflows.Payment)
	env.RegisterWorkflow(workflows.Shipment)
	env.RegisterActivity(s.books)
	env.OnActivity(messages.NotifyCustomer, mock.Anything, mock.Anything).Return(nil)
	env.OnActivity(registry.LookUpPerson, mock.Anything, mock.Anything).Return(
		func(_ context.Context, q contract.PersonQuery) (contract.PersonFound, error) {
			return contract.PersonFound{Claim: q.Claim, FullNameEn: "Sara Ali"}, nil
		})
	env.OnActivity(identity.RequestIdentity, mock.Anything, mock.Anything).Return(
		func(_ context.Context, r contract.IdentityRequest) (contract.Identity, error) {
			return contract.Identity{
				RequestID: "r", TransactionID: r.Purpose + string(rune('0'+r.Try)), Random: "42",
				Status: contract.IdentityWaiting, ExpiresAt: env.Now().Add(3 * time.Minute),
			}, nil
		})
	return s
}

// say sends an update at a moment of the virtual clock; a refusal is kept by the update's name.
func (s *story) say(at time.Duration, update string, arg any) {
	s.RegisterDelayedCallback(func() {
		args := []any{arg}
		if arg == nil {
			args = nil
		}
		s.UpdateWorkflow(update, "", &testsuite.TestUpdateCallback{
			OnAccept: func() {},
			OnReject: func(err error) { s.failed[update] = err },
			OnComplete: func(_ any, err error) {
				if err != nil {
					s.failed[update] = err
				}
			},
		}, args...)
	}, at)
}

func (s *story) signal(at time.Duration, workflowID, name string, arg any) {
	s.RegisterDelayedCallback(func() {
		require.NoError(s.t, s.SignalWorkflowByID(workflowID, name, arg))
	}, at)
}

// fillsWizard says every step of the wizard within the first minute, up to the confirmed price.
func (s *story) fillsWizard() {
	s.say(0, contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: msisdn})
	s.say(5*time.Second, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
	s.say(10*time.Second, contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
	s.say(15*time.Second, contract.UpdateRequestIdentity, nil)
	s.signalOrder(20*time.Second, contract.SignalIdentityAnswered, contract.IdentityAnswered{
		EventID: "e1", TransactionID: "order1", Status: contract.IdentityCompleted,
	})
	s.say(25*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	s.say(30*time.Second, contract.UpdateChooseDelivery, contract.DeliveryChoice{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"}})
	s.say(35*time.Second, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: 11000})
}

func (s *story) signalOrder(at time.Duration, name string, arg any) {
	s.RegisterDelayedCallback(func() { s.SignalWorkflow(name, arg) }, at)
}

func (s *story) pays(at time.Duration, paymentID string) {
	s.say(at, contract.UpdatePay, contract.PayRequest{PaymentID: paymentID, CardToken: "tok_1234567890123456"})
}

func (s *story) cardAnswers(status contract.PaymentStatus) {
	s.OnActivity(payments.ChargeCard, mock.Anything, mock.Anything).Return(
		func(_ context.Context, in contract.PaymentInput) (contract.Payment, error) {
			return contract.Payment{ID: in.PaymentID, Amount: in.Amount, Status: status, Brand: "MADA"}, nil
		})
}

func (s *story) courierBooks() {
	s.OnActivity(courier.BookParcel, mock.Anything, mock.Anything).Return(contract.Shipment{AirwayBill: "290019498498", Status: contract.ShipmentBooked}, nil)
}

func (s *story) scan(at time.Duration, status contract.ShipmentStatus) {
	s.signal(at, contract.ShipmentWorkflowID(orderID), contract.SignalParcelScanned, contract.ParcelScanned{
		EventID: string(status), AirwayBill: "290019498498", Status: status,
	})
}

func (s *story) activates(at time.Duration) {
	s.say(at, contract.UpdateRequestIdentity, nil)
	s.signalOrder(at+5*time.Second, contract.SignalIdentityAnswered, contract.IdentityAnswered{
		EventID: "e2", TransactionID: "activation1", Status: contract.IdentityCompleted,
	})
	s.say(at+10*time.Second, contract.UpdateActivate, contract.ActivationRequest{ICCID: iccid})
}

func (s *story) run() contract.Order {
	s.ExecuteWorkflow(workflows.Order, contract.OrderInput{
		Order: contract.Order{
			ID: orderID, Number: "SC12345678", Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "ar",
			Stage: contract.StageWizard,
		},
		Settings: settings(),
	})
	require.True(s.t, s.IsWorkflowCompleted())
	require.NoError(s.t, s.GetWorkflowError())
	return s.books.last()
}
