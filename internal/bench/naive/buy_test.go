package naive

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
)

const (
	orderID   = "0193b7a4-0000-7000-8000-000000000001"
	paymentID = "p-1"
)

// The peer has to do what the product does, no less: its activities are counted here.
func TestBuy_DoesTheWholeWorkOfAnOrder(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	for _, wf := range []any{Buy, FillWizard, ProveIdentity, TakeMoney, Ship, Activate} {
		env.RegisterWorkflow(wf)
	}
	var done []string
	env.SetOnActivityStartedListener(func(info *activity.Info, _ context.Context, _ converter.EncodedValues) {
		done = append(done, info.ActivityType.Name)
	})
	answerActivities(env)
	signalSteps(t, env)

	env.ExecuteWorkflow(Buy, Request{Input: contract.OrderInput{Order: contract.Order{ID: orderID}}, MSISDN: "0570000001"})

	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, []string{
		"OpenOrder", "ChoosePlan", "LookUpPerson", "AcceptPerson", "RequestIdentity", "SaveIdentity", "SaveIdentity",
		"SaveContact", "ChooseDelivery", "ConfirmPrice", "OpenPayment", "ChargeCard", "RecordPayment", "NotifyCustomer",
		"AllocateSIM", "BookParcel", "RecordShipment", "RecordShipment", "NotifyCustomer", "RecordShipment", "NotifyCustomer",
		"RequestIdentity", "SaveIdentity", "SaveIdentity", "CheckCard", "ActivateLine", "CompleteOrder", "NotifyCustomer",
	}, done)
}

// answerActivities lets every change of the order succeed with an order that has everything.
func answerActivities(env *testsuite.TestWorkflowEnvironment) {
	full := contract.Order{
		ID: orderID, Booking: &contract.Booking{}, Plan: &contract.Plan{}, Person: &contract.Person{}, Contact: &contract.Contact{},
		Delivery: &contract.Delivery{}, Price: &contract.Price{}, SIM: &contract.SIM{},
	}
	for _, change := range []any{
		orders.ChoosePlan, orders.AcceptPerson, orders.SaveIdentity, orders.SaveContact, orders.ChooseDelivery, orders.ConfirmPrice,
		orders.OpenPayment, orders.RecordPayment, orders.AllocateSIM, orders.RecordShipment, orders.CompleteOrder,
	} {
		env.OnActivity(change, mock.Anything, mock.Anything, mock.Anything).Return(full, nil)
	}
	env.OnActivity(orders.OpenOrder, mock.Anything, mock.Anything, mock.Anything, mock.Anything).Return(full, nil)
	env.OnActivity(orders.CheckCard, mock.Anything, mock.Anything, mock.Anything).Return(nil)
	env.OnActivity(registry.LookUpPerson, mock.Anything, mock.Anything).Return(contract.PersonFound{}, nil)
	env.OnActivity(identity.RequestIdentity, mock.Anything, mock.Anything).Return(contract.Identity{}, nil)
	env.OnActivity(payments.ChargeCard, mock.Anything, mock.Anything).Return(contract.Payment{Status: contract.PaymentPaid}, nil)
	env.OnActivity(courier.BookParcel, mock.Anything, mock.Anything).Return(contract.Shipment{}, nil)
	env.OnActivity(network.ActivateLine, mock.Anything, mock.Anything).Return(nil)
	env.OnActivity(messenger.NotifyCustomer, mock.Anything, mock.Anything).Return(nil)
}

// signalSteps sends each step a second after the one before.
func signalSteps(t *testing.T, env *testsuite.TestWorkflowEnvironment) {
	t.Helper()
	steps := []struct {
		to, signal string
		arg        any
	}{
		{wizardID(orderID), contract.UpdateSelectPlan, contract.PlanChoice{}},
		{wizardID(orderID), contract.UpdateCheckEligibility, contract.EligibilityClaim{}},
		{wizardID(orderID), contract.UpdateRequestIdentity, nil},
		{contract.OrderWorkflowID(orderID), contract.SignalIdentityAnswered, contract.IdentityAnswered{Status: contract.IdentityCompleted}},
		{wizardID(orderID), contract.UpdateProvideContact, contract.Contact{}},
		{wizardID(orderID), contract.UpdateChooseDelivery, contract.DeliveryChoice{}},
		{wizardID(orderID), contract.UpdateConfirm, contract.Confirmation{}},
		{wizardID(orderID), contract.UpdatePay, contract.PayRequest{PaymentID: paymentID}},
		{contract.ShipmentWorkflowID(orderID), contract.SignalParcelScanned, contract.ParcelScanned{Status: contract.ShipmentPickedUp}},
		{contract.ShipmentWorkflowID(orderID), contract.SignalParcelScanned, contract.ParcelScanned{Status: contract.ShipmentDelivered}},
		{activateID(orderID), contract.UpdateRequestIdentity, nil},
		{contract.OrderWorkflowID(orderID), contract.SignalIdentityAnswered, contract.IdentityAnswered{Status: contract.IdentityCompleted}},
		{activateID(orderID), contract.UpdateActivate, contract.ActivationRequest{}},
	}
	for i, step := range steps {
		env.RegisterDelayedCallback(func() {
			require.NoError(t, env.SignalWorkflowByID(step.to, step.signal, step.arg))
		}, time.Duration(i+1)*time.Second)
	}
}
