package naive

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	courieracts "selfcare/activities/courier"
	esimacts "selfcare/activities/esim"
	identityacts "selfcare/activities/identity"
	"selfcare/activities/message"
	networkacts "selfcare/activities/network"
	orderacts "selfcare/activities/order"
	paymentacts "selfcare/activities/payment"
	"selfcare/internal/contract"
)

// Names of the activities; the methods are never called here.
var (
	orders    orderacts.Activities
	payments  *paymentacts.Activities
	identity  *identityacts.Activities
	registry  *identityacts.Registry
	courier   *courieracts.Activities
	esims     *esimacts.Activities
	network   *networkacts.Activities
	messenger *message.Activities
)

const statusQuery = "status"

// Workflow ids. The API hands every call-back to the order of its number: the waiting children take that id one after
// the other, so that no message has to be passed on.
func buyID(orderID string) string      { return "naive-order/" + orderID }
func wizardID(orderID string) string   { return "naive-wizard/" + orderID }
func activateID(orderID string) string { return "naive-activation/" + orderID }

// Request starts a naive order.
type Request struct {
	Input  contract.OrderInput `json:"input"`
	MSISDN string              `json:"msisdn"`
}

// Filled is the result of the wizard.
type Filled struct {
	Order contract.Order      `json:"order"`
	Pay   contract.PayRequest `json:"pay"`
}

// Buy is the whole order: each concern is a child.
func Buy(ctx workflow.Context, in Request) error {
	order := in.Input.Order
	if err := answerStatus(ctx, &order); err != nil {
		return err
	}
	var filled Filled
	if err := run(ctx, wizardID(order.ID), FillWizard, in).Get(ctx, &filled); err != nil {
		return err
	}
	order = filled.Order
	if err := takeMoney(ctx, &order, filled.Pay, in.Input.Settings); err != nil {
		return err
	}
	if err := tell(ctx, order, "order-placed"); err != nil {
		return err
	}
	fulfil := deliverSIM
	if order.Kind == contract.KindESIM {
		fulfil = provideESIM
	}
	if err := fulfil(ctx, &order, in.Input.Settings); err != nil {
		return err
	}
	return tell(ctx, order, "line-active")
}

func deliverSIM(ctx workflow.Context, order *contract.Order, _ contract.Settings) error {
	if err := change(ctx, order, orders.AllocateSIM, at(ctx)); err != nil {
		return err
	}
	if err := run(ctx, contract.OrderWorkflowID(order.Number), Ship, *order).Get(ctx, order); err != nil {
		return err
	}
	if err := tell(ctx, *order, "order-delivered"); err != nil {
		return err
	}
	return run(ctx, activateID(order.ID), Activate, *order).Get(ctx, order)
}

func provideESIM(ctx workflow.Context, order *contract.Order, s contract.Settings) error {
	promise := contract.ProfilePromised{At: at(ctx), Within: s.ESIM.ReadyWithin}
	if err := change(ctx, order, orders.PromiseProfile, promise); err != nil {
		return err
	}
	if err := run(ctx, contract.OrderWorkflowID(order.Number), Install, *order).Get(ctx, order); err != nil {
		return err
	}
	return run(ctx, activateID(order.ID), SwitchOn, *order).Get(ctx, order)
}

func takeMoney(ctx workflow.Context, order *contract.Order, pay contract.PayRequest, s contract.Settings) error {
	in := contract.PaymentInput{
		OrderID: order.ID, PaymentID: pay.PaymentID, CardToken: pay.CardToken, ReturnURL: pay.ReturnURL,
		Amount: order.Price.Total, TTL: s.PaymentTTL,
	}
	var paid contract.Payment
	if err := run(ctx, "payment/"+pay.PaymentID, TakeMoney, in).Get(ctx, &paid); err != nil {
		return err
	}
	return change(ctx, order, orders.RecordPayment, contract.PaymentMoved{At: at(ctx), Payment: paid})
}

// TakeMoney charges the card. Only cards without 3-D Secure are used with it.
func TakeMoney(ctx workflow.Context, in contract.PaymentInput) (contract.Payment, error) {
	var paid contract.Payment
	err := workflow.ExecuteActivity(options(ctx), payments.ChargeCard, in).Get(ctx, &paid)
	return paid, err
}

func run(ctx workflow.Context, id string, wf, in any) workflow.ChildWorkflowFuture {
	return workflow.ExecuteChildWorkflow(workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{WorkflowID: id}), wf, in)
}

// change lets one activity turn the order into its next state.
func change(ctx workflow.Context, order *contract.Order, activity, in any) error {
	var next contract.Order
	if err := workflow.ExecuteActivity(options(ctx), activity, *order, in).Get(ctx, &next); err != nil {
		return err
	}
	*order = next
	return nil
}

func tell(ctx workflow.Context, order contract.Order, template string) error {
	notice := contract.Notice{
		OrderID: order.ID, Key: template, Template: template, Language: order.Language,
		Mobile: order.Contact.Mobile, Email: order.Contact.Email,
		Params: map[string]string{"order": order.Number, "msisdn": order.Booking.MSISDN},
	}
	return workflow.ExecuteActivity(options(ctx), messenger.NotifyCustomer, notice).Get(ctx, nil)
}

func answerStatus(ctx workflow.Context, order *contract.Order) error {
	return workflow.SetQueryHandler(ctx, statusQuery, func() (contract.Order, error) { return *order, nil })
}

func options(ctx workflow.Context) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 10 * time.Second,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: 300 * time.Millisecond},
	})
}

func at(ctx workflow.Context) contract.At { return contract.At{Now: workflow.Now(ctx)} }
