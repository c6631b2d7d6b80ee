package workflowtest

import (
	"testing"
	"time"

	"selfcare/internal/contract"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"
)

func (s *PortStory) IsPaidESIM() {
	s.Say(0, contract.UpdateOpen, nil)
	s.AsksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: BroughtAlong, Window: contract.WindowEarliest})
	s.ChoosesPlan(5 * time.Second)
	s.Claims(10*time.Second, "1000000008")
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.Say(25*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Mobile: "0501234567"})
	s.Say(LastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: PortedESIMTotal})
	s.Pays(PaidESIM, "p1")
}

// PortStory is the order of a SIM with a number from another operator. Stories begin on Sunday at noon in Riyadh.
type PortStory struct {
	*Story
	Windows []contract.Port // answers to a change of the window
	failed  []error         // errors of port-in workflows; none may fail, with any outcome of the port
}

func NewPortStory(t *testing.T) *PortStory {
	s := NewStory(t)
	s.Input.Order.NumberSource = contract.NumberPortIn
	port := &PortStory{Story: s}
	s.SetOnChildWorkflowCompletedListener(func(_ *workflow.Info, _ converter.EncodedValue, err error) {
		if err != nil && !temporal.IsCanceledError(err) {
			port.failed = append(port.failed, err)
		}
	})
	return port
}

func (s *PortStory) AsksFor(when time.Duration, in contract.PortRequest) {
	in.AcceptTerms = true
	s.Say(when, contract.UpdateRequestPort, in)
}

// FillsWizard sends every step within the first minute.
func (s *PortStory) FillsWizard(window string) {
	s.Say(0, contract.UpdateOpen, nil)
	s.AsksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: BroughtAlong, Window: window})
	s.ChoosesPlan(5 * time.Second)
	s.Claims(10*time.Second, "1000000008")
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.GivesContactAndAddress(25 * time.Second)
	s.Say(LastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: PortTotal})
}

func (s *PortStory) IsPaid() {
	s.FillsWizard(contract.WindowEarliest)
	s.Pays(40*time.Second, "p1")
}

// DonorSays sends the clearing house's call-back about a submission.
func (s *PortStory) DonorSays(when time.Duration, try, sequence int, status contract.PortStatus, reason contract.Code) {
	s.At(when, func() { s.DonorSaysNow(try, sequence, status, reason) })
}

func (s *PortStory) DonorSaysNow(try, sequence int, status contract.PortStatus, reason contract.Code) {
	state := contract.PortState{Reference: "NP1", Status: status, Reason: reason, Sequence: sequence}
	s.Outside.Mu.Lock()
	s.Outside.Ports.Known = state
	s.Outside.Mu.Unlock()
	s.Hears(contract.PortID(OrderID, try), state)
}

// Hears sends a call-back with any content.
func (s *PortStory) Hears(portID string, state contract.PortState) {
	_ = s.SignalWorkflowByID(contract.PortInWorkflowID(orderNumber), contract.SignalPortReported, // lost if the workflow does not run
		contract.PortReported{EventID: "e", PortID: portID, State: state})
}

// IsApproved pays and has the donor agree within the hour.
func (s *PortStory) IsApproved() {
	s.IsPaid()
	s.DonorSays(time.Hour, 1, 2, contract.PortApproved, "")
}

// IsDelivered brings the parcel within three hours: Sunday, 15:00 in Riyadh.
func (s *PortStory) IsDelivered() {
	s.IsApproved()
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(3*time.Hour, contract.ShipmentDelivered)
}

func (s *PortStory) Corrects(when time.Duration, in contract.PortCorrection) {
	s.Say(when, contract.UpdateCorrectPort, in)
}

// RunsTo runs the story and requires its end.
func (s *PortStory) RunsTo(stage contract.Stage) contract.Order {
	end := s.Run()
	require.Equal(s.T, stage, end.Stage, "refusals %v, effects %q", s.Refusals, s.effects)
	require.Empty(s.T, s.failed)
	return end
}

// ChoosesWindow sends the change of the window to the port itself, and keeps its answer.
func (s *PortStory) ChoosesWindow(when time.Duration, key, window string) {
	s.At(when, func() { s.ChoosesWindowNow(key, window) })
}

func (s *PortStory) ChoosesWindowNow(key, window string) {
	refuse := func(err error) { s.Refusals[contract.UpdateChoosePortWindow] = asReceived(err) }
	err := s.UpdateWorkflowByID(contract.PortInWorkflowID(orderNumber), contract.UpdateChoosePortWindow, key, &testsuite.TestUpdateCallback{
		OnAccept: func() {},
		OnReject: refuse,
		OnComplete: func(answer any, err error) {
			if err != nil {
				refuse(err)
				return
			}
			s.Windows = append(s.Windows, answer.(contract.Port))
		},
	}, contract.PortWindowChoice{Window: window})
	if err != nil {
		s.Refusals[contract.UpdateChoosePortWindow] = err
	}
}

const (
	BroughtAlong = "0551234567"
	PortTotal    = 8000 // a number brought along costs nothing
)

const PortedESIMTotal = 5500 // the plan; neither number nor delivery cost anything
