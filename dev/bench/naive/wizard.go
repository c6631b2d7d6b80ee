package naive

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// FillWizard books the number and takes one signal for each step, in order, until the customer pays.
func FillWizard(ctx workflow.Context, in Request) (Filled, error) {
	w := &wizard{order: in.Input.Order, settings: in.Input.Settings}
	if err := answerStatus(ctx, &w.order); err != nil {
		return Filled{}, err
	}
	if err := w.open(ctx, in); err != nil {
		return Filled{}, err
	}
	held, endHold := workflow.WithCancel(ctx)
	workflow.NewTimer(held, w.settings.HoldFor)
	defer endHold()
	for _, step := range []func(workflow.Context) error{
		w.selectPlan, w.checkEligibility, w.proveIdentity, w.saveContact, w.chooseDelivery, w.confirm, w.openPayment,
	} {
		if err := step(ctx); err != nil {
			return Filled{}, err
		}
	}
	return Filled{Order: w.order, Pay: w.pay}, nil
}

type wizard struct {
	order    contract.Order
	settings contract.Settings
	pay      contract.PayRequest
}

func (w *wizard) open(ctx workflow.Context, in Request) error {
	booked := contract.Booked{At: at(ctx), MSISDN: in.MSISDN, HoldFor: w.settings.HoldFor, HoldCap: w.settings.HoldCap}
	opening := contract.Opening{Session: in.Input.Session, MSISDN: in.MSISDN}
	first := w.order
	first.Stage, first.Step = contract.StageWizard, contract.StepNumberSelection
	return workflow.ExecuteActivity(options(ctx), orders.OpenOrder, first, opening, booked).Get(ctx, &w.order)
}

// next waits for a step's signal.
func next(ctx workflow.Context, step string, in any) {
	workflow.GetSignalChannel(ctx, step).Receive(ctx, in)
}

func (w *wizard) selectPlan(ctx workflow.Context) error {
	var in contract.PlanChoice
	next(ctx, contract.UpdateSelectPlan, &in)
	return change(ctx, &w.order, orders.ChoosePlan, contract.PlanChosen{At: at(ctx), PlanID: in.PlanID})
}

func (w *wizard) checkEligibility(ctx workflow.Context) error {
	var claim contract.EligibilityClaim
	next(ctx, contract.UpdateCheckEligibility, &claim)
	var found contract.PersonFound
	if err := workflow.ExecuteActivity(options(ctx), registry.LookUpPerson, contract.PersonQuery{Claim: claim}).Get(ctx, &found); err != nil {
		return err
	}
	found.At = at(ctx)
	return change(ctx, &w.order, orders.AcceptPerson, found)
}

func (w *wizard) proveIdentity(ctx workflow.Context) error {
	next(ctx, contract.UpdateRequestIdentity, nil)
	return prove(ctx, &w.order, contract.PurposeOrder)
}

func (w *wizard) saveContact(ctx workflow.Context) error {
	var in contract.Contact
	next(ctx, contract.UpdateProvideContact, &in)
	return change(ctx, &w.order, orders.SaveContact, contract.ContactGiven{At: at(ctx), Contact: in})
}

// chooseDelivery asks nothing if no parcel is sent.
func (w *wizard) chooseDelivery(ctx workflow.Context) error {
	if w.order.Kind == contract.KindESIM {
		return nil
	}
	var in contract.DeliveryChoice
	next(ctx, contract.UpdateChooseDelivery, &in)
	return change(ctx, &w.order, orders.ChooseDelivery, contract.DeliveryChosen{At: at(ctx), Choice: in})
}

func (w *wizard) confirm(ctx workflow.Context) error {
	var in contract.Confirmation
	next(ctx, contract.UpdateConfirm, &in)
	return change(ctx, &w.order, orders.ConfirmPrice, contract.PriceConfirmed{At: at(ctx), Confirmation: in})
}

func (w *wizard) openPayment(ctx workflow.Context) error {
	next(ctx, contract.UpdatePay, &w.pay)
	opened := contract.Payment{
		ID: w.pay.PaymentID, Status: contract.PaymentProcessing, Amount: w.order.Price.Total, At: workflow.Now(ctx),
	}
	return change(ctx, &w.order, orders.OpenPayment, contract.PaymentMoved{
		At: at(ctx), Payment: opened, HoldFor: w.settings.PaymentTTL, HoldCap: w.settings.HoldCap,
	})
}

// Proof is the input of ProveIdentity.
type Proof struct {
	Order   contract.Order `json:"order"`
	Purpose string         `json:"purpose"`
}

// prove runs the identity child under the id that gets the call-back.
func prove(ctx workflow.Context, order *contract.Order, purpose string) error {
	return run(ctx, contract.OrderWorkflowID(order.Number), ProveIdentity, Proof{Order: *order, Purpose: purpose}).Get(ctx, order)
}

// ProveIdentity sends the push and waits for the answer.
func ProveIdentity(ctx workflow.Context, in Proof) (contract.Order, error) {
	order := in.Order
	if err := answerStatus(ctx, &order); err != nil {
		return order, err
	}
	request := contract.IdentityRequest{
		OrderID: order.ID, Purpose: in.Purpose, Try: 1, IDNumber: order.Person.IDNumber, Language: order.Language,
	}
	var sent contract.Identity
	if err := workflow.ExecuteActivity(options(ctx), identity.RequestIdentity, request).Get(ctx, &sent); err != nil {
		return order, err
	}
	sent.Purpose, sent.Tries = in.Purpose, request.Try
	moved := contract.IdentityMoved{At: at(ctx), Identity: sent, HoldFor: 5 * time.Minute, HoldCap: time.Hour}
	if err := change(ctx, &order, orders.SaveIdentity, moved); err != nil {
		return order, err
	}
	var answer contract.IdentityAnswered
	workflow.GetSignalChannel(ctx, contract.SignalIdentityAnswered).Receive(ctx, &answer)
	sent.Status = answer.Status
	err := change(ctx, &order, orders.SaveIdentity, contract.IdentityMoved{At: at(ctx), Identity: sent})
	return order, err
}
