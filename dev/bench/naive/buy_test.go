package naive

import (
	"context"
	"slices"
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
	orderID     = "0193b7a4-0000-7000-8000-000000000001"
	orderNumber = "SC86675687"
	paymentID   = "p-1"
)

// The peer must do the product's whole work: the test counts its activities.
func TestBuy_SIMOrder_DoesAllWork(t *testing.T) {
	require.Equal(t, []string{
		"OpenOrder", "ChoosePlan", "LookUpPerson", "AcceptPerson", "RequestIdentity", "SaveIdentity", "SaveIdentity",
		"SaveContact", "ChooseDelivery", "ConfirmPrice", "OpenPayment", "ChargeCard", "RecordPayment", "NotifyCustomer",
		"AllocateSIM", "BookParcel", "RecordShipment", "RecordShipment", "NotifyCustomer", "RecordShipment", "NotifyCustomer",
		"RequestIdentity", "SaveIdentity", "SaveIdentity", "CheckCard", "ActivateLine", "CompleteOrder", "NotifyCustomer",
	}, workOf(t, contract.KindSIM, slices.Concat(wizardSteps(true), parcelSteps)))
}

func TestBuy_ESIMOrder_DoesAllWork(t *testing.T) {
	require.Equal(t, []string{
		"OpenOrder", "ChoosePlan", "LookUpPerson", "AcceptPerson", "RequestIdentity", "SaveIdentity", "SaveIdentity",
		"SaveContact", "ConfirmPrice", "OpenPayment", "ChargeCard", "RecordPayment", "NotifyCustomer",
		"PromiseProfile", "OrderProfile", "RecordProfile", "NotifyCustomer", "RecordProfile", "RecordProfile",
		"ActivateLine", "CompleteOrder", "NotifyCustomer",
	}, workOf(t, contract.KindESIM, slices.Concat(wizardSteps(false), profileSteps)))
}

// workOf lists the activities of an order with these steps.
func workOf(t *testing.T, kind contract.Kind, steps []step) []string {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	for _, wf := range []any{Buy, FillWizard, ProveIdentity, TakeMoney, Ship, Activate, Install, SwitchOn} {
		env.RegisterWorkflow(wf)
	}
	var done []string
	env.SetOnActivityStartedListener(func(info *activity.Info, _ context.Context, _ converter.EncodedValues) {
		done = append(done, info.ActivityType.Name)
	})
	answerActivities(env, kind)
	signalSteps(t, env, steps)

	order := contract.Order{ID: orderID, Number: orderNumber, Kind: kind}
	env.ExecuteWorkflow(Buy, Request{Input: contract.OrderInput{Order: order}, MSISDN: "0570000001"})

	require.True(t, env.IsWorkflowCompleted())
	require.NoError(t, env.GetWorkflowError())
	return done
}

// answerActivities lets every change of the order succeed with a complete order.
func answerActivities(env *testsuite.TestWorkflowEnvironment, kind contract.Kind) {
	full := contract.Order{
		ID: orderID, Number: orderNumber, Kind: kind, Device: &contract.Device{}, Booking: &contract.Booking{}, Plan: &contract.Plan{}, Person: &contract.Person{}, Contact: &contract.Contact{},
		Delivery: &contract.Delivery{}, Price: &contract.Price{}, SIM: &contract.SIM{},
	}
	for _, change := range []any{
		orders.ChoosePlan, orders.AcceptPerson, orders.SaveIdentity, orders.SaveContact, orders.ChooseDelivery, orders.ConfirmPrice,
		orders.OpenPayment, orders.RecordPayment, orders.AllocateSIM, orders.RecordShipment,
		orders.PromiseProfile, orders.RecordProfile, orders.CompleteOrder,
	} {
		env.OnActivity(change, mock.Anything, mock.Anything, mock.Anything).Return(full, nil)
	}
	env.OnActivity(orders.OpenOrder, mock.Anything, mock.Anything, mock.Anything, mock.Anything).Return(full, nil)
	env.OnActivity(orders.CheckCard, mock.Anything, mock.Anything, mock.Anything).Return(nil)
	env.OnActivity(registry.LookUpPerson, mock.Anything, mock.Anything).Return(contract.PersonFound{}, nil)
	env.OnActivity(identity.RequestIdentity, mock.Anything, mock.Anything).Return(contract.Identity{}, nil)
	env.OnActivity(payments.ChargeCard, mock.Anything, mock.Anything).Return(contract.Payment{Status: contract.PaymentPaid}, nil)
	env.OnActivity(courier.BookParcel, mock.Anything, mock.Anything).Return(contract.Shipment{}, nil)
	env.OnActivity(esims.OrderProfile, mock.Anything, mock.Anything).Return(contract.Profile{State: contract.ProfileReleased}, nil)
	env.OnActivity(network.ActivateLine, mock.Anything, mock.Anything).Return(nil)
	env.OnActivity(messenger.NotifyCustomer, mock.Anything, mock.Anything).Return(nil)
}

// step is a signal and the workflow it goes to.
type step struct {
	to, signal string
	arg        any
}

func wizardSteps(delivered bool) []step {
	wizard := wizardID(orderID)
	steps := []step{
		{wizard, contract.UpdateSelectPlan, contract.PlanChoice{}},
		{wizard, contract.UpdateCheckEligibility, contract.EligibilityClaim{}},
		{wizard, contract.UpdateRequestIdentity, nil},
		{contract.OrderWorkflowID(orderNumber), contract.SignalIdentityAnswered, contract.IdentityAnswered{Status: contract.IdentityCompleted}},
		{wizard, contract.UpdateProvideContact, contract.Contact{}},
	}
	if delivered {
		steps = append(steps, step{wizard, contract.UpdateChooseDelivery, contract.DeliveryChoice{}})
	}
	return append(steps,
		step{wizard, contract.UpdateConfirm, contract.Confirmation{}},
		step{wizard, contract.UpdatePay, contract.PayRequest{PaymentID: paymentID}},
	)
}

var parcelSteps = []step{
	{contract.OrderWorkflowID(orderNumber), contract.SignalParcelScanned, contract.ParcelScanned{Status: contract.ShipmentPickedUp}},
	{contract.OrderWorkflowID(orderNumber), contract.SignalParcelScanned, contract.ParcelScanned{Status: contract.ShipmentDelivered}},
	{activateID(orderID), contract.UpdateRequestIdentity, nil},
	{contract.OrderWorkflowID(orderNumber), contract.SignalIdentityAnswered, contract.IdentityAnswered{Status: contract.IdentityCompleted}},
	{activateID(orderID), contract.UpdateActivate, contract.ActivationRequest{}},
}

var profileSteps = []step{
	{contract.OrderWorkflowID(orderNumber), contract.SignalProfileReported, contract.ProfileReported{State: contract.ProfileDownloaded}},
	{contract.OrderWorkflowID(orderNumber), contract.SignalProfileReported, contract.ProfileReported{State: contract.ProfileInstalled}},
}

// signalSteps sends each step a second after the former.
func signalSteps(t *testing.T, env *testsuite.TestWorkflowEnvironment, steps []step) {
	t.Helper()
	for i, step := range steps {
		env.RegisterDelayedCallback(func() {
			require.NoError(t, env.SignalWorkflowByID(step.to, step.signal, step.arg))
		}, time.Duration(i+1)*time.Second)
	}
}
