package order_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// The events after payment happen at the same hours in every kind that has them.
const (
	donorApproves = time.Hour
	pickedUp      = 2 * time.Hour // or downloaded
	inHand        = 3 * time.Hour // delivered or installed
	customerTurns = 4 * time.Hour // to activate
	eachStep      = 5 * time.Second
)

// journey is an order of any kind, built from its row of the kind table.
type journey struct {
	*workflowtest.PortStory
	key    order.Key
	silent contract.Phase // whose partner stays silent
	pace   time.Duration  // of the customer in the wizard
}

func newJourney(t *testing.T, key order.Key) *journey {
	s := workflowtest.NewStory(t)
	s.Input.Order.Kind, s.Input.Order.NumberSource, s.Input.Order.CreatedAt = key.Kind, key.Source, workflowtest.Begin
	s.Input.Settings.GuardFor = guardFor
	if key.Kind == contract.KindMultiSIM {
		s.Input.Order.SIMType = key.SIM
	}
	if key.Kind == contract.KindESIM {
		s.Input.Order.Device = &contract.Device{Model: workflowtest.Phone}
	}
	return &journey{PortStory: &workflowtest.PortStory{Story: s}, key: key, pace: eachStep}
}

// forEveryKind runs a test for each row of the table.
func forEveryKind(t *testing.T, test func(*testing.T, order.Key)) {
	for _, key := range orderkinds.All() {
		t.Run(fmt.Sprintf("%s, number %s, %s", key.Kind, key.Source, key.SIM), func(t *testing.T) { test(t, key) })
	}
}

func (j *journey) has(phase contract.Phase) bool {
	return slices.Contains(order.Definitions[j.key].Phases, phase)
}

// goes takes every step of the wizard and plays every partner of the story.
func (j *journey) goes() {
	j.fillsWizardOf()
	j.partnersDoTheirs()
	if j.has(contract.PhaseCustomerActivates) {
		j.Activates(customerTurns)
	}
}

func (j *journey) fillsWizardOf() {
	if j.key.Source != contract.NumberNew { // the number itself opens the order
		j.Say(0, contract.UpdateOpen, nil)
	}
	for i, step := range order.Definitions[j.key].Steps {
		j.answersTo(step, time.Duration(i)*j.pace)
	}
}

func (j *journey) answersTo(step contract.Step, when time.Duration) {
	switch step {
	case contract.StepPurchaseType:
		if j.key.Kind == contract.KindMultiSIM {
			j.Say(when, contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{LineID: workflowtest.LineID, Name: "Watch", Device: j.device()})
		}
	case contract.StepReplacementRequest:
		asked := workflowtest.LostSIM
		asked.Device = j.device()
		j.Say(when, contract.UpdateRequestReplacement, asked)
	case contract.StepNumberSelection:
		j.At(0, func() { j.SayNow(contract.UpdateSelectNumber, "", contract.NumberChoice{MSISDN: workflowtest.Msisdn}) })
	case contract.StepMNPNumberSelection:
		j.AsksFor(when, contract.PortRequest{Operator: "stc", MSISDN: workflowtest.BroughtAlong, Window: contract.WindowEarliest})
	case contract.StepPlanSelection:
		j.ChoosesPlan(when)
	case contract.StepEligibilityCheck:
		j.Claims(when, "1000000008")
	case contract.StepIdentityValidation:
		j.AsksForPush(when)
		j.AppAnswers(when+j.pace/2, "order1", contract.IdentityCompleted)
	case contract.StepUserInformation, contract.StepPersonalInformation:
		j.Say(when, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	case contract.StepDelivery:
		j.Say(when, contract.UpdateChooseDelivery, contract.DeliveryChoice{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"}})
	case contract.StepOrderConfirmation:
		j.At(when, func() {
			j.SayNow(contract.UpdateConfirm, "", contract.Confirmation{AcceptTerms: true, Total: j.price()})
		})
	case contract.StepPayment:
		j.Pays(when, "p1")
	case contract.StepPaymentDetails, contract.StepOrderDetails:
	}
}

func (j *journey) price() contract.Halalas {
	if price := j.Books.Last().Price; price != nil {
		return price.Total
	}
	return 0
}

// device returns the phone of an order that names it within a step of the wizard.
func (j *journey) device() *contract.Device {
	if j.key.SIM == contract.SIMPhysical {
		return nil
	}
	return &contract.Device{Model: workflowtest.Phone}
}

func (j *journey) partnersDoTheirs() {
	if j.speaks(contract.PhaseDonorApproved) {
		j.DonorSays(donorApproves, 1, 2, contract.PortApproved, "")
	}
	if j.speaks(contract.PhaseParcelDelivered) {
		j.At(pickedUp, j.isPickedUp)
		j.Scanned(inHand, contract.ShipmentDelivered)
	}
	if j.speaks(contract.PhaseProfileInstalled) {
		j.At(pickedUp, j.isDownloaded)
		j.ReportedESIM(inHand, workflowtest.FirstESIM, contract.ProfileInstalled, "")
	}
}

func (j *journey) speaks(phase contract.Phase) bool { return j.has(phase) && j.silent != phase }

// isPickedUp does nothing for a missing or cancelled parcel. A parcel that was picked up cannot be cancelled.
func (j *journey) isPickedUp() {
	if len(j.Did("book-parcel")) == 0 || len(j.Did("cancel-parcel")) > 0 {
		return
	}
	j.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
	j.ScansNow("picked-up", contract.ShipmentPickedUp)
}

// isDownloaded does nothing for a missing or cancelled profile. A profile that was downloaded cannot be cancelled.
func (j *journey) isDownloaded() {
	if len(j.Did("order-profile")) == 0 || len(j.Did("cancel-profile")) > 0 {
		return
	}
	j.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate))
	j.ReportsNow("downloaded", workflowtest.FirstESIM, contract.ProfileDownloaded, "", j.Now())
}

// proofs are the effects by which a phase is recognised.
var proofs = map[contract.Phase]string{
	contract.PhasePaid: "payment-paid", contract.PhasePortSubmitted: "submit-port", contract.PhaseDonorApproved: "port-approved",
	contract.PhaseSIMAllocated: "allocate-sim", contract.PhaseParcelDelivered: "parcel-delivered",
	contract.PhaseProfileReady: "profile-released", contract.PhaseProfileInstalled: "profile-installed",
	contract.PhaseLineOn: "switch-on", contract.PhaseNumberMoved: "broadcast", contract.PhaseCompleted: "complete",
	contract.PhaseOldSIMSuspended: "suspend", contract.PhaseSIMTakenOver: "swap", contract.PhaseExtraSIMAdded: "add-sim",
}

func TestKinds_Each_ReachesItsAim(t *testing.T) {
	forEveryKind(t, func(t *testing.T, key order.Key) {
		j := newJourney(t, key)
		j.goes()

		end := j.RunsTo(contract.StageActive)

		require.Empty(t, j.Refusals)
		require.Equal(t, j.price(), order.PaidPayment(end).Amount)
		require.Empty(t, j.Did("hold", "begin-cancel", "refund"))
		for _, phase := range order.Definitions[key].Phases {
			if proof, left := proofs[phase]; left {
				require.Len(t, j.Did(proof), 1, "%s of %q", phase, j.Did())
			}
		}
		require.Contains(t, j.MessagesSent(), "order-placed")
	})
}
