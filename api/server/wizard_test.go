package server_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
)

// wizardCall is one step of the wizard as the browser takes it, and what answers it.
type wizardCall struct {
	operation    string
	method, path string
	step         contract.Step
	update       string
	answered     func(*contract.Order)
}

var wizardCalls = []wizardCall{
	{"selectNumber", http.MethodPut, "/number", contract.StepNumberSelection, contract.UpdateSelectNumber, func(o *contract.Order) {
		o.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
	}},
	{"selectPlan", http.MethodPut, "/plan", contract.StepPlanSelection, contract.UpdateSelectPlan, func(o *contract.Order) {
		o.Plan = &contract.Plan{ID: "hawakom-90"}
	}},
	{"checkEligibility", http.MethodPut, "/eligibility", contract.StepEligibilityCheck, contract.UpdateCheckEligibility, func(o *contract.Order) {
		o.Person = &contract.Person{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"}
	}},
	{"requestIdentity", http.MethodPost, "/identity", contract.StepIdentityValidation, contract.UpdateRequestIdentity, func(o *contract.Order) {
		o.Identity = &contract.Identity{Status: contract.IdentityCompleted, Purpose: contract.PurposeOrder}
	}},
	{"providePersonalInformation", http.MethodPut, "/personal-information", contract.StepUserInformation, contract.UpdateProvideContact, func(o *contract.Order) {
		o.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: contactMobile}
	}},
	{"chooseDelivery", http.MethodPut, "/delivery", contract.StepDelivery, contract.UpdateChooseDelivery, func(o *contract.Order) {
		o.Delivery = &contract.Delivery{Method: contract.DeliverPickup, BranchID: "RUH-1"}
	}},
	{"confirmOrder", http.MethodPost, "/confirmation", contract.StepOrderConfirmation, contract.UpdateConfirm, func(o *contract.Order) {
		o.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LineNumber, Amount: 1000}}, Total: 1000, PinnedAt: time.Now()}
	}},
	{"payOrder", http.MethodPost, "/payments", contract.StepPayment, contract.UpdatePay, nil},
}

// ruled answers updates by the rule that the order's workflow asks first.
func ruled(o contract.Order, update string, _ any) (contract.Order, error) {
	for _, call := range wizardCalls {
		if call.update == update {
			return o, order.ValidateStep(o, call.step)
		}
	}
	return o, nil
}

func (r *rig) take(o started, call wizardCall, headers ...header) answer {
	r.t.Helper()
	return r.call(call.method, "/api/orders/"+o.id+call.path, samples[call.operation].body, append([]header{freshKey()}, headers...)...)
}

// answeredUpTo is an order with so many steps answered.
func (r *rig) answeredUpTo(count int, further ...func(*contract.Order)) started {
	r.t.Helper()
	o := r.start()
	r.put(o, func(full *contract.Order) {
		for _, call := range wizardCalls[:count] {
			call.answered(full)
		}
		for _, change := range further {
			change(full)
		}
	})
	return o
}

// TestNoWizardStepIsTakenOutOfTurn tries each step before its turn, after the hold ran out, when the order is closed, with
// somebody else's session and with one that is over, and twice (S6).
func TestNoWizardStepIsTakenOutOfTurn(t *testing.T) {
	r := newRig(t)
	require.NoError(t, r.store.Settings.Change(t.Context(), map[string]json.RawMessage{"verifyContact": []byte("false")}))
	r.flow.decide = ruled
	refused := 0
	expect := func(o started, call wizardCall, code contract.Code, headers ...header) {
		before, err := r.store.Orders.Get(t.Context(), o.id)
		require.NoError(t, err)
		requireRefused(t, r.take(o, call, headers...), code)
		after, err := r.store.Orders.Get(t.Context(), o.id)
		require.NoError(t, err)
		require.Equal(t, before, after, call.operation)
		refused++
	}
	last := len(wizardCalls) - 1
	for count := range last {
		o := r.answeredUpTo(count)
		for _, early := range wizardCalls[count+1:] {
			expect(o, early, contract.FailStepOutOfOrder, withSession(o.session))
		}
		require.Equal(t, http.StatusOK, r.take(o, wizardCalls[count], withSession(o.session)).StatusCode, "its own turn")
	}
	expired := r.answeredUpTo(last, func(o *contract.Order) { o.Booking.Expired = true })
	closed := r.answeredUpTo(last, func(o *contract.Order) { o.Stage = contract.StageCancelled })
	mine, other := r.answeredUpTo(last), r.start()
	over, hash := tokenOf(8)
	require.NoError(t, r.store.Orders.GrantSession(t.Context(), mine.id, hash, permission.WholeOrder, time.Now().Add(-time.Second)))
	for i, call := range wizardCalls {
		if i > 0 { // another number may be chosen
			expect(expired, call, contract.FailHoldExpired, withSession(expired.session))
		}
		expect(closed, call, contract.FailOrderClosed, withSession(closed.session))
		expect(mine, call, contract.FailOrderNotYours, withSession(other.session))
		expect(mine, call, contract.FailOrderNotYours, withSession(over))
	}
	t.Logf("S6: steps out of order, after the hold, after the end or with another's session: %d tried, 0 accepted; taken twice: %d",
		refused, r.takenTwice(mine))
}

// takenTwice sends each step twice with one key and counts those that reached the workflow more than once.
func (r *rig) takenTwice(o started) (twice int) {
	r.t.Helper()
	for _, call := range wizardCalls {
		before, key := len(r.flow.sentUpdates()), withKey(uuid.NewString())
		first, again := r.take(o, call, withSession(o.session), key), r.take(o, call, withSession(o.session), key)
		require.Equal(r.t, http.StatusOK, first.StatusCode, string(first.body))
		require.Equal(r.t, string(first.body), string(again.body))
		if len(r.flow.sentUpdates()) != before+1 {
			twice++
		}
	}
	require.Zero(r.t, twice)
	return twice
}
