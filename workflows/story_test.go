package workflows_test

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/worker"
)

const (
	orderID     = "01900000-0000-7000-8000-000000000001"
	orderNumber = "SC12345678"
	msisdn      = "0571234567"
	another     = "0577654321"
	iccid       = "8996601000000000017"
	airwayBill  = "290019498490" // of the first parcel
	total       = 11000
	identityTTL = 3 * time.Minute
	day         = 24 * time.Hour
	lastWizard  = 35 * time.Second // when the price is confirmed
)

// begin is when each story starts.
var begin = time.Date(2026, time.January, 4, 9, 0, 0, 0, time.UTC)

func settings() contract.Settings {
	return contract.Settings{
		HoldFor: 15 * time.Minute, HoldCap: time.Hour, MaxExtensions: 1, DraftTTL: day, IdentityTTL: identityTTL,
		IdentityTries: 3, PaymentTTL: 15 * time.Minute, NumberLostTTL: day, ShipmentTTL: 14 * day,
		DeliveryAttempts: 3, ActivationTTL: 7 * day,
		ESIM: contract.ESIMSettings{ReadyWithin: 70 * time.Minute, RemindAfter: day, InstallWithin: 30 * day, MaxReissues: 2},
		Port: contract.PortSettings{Tries: 3, Notice: 15 * time.Minute, CorrectionTTL: 7 * day, CutOverFor: 15 * time.Minute},
	}
}

func newOrder() contract.OrderInput {
	return contract.OrderInput{
		Order: contract.Order{
			ID: orderID, Number: orderNumber, Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "ar",
			Stage: contract.StageWizard,
		},
		Settings: settings(),
	}
}

// story is one order under the virtual clock.
type story struct {
	*testsuite.TestWorkflowEnvironment
	*journal
	t        *testing.T
	books    *books
	outside  *outside
	input    contract.OrderInput
	answers  map[string]contract.Order // of updates, the last one by name
	refusals map[string]error
}

func newStory(t *testing.T) *story {
	env := newEnvironment()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.OrderWorkflowID(orderNumber)})
	j := newJournal()
	s := &story{
		TestWorkflowEnvironment: env, journal: j, t: t, books: newBooks(j), outside: newOutside(j, env.Now),
		input: newOrder(), answers: map[string]contract.Order{}, refusals: map[string]error{},
	}
	env.RegisterActivity(s.books)
	env.RegisterActivity(s.outside)
	return s
}

func newEnvironment() *testsuite.TestWorkflowEnvironment {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetStartTime(begin)
	env.SetTestTimeout(20 * time.Second)
	env.SetWorkerOptions(sdk.Options{DeadlockDetectionTimeout: 20 * time.Second}) // a busy machine is no deadlock
	for _, workflow := range slices.Concat(worker.Workflows, worker.MessageWorkflows) {
		env.RegisterWorkflow(workflow)
	}
	return env
}

func (s *story) at(when time.Duration, do func()) { s.RegisterDelayedCallback(do, when) }

// say sends an update at a moment of the virtual clock.
func (s *story) say(when time.Duration, update string, arg any) {
	s.at(when, func() { s.sayNow(update, "", arg) })
}

func (s *story) sayNow(update, key string, arg any) {
	args := []any{arg}
	if arg == nil {
		args = nil
	}
	s.UpdateWorkflow(update, key, &testsuite.TestUpdateCallback{
		OnAccept: func() {},
		OnReject: func(err error) { s.refusals[update] = asReceived(err) },
		OnComplete: func(answer any, err error) {
			if err != nil {
				s.refusals[update] = asReceived(err)
				return
			}
			s.answers[update] = answer.(contract.Order)
		},
	}, args...)
}

// while makes something happen at the moment an effect is under way: after it began, before its result is known.
func (s *story) while(effect string, do func()) {
	s.happensDuring(effect, func() {
		done := make(chan struct{})
		s.RegisterDelayedCallback(func() { do(); close(done) }, 0)
		<-done
	})
}

// asReceived is an error after its way to the client; what the converter does not know loses its code there.
func asReceived(err error) error {
	wire := temporal.GetDefaultFailureConverter()
	return wire.FailureToError(wire.ErrorToFailure(err))
}

// refused is the code an update was refused with.
func (s *story) refused(update string) contract.Code {
	var no *temporal.ApplicationError
	if !errors.As(s.refusals[update], &no) {
		return ""
	}
	return contract.Code(no.Type())
}

func (s *story) signal(when time.Duration, name string, arg any) {
	s.at(when, func() { s.SignalWorkflow(name, arg) })
}

func (s *story) choosesNumber(when time.Duration, number string) {
	s.say(when, contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: number})
}

func (s *story) choosesPlan(when time.Duration) {
	s.say(when, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
}

func (s *story) claims(when time.Duration, idNumber string) {
	s.say(when, contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-01-01"})
}

func (s *story) asksForPush(when time.Duration) { s.say(when, contract.UpdateRequestIdentity, nil) }

func (s *story) appAnswers(when time.Duration, transaction string, status contract.IdentityStatus) {
	s.signal(when, contract.SignalIdentityAnswered, contract.IdentityAnswered{
		EventID: "e-" + transaction + string(status), TransactionID: transaction, Status: status,
	})
}

func (s *story) confirms(when time.Duration) {
	s.say(when, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: total})
}

// choosesUpToIdentity says the steps of the first ten seconds.
func (s *story) choosesUpToIdentity() {
	s.choosesNumber(0, msisdn)
	s.choosesPlan(5 * time.Second)
	s.claims(10*time.Second, "1000000008")
}

// fillsWizard says every step of the wizard within the first minute, up to the confirmed price.
func (s *story) fillsWizard() {
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.givesContactAndAddress(25 * time.Second)
	s.confirms(lastWizard)
}

func (s *story) givesContactAndAddress(when time.Duration) {
	s.say(when, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	s.say(when+5*time.Second, contract.UpdateChooseDelivery, contract.DeliveryChoice{
		Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"},
	})
}

func (s *story) pays(when time.Duration, paymentID string) {
	s.at(when, func() { s.paysNow(paymentID, "") })
}

func (s *story) paysNow(paymentID, key string) {
	s.sayNow(contract.UpdatePay, key, contract.PayRequest{PaymentID: paymentID, CardToken: "tok_1234567890123456"})
}

// reported is the payment provider's call-back.
func (s *story) reported(when time.Duration, paymentID string) {
	s.at(when, func() {
		s.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{
			EventID: fmt.Sprintf("e-%s-%s", paymentID, when), PaymentID: paymentID,
		})
	})
}

// isPaid fills the wizard and pays, within a minute.
func (s *story) isPaid() {
	s.fillsWizard()
	s.pays(40*time.Second, "p1")
}

func (s *story) scanned(when time.Duration, status contract.ShipmentStatus) {
	s.at(when, func() { s.scansNow(string(status), status) })
}

// scansNow is the courier's call-back.
func (s *story) scansNow(eventID string, status contract.ShipmentStatus) {
	s.SignalWorkflow(contract.SignalParcelScanned, contract.ParcelScanned{EventID: eventID, AirwayBill: airwayBill, Status: status})
}

// isDelivered pays and delivers, within two hours.
func (s *story) isDelivered() {
	s.isPaid()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.scanned(2*time.Hour, contract.ShipmentDelivered)
}

func (s *story) activates(when time.Duration) {
	s.provesPresence(when)
	s.asksToActivate(when+10*time.Second, iccid)
}

func (s *story) provesPresence(when time.Duration) {
	s.asksForPush(when)
	s.appAnswers(when+5*time.Second, "activation1", contract.IdentityCompleted)
}

func (s *story) asksToActivate(when time.Duration, card string) {
	s.say(when, contract.UpdateActivate, contract.ActivationRequest{ICCID: card})
}

func (s *story) cancels(when time.Duration) { s.at(when, s.cancelsNow) }

func (s *story) cancelsNow() {
	s.sayNow(contract.UpdateCancel, "", contract.CancelRequest{Reason: "changed-mind"})
}

func (s *story) resolves(when time.Duration, action string) {
	s.say(when, contract.UpdateResolve, contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"})
}

// mends ends the trouble of an effect.
func (s *story) mends(when time.Duration, effect string) { s.at(when, func() { s.fails(effect, nil) }) }

// run tells the story to its end and answers with the order as it stands then.
func (s *story) run() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowOrder, s.input)
	require.True(s.t, s.IsWorkflowCompleted())
	require.NoError(s.t, s.GetWorkflowError())
	return s.books.last()
}

// runToActive finishes the story with delivery and activation and demands that it reaches its aim.
func (s *story) runToActive(from time.Duration) contract.Order {
	s.scanned(from, contract.ShipmentPickedUp)
	s.scanned(from+time.Hour, contract.ShipmentDelivered)
	s.activates(from + 2*time.Hour)
	end := s.run()
	require.Equal(s.t, contract.StageActive, end.Stage)
	return end
}

// keepsAttributes keeps the search attributes as they stand at each moment of the story.
func (s *story) keepsAttributes() map[string]any {
	shown := map[string]any{}
	s.OnUpsertTypedSearchAttributes(mock.Anything).Return(nil).Run(func(args mock.Arguments) {
		for key, value := range args.Get(0).(temporal.SearchAttributes).GetUntypedValues() {
			shown[key.GetName()] = value
		}
	})
	return shown
}
