package workflowtest

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	sdkpb "go.temporal.io/api/sdk/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/worker"
)

const (
	OrderID     = "01900000-0000-7000-8000-000000000001"
	orderNumber = "SC12345678"
	Msisdn      = "0571234567"
	Another     = "0577654321"
	Iccid       = "8996601000000000017"
	AirwayBill  = "290019498490" // of the first parcel
	Total       = 11000
	IdentityTTL = 3 * time.Minute
	Day         = 24 * time.Hour
	LastWizard  = 35 * time.Second // when the price is confirmed
)

// Begin is when each story starts.
var Begin = time.Date(2026, time.January, 4, 9, 0, 0, 0, time.UTC)

func Settings() contract.Settings {
	return contract.Settings{
		HoldFor: 15 * time.Minute, HoldCap: time.Hour, MaxExtensions: 1, DraftTTL: Day, IdentityTTL: IdentityTTL,
		IdentityTries: 3, PaymentTTL: 15 * time.Minute, NumberLostTTL: Day, ShipmentTTL: 14 * Day,
		DeliveryAttempts: 3, ActivationTTL: 7 * Day,
		ESIM: contract.ESIMSettings{ReadyWithin: 70 * time.Minute, RemindAfter: Day, InstallWithin: 30 * Day, MaxReissues: 2},
		Port: contract.PortSettings{Tries: 3, Notice: 15 * time.Minute, CorrectionTTL: 7 * Day, CutOverFor: 15 * time.Minute},
	}
}

func NewOrder() contract.OrderInput {
	return contract.OrderInput{
		Order: contract.Order{
			ID: OrderID, Number: orderNumber, Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "ar",
			Stage: contract.StageWizard,
		},
		Settings: Settings(),
	}
}

// Story is one order under the virtual clock.
type Story struct {
	*testsuite.TestWorkflowEnvironment
	*Journal
	T        *testing.T
	Books    *Books
	Outside  *Outside
	Input    contract.OrderInput
	Answers  map[string]contract.Order // of updates, the last one by name
	Refusals map[string]error

	NoWorkerAtOnce bool // call-backs arrive as signals
}

func NewStory(t *testing.T) *Story {
	env := NewEnvironment()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.OrderWorkflowID(orderNumber)})
	j := NewJournal()
	s := &Story{
		TestWorkflowEnvironment: env, Journal: j, T: t, Books: NewBooks(j), Outside: NewOutside(j, env.Now),
		Input: NewOrder(), Answers: map[string]contract.Order{}, Refusals: map[string]error{},
	}
	Register(env, s.Books, s.Outside)
	return s
}

func NewEnvironment() *testsuite.TestWorkflowEnvironment {
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.DiscardHandler)))
	env := suite.NewTestWorkflowEnvironment()
	env.SetStartTime(Begin)
	env.SetTestTimeout(20 * time.Second)
	env.SetWorkerOptions(sdk.Options{DeadlockDetectionTimeout: 20 * time.Second}) // a busy machine is no deadlock
	for _, workflow := range worker.Workflows {
		env.RegisterWorkflow(workflow)
	}
	return env
}

func (s *Story) At(when time.Duration, do func()) { s.RegisterDelayedCallback(do, when) }

// Say sends an update at a moment of the virtual clock.
func (s *Story) Say(when time.Duration, update string, arg any) {
	s.At(when, func() { s.SayNow(update, "", arg) })
}

func (s *Story) SayNow(update, key string, arg any) {
	args := []any{arg}
	if arg == nil {
		args = nil
	}
	s.UpdateWorkflow(update, key, &testsuite.TestUpdateCallback{
		OnAccept: func() {},
		OnReject: func(err error) { s.Refusals[update] = asReceived(err) },
		OnComplete: func(answer any, err error) {
			if err != nil {
				s.Refusals[update] = asReceived(err)
				return
			}
			s.Answers[update] = answer.(contract.Order)
		},
	}, args...)
}

// Hears hands a call-back over as the API does: as an update, or as a signal if no worker takes it at once.
func (s *Story) Hears(news string, arg any) {
	if s.NoWorkerAtOnce {
		s.SignalWorkflow(news, arg)
		return
	}
	left := func(error) { s.SignalWorkflow(news, arg) }
	s.UpdateWorkflow(news, "", &testsuite.TestUpdateCallback{OnAccept: func() {}, OnReject: left, OnComplete: func(any, error) {}}, arg)
}

// While runs do while an effect is under way: after its begin, before its result is known.
func (s *Story) While(effect string, do func()) {
	s.HappensDuring(effect, func() {
		done := make(chan struct{})
		s.RegisterDelayedCallback(func() { do(); close(done) }, 0)
		<-done
	})
}

// asReceived is an error as the client receives it. An error type that the converter does not know loses its code.
func asReceived(err error) error {
	wire := temporal.GetDefaultFailureConverter()
	return wire.FailureToError(wire.ErrorToFailure(err))
}

// Refused is the code with which an update was refused.
func (s *Story) Refused(update string) contract.Code {
	var no *temporal.ApplicationError
	if !errors.As(s.Refusals[update], &no) {
		return ""
	}
	return contract.Code(no.Type())
}

func (s *Story) ChoosesNumber(when time.Duration, number string) {
	s.Say(when, contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: number})
}

func (s *Story) ChoosesPlan(when time.Duration) {
	s.Say(when, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
}

func (s *Story) Claims(when time.Duration, idNumber string) {
	s.Say(when, contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-01-01"})
}

func (s *Story) AsksForPush(when time.Duration) { s.Say(when, contract.UpdateRequestIdentity, nil) }

// AppAnswers has the customer answer in the identity app, which then calls back.
func (s *Story) AppAnswers(when time.Duration, transaction string, status contract.IdentityStatus) {
	s.At(when, func() { s.AppAnswersNow(transaction, status) })
}

func (s *Story) AppAnswersNow(transaction string, status contract.IdentityStatus) {
	s.Outside.Answered(transaction, status)
	s.CallsBackNow(transaction, status)
}

// CallsBackNow sends a call-back of the identity app, with any content.
func (s *Story) CallsBackNow(transaction string, status contract.IdentityStatus) {
	s.Hears(contract.SignalIdentityAnswered, contract.IdentityAnswered{
		EventID: "e-" + transaction + string(status), TransactionID: transaction, Status: status,
	})
}

func (s *Story) Confirms(when time.Duration) {
	s.Say(when, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: Total})
}

// ChoosesUpToIdentity sends the steps of the first ten seconds.
func (s *Story) ChoosesUpToIdentity() {
	s.ChoosesNumber(0, Msisdn)
	s.ChoosesPlan(5 * time.Second)
	s.Claims(10*time.Second, "1000000008")
}

// FillsWizard sends every step of the wizard within the first minute, up to the confirmed price.
func (s *Story) FillsWizard() {
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.GivesContactAndAddress(25 * time.Second)
	s.Confirms(LastWizard)
}

func (s *Story) GivesContactAndAddress(when time.Duration) {
	s.Say(when, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	s.Say(when+5*time.Second, contract.UpdateChooseDelivery, contract.DeliveryChoice{
		Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"},
	})
}

func (s *Story) Pays(when time.Duration, paymentID string) {
	s.At(when, func() { s.PaysNow(paymentID, "") })
}

func (s *Story) PaysNow(paymentID, key string) {
	s.SayNow(contract.UpdatePay, key, contract.PayRequest{PaymentID: paymentID, CardToken: "tok_1234567890123456"})
}

// Reported sends the payment provider's call-back.
func (s *Story) Reported(when time.Duration, paymentID string) {
	s.At(when, func() {
		s.Hears(contract.SignalPaymentReported, contract.PaymentReported{
			EventID: fmt.Sprintf("e-%s-%s", paymentID, when), PaymentID: paymentID,
		})
	})
}

// IsPaid fills the wizard and pays, within a minute.
func (s *Story) IsPaid() {
	s.FillsWizard()
	s.Pays(40*time.Second, "p1")
}

func (s *Story) Scanned(when time.Duration, status contract.ShipmentStatus) {
	s.At(when, func() { s.ScansNow(string(status), status) })
}

// ScansNow sends the courier's call-back.
func (s *Story) ScansNow(eventID string, status contract.ShipmentStatus) {
	s.Hears(contract.SignalParcelScanned, contract.ParcelScanned{EventID: eventID, AirwayBill: AirwayBill, Status: status})
}

// IsDelivered pays and delivers, within two hours.
func (s *Story) IsDelivered() {
	s.IsPaid()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.Scanned(2*time.Hour, contract.ShipmentDelivered)
}

func (s *Story) Activates(when time.Duration) {
	s.ProvesPresence(when)
	s.AsksToActivate(when+10*time.Second, Iccid)
}

func (s *Story) ProvesPresence(when time.Duration) {
	s.AsksForPush(when)
	s.AppAnswers(when+2*time.Second, "activation1", contract.IdentityCompleted)
}

func (s *Story) AsksToActivate(when time.Duration, card string) {
	s.Say(when, contract.UpdateActivate, contract.ActivationRequest{ICCID: card})
}

func (s *Story) Cancels(when time.Duration) { s.At(when, s.CancelsNow) }

func (s *Story) CancelsNow() {
	s.SayNow(contract.UpdateCancel, "", contract.CancelRequest{Reason: "changed-mind"})
}

func (s *Story) Resolves(when time.Duration, action string) {
	s.Say(when, contract.UpdateResolve, contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"})
}

// Mends ends the fault of an effect.
func (s *Story) Mends(when time.Duration, effect string) { s.At(when, func() { s.Fails(effect, nil) }) }

// Run runs the story to its end and answers with the order.
func (s *Story) Run() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowOrder, s.Input)
	require.True(s.T, s.IsWorkflowCompleted())
	require.NoError(s.T, s.GetWorkflowError())
	return s.Books.Last()
}

// RunToActive finishes the story with delivery and activation and requires that the order is active.
func (s *Story) RunToActive(from time.Duration) contract.Order {
	s.Scanned(from, contract.ShipmentPickedUp)
	s.Scanned(from+time.Hour, contract.ShipmentDelivered)
	s.Activates(from + 2*time.Hour)
	end := s.Run()
	require.Equal(s.T, contract.StageActive, end.Stage)
	return end
}

// KeepsAttributes keeps the present search attributes of the story.
func (s *Story) KeepsAttributes() map[string]any { return KeepAttributes(s.TestWorkflowEnvironment) }

// KeepAttributes is KeepsAttributes for other workflows than orders.
func KeepAttributes(env *testsuite.TestWorkflowEnvironment) map[string]any {
	shown := map[string]any{}
	env.OnUpsertTypedSearchAttributes(mock.Anything).Return(nil).Run(func(args mock.Arguments) {
		for key, value := range args.Get(0).(temporal.SearchAttributes).GetUntypedValues() {
			shown[key.GetName()] = value
		}
	})
	return shown
}

// Details is the first line of the order's present details for operators.
func (s *Story) Details() string {
	answer, err := s.QueryWorkflow("__temporal_workflow_metadata")
	require.NoError(s.T, err)
	var metadata sdkpb.WorkflowMetadata
	require.NoError(s.T, answer.Get(&metadata))
	first, _, _ := strings.Cut(metadata.GetCurrentDetails(), " · ")
	return first
}

// IsReadOnlyFor makes our database refuse a write for a while, counted from the first time it is tried.
func (s *Story) IsReadOnlyFor(outage time.Duration, effect string) {
	s.Fails(effect, errReadOnly)
	s.While(effect, func() { s.Mends(outage, effect) })
}
