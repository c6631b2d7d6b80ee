package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// draft returns an order that is answered up to the given step, without it.
func draft(until contract.Step) contract.Order {
	o := contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberNew, Stage: contract.StageWizard}
	fill := map[contract.Step]func(){
		contract.StepNumberSelection: func() {
			o = order.WithBooking(o, contract.Booking{MSISDN: "0571234567", Price: 3000, HeldSince: now, HeldUntil: now.Add(15 * time.Minute)}, 15)
		},
		contract.StepPlanSelection: func() {
			o.Plan = &contract.Plan{ID: "hawakom-55", Price: 5500}
			o = order.Priced(o, 15)
		},
		contract.StepEligibilityCheck: func() { o = order.WithPerson(o, contract.Person{IDNumber: "1000000008"}) },
		contract.StepIdentityValidation: func() {
			o.Identity = &contract.Identity{Purpose: contract.PurposeOrder, Status: contract.IdentityCompleted, Tries: 1}
		},
		contract.StepUserInformation: func() { o.Contact = &contract.Contact{FullName: "Sara Ali"} },
		contract.StepDelivery: func() {
			o.Delivery = &contract.Delivery{Method: contract.DeliverHome, Fee: 2500}
			o = order.Priced(o, 15)
		},
		contract.StepOrderConfirmation: func() { o.Price.PinnedAt = now },
		contract.StepPayment:           func() { o.Payments = []contract.Payment{{ID: "p1", Status: contract.PaymentPending, Amount: 11000}} },
		contract.StepPaymentDetails:    func() { o.Payments[0].Status = contract.PaymentPaid },
	}
	for _, state := range order.Steps(o) {
		if state.Step == until {
			break
		}
		fill[state.Step]()
	}
	return o
}

func TestValidateStep_Cases(t *testing.T) {
	expired := order.WithoutBooking(draft(contract.StepDelivery), true)
	pending := draft(contract.StepPayment)
	pending.Payments = []contract.Payment{{ID: "p1", Status: contract.PaymentPending}}
	challenged := draft(contract.StepPayment)
	challenged.Payments = []contract.Payment{{ID: "p1", Status: contract.PaymentChallenge}}
	active := draft(contract.StepOrderDetails)
	active.Stage = contract.StageActive
	lost := draft(contract.StepOrderDetails)
	lost.Stage = contract.StageNumberLost

	tests := map[string]struct {
		order contract.Order
		step  contract.Step
		want  contract.Code // empty: allowed
	}{
		"the waiting step is allowed":                       {draft(contract.StepDelivery), contract.StepDelivery, ""},
		"an earlier answer may be changed":                  {draft(contract.StepDelivery), contract.StepPlanSelection, ""},
		"a later step is out of order":                      {draft(contract.StepPlanSelection), contract.StepDelivery, contract.FailStepOutOfOrder},
		"after the hold expired only a number helps":        {expired, contract.StepDelivery, contract.FailHoldExpired},
		"after the hold expired another number is allowed":  {expired, contract.StepNumberSelection, ""},
		"nothing changes under an unknown payment":          {pending, contract.StepPlanSelection, contract.FailPaymentPending},
		"no second card while the outcome is unknown":       {pending, contract.StepPayment, contract.FailPaymentPending},
		"another card may replace an abandoned bank's page": {challenged, contract.StepPayment, ""},
		"no other step at the bank's page":                  {challenged, contract.StepDelivery, contract.FailPaymentPending},
		"a closed order takes nothing":                      {active, contract.StepPlanSelection, contract.FailOrderClosed},
		"a lost number may be replaced after payment":       {lost, contract.StepNumberSelection, ""},
		"a step of another kind is out of order":            {draft(contract.StepDelivery), contract.StepMNPNumberSelection, contract.FailStepOutOfOrder},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := order.ValidateStep(tt.order, tt.step)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.Refuse(tt.want), err)
		})
	}
}

func TestNext_Answers_DecideTheStep(t *testing.T) {
	for _, state := range order.Steps(draft(contract.StepOrderDetails)) {
		if state.Step == contract.StepOrderDetails {
			continue
		}
		require.Equal(t, state.Step, order.Next(draft(state.Step)))
	}
}

func TestSteps_PortedESIM_HasNoAddressStep(t *testing.T) {
	var steps []contract.Step
	for _, state := range order.Steps(contract.Order{Kind: contract.KindESIM, NumberSource: contract.NumberPortIn}) {
		steps = append(steps, state.Step)
	}
	require.Equal(t, []contract.Step{contract.StepPurchaseType, contract.StepMNPNumberSelection}, steps[:2])
	require.NotContains(t, steps, contract.StepDelivery)
}

func TestSteps_EachKind_HasItsContactStep(t *testing.T) {
	for key, definition := range order.Definitions {
		want, other := contract.StepUserInformation, contract.StepPersonalInformation
		if key.SIM == contract.SIMEmbedded {
			want, other = other, want
		}
		require.Contains(t, definition.Steps, want, key)
		require.NotContains(t, definition.Steps, other, key)
		require.Equal(t, want, order.ContactStep(contract.Order{Kind: key.Kind, NumberSource: key.Source, SIMType: key.SIM}))
	}
}

func TestNext_AtBank_IsPaymentDetails(t *testing.T) {
	for status, want := range map[contract.PaymentStatus]contract.Step{
		contract.PaymentProcessing: contract.StepPaymentDetails,
		contract.PaymentPending:    contract.StepPaymentDetails,
		contract.PaymentChallenge:  contract.StepPaymentDetails,
		contract.PaymentDeclined:   contract.StepPayment,
		contract.PaymentPaid:       contract.StepOrderDetails,
	} {
		o := draft(contract.StepPayment)
		o.Payments = []contract.Payment{{ID: "p1", Status: status}}
		require.Equal(t, want, order.Next(o), status)
	}
}

func TestSteps_BundledPackage_SkipsPlan(t *testing.T) {
	o := draft(contract.StepNumberSelection)
	o.PackageID = "hawakom-55"
	for _, state := range order.Steps(o) {
		require.NotEqual(t, contract.StepPlanSelection, state.Step)
	}
}

func TestConfirmed(t *testing.T) {
	free := draft(contract.StepOrderConfirmation)
	free.Booking.Price, free.Plan.Price, free.Delivery.Fee = 0, 0, 0
	tests := map[string]struct {
		order contract.Order
		in    contract.Confirmation
		want  contract.Code
	}{
		"the price the customer saw is pinned": {draft(contract.StepOrderConfirmation), contract.Confirmation{AcceptTerms: true, Total: 11000}, ""},
		"terms must be accepted":               {draft(contract.StepOrderConfirmation), contract.Confirmation{Total: 11000}, contract.FailTermsNotAccepted},
		"another price is refused":             {draft(contract.StepOrderConfirmation), contract.Confirmation{AcceptTerms: true, Total: 1}, contract.FailPriceChanged},
		"zero cannot be charged":               {order.Priced(free, 15), contract.Confirmation{AcceptTerms: true}, contract.FailAmountZero},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			confirmed, err := order.Confirmed(tt.order, tt.in, now)
			if tt.want == "" {
				require.NoError(t, err)
				require.True(t, order.Pinned(confirmed))
				return
			}
			var no *contract.Refusal
			require.ErrorAs(t, err, &no)
			require.Equal(t, tt.want, no.Code)
		})
	}
}

func TestRecurringOf_Order_IsThePriceOfACycle(t *testing.T) {
	tests := map[string]struct {
		o    contract.Order
		want *order.Recurring
	}{
		"nothing is chosen":       {contract.Order{}, nil},
		"a plan renews by days":   {contract.Order{Plan: &contract.Plan{Price: 9000, CycleDays: 30}}, &order.Recurring{Amount: 9000, Days: 30}},
		"a plan renews by months": {contract.Order{Plan: &contract.Plan{Price: 9000, CycleDays: 30, CycleMonths: 1}}, &order.Recurring{Amount: 9000, Days: 30, Months: 1}},
		"a plan ends":             {contract.Order{Plan: &contract.Plan{Price: 9000}}, nil},
		"a plan is free":          {contract.Order{Plan: &contract.Plan{CycleDays: 30}}, nil},
		"a further SIM has a fee": {contract.Order{ExtraSIM: &contract.ExtraSIM{MonthlyFee: 1000}}, &order.Recurring{Amount: 1000, Days: 30, Months: 1}},
		"a further SIM is free":   {contract.Order{ExtraSIM: &contract.ExtraSIM{}}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.RecurringOf(tt.o)) })
	}
}

func TestPriced_OtherAnswer_UnpinsPrice(t *testing.T) {
	o := draft(contract.StepPayment)
	require.True(t, order.Pinned(o))
	require.False(t, order.Pinned(order.Priced(o, 15)))
	require.False(t, order.Pinned(order.WithoutBooking(o, true)))
}

func TestWithPerson_OtherID_NeedsProof(t *testing.T) {
	o := draft(contract.StepUserInformation)
	require.True(t, order.IdentityProven(order.WithPerson(o, contract.Person{IDNumber: "1000000008"}), contract.PurposeOrder))
	require.False(t, order.IdentityProven(order.WithPerson(o, contract.Person{IDNumber: "2000000006"}), contract.PurposeOrder))
}

func TestValidateReplacement(t *testing.T) {
	lost := contract.Order{Stage: contract.StageNumberLost, Booking: &contract.Booking{Category: "silver", Price: 15_000}}
	require.NoError(t, order.ValidateReplacement(lost, 0))
	require.NoError(t, order.ValidateReplacement(lost, 15_000))
	require.Equal(t, contract.RefuseField("msisdn", contract.FailNumberCostsMore), order.ValidateReplacement(lost, 15_001))
}

func TestWaivedFor_NumberWithPlan_IsSavedPart(t *testing.T) {
	committed := &contract.Plan{Price: 20_000, FreeCategories: []string{"bronze", "gold"}, CommitmentMonths: 12}
	with := func(category string, price contract.Halalas) contract.Order {
		return order.WithBooking(contract.Order{Plan: committed}, contract.Booking{Category: category, Price: price}, 15)
	}
	replaced := with("platinum", 200_000)
	replaced.Booking = &contract.Booking{Category: "gold", Price: 200_000}
	tests := map[string]struct {
		order contract.Order
		want  contract.Halalas
	}{
		"no number":                            {contract.Order{Plan: committed}, 0},
		"free with the plan":                   {with("gold", 50_000), 50_000},
		"paid in full":                         {with("platinum", 200_000), 0},
		"paid, then lost and a free class now": {replaced, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.WaivedFor(tt.order)) })
	}
}

func TestHoldUntil(t *testing.T) {
	b := contract.Booking{HeldSince: now, HeldUntil: now.Add(15 * time.Minute)}
	tests := map[string]struct {
		at   time.Duration
		want time.Duration
	}{
		"a window from now":                    {10 * time.Minute, 30 * time.Minute},
		"never shorter than it was":            {-10 * time.Minute, 15 * time.Minute},
		"never past the cap since the booking": {50 * time.Minute, time.Hour},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, now.Add(tt.want), order.HoldUntil(b, now.Add(tt.at), 20*time.Minute, time.Hour))
		})
	}
}

func TestExtendedUntil_Early_LosesNothing(t *testing.T) {
	b := contract.Booking{HeldSince: now, HeldUntil: now.Add(15 * time.Minute)}
	tests := map[string]struct {
		at   time.Duration
		want time.Duration
	}{
		"pressed at once":                      {0, 35 * time.Minute},
		"pressed in the last minute":           {14 * time.Minute, 35 * time.Minute},
		"pressed after the end":                {18 * time.Minute, 38 * time.Minute},
		"never past the cap since the booking": {50 * time.Minute, time.Hour},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, now.Add(tt.want), order.ExtendedUntil(b, now.Add(tt.at), 20*time.Minute, time.Hour))
		})
	}
}

func TestRefundDue(t *testing.T) {
	o := draft(contract.StepOrderDetails)
	require.Equal(t, contract.Halalas(11000), order.RefundDue(o, contract.EndedByCustomer))
	require.Equal(t, contract.Halalas(8500), order.RefundDue(o, contract.EndedReturned), "a returned parcel has cost its delivery")
	require.Zero(t, order.RefundDue(draft(contract.StepPayment), contract.EndedByCustomer))
}

func TestRefundDue_DearDelivery_IsZero(t *testing.T) {
	for name, paid := range map[string]contract.Halalas{"the delivery alone": 2500, "less than the delivery": 2000, "one halala": 1} {
		t.Run(name, func(t *testing.T) {
			o := draft(contract.StepOrderDetails)
			o.Payments[0].Amount = paid
			require.Zero(t, order.RefundDue(o, contract.EndedReturned))
			require.Equal(t, paid, order.RefundDue(o, contract.EndedByCustomer))
		})
	}
}

func TestKeptAfter_NoRefund_IsPayment(t *testing.T) {
	o := draft(contract.StepOrderDetails)
	require.Equal(t, contract.Halalas(11000), order.AmountKept(o, 0))
	o.Payments[0].Status = contract.PaymentRefunded
	require.Equal(t, contract.Halalas(2500), order.AmountKept(o, 8500))
	o.Payments[0] = contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: 11000, Double: true}
	require.Zero(t, order.AmountKept(o, 0), "a double payment is no money of the order")
}

func TestWithShipment_LateScan_KeepsStage(t *testing.T) {
	o := draft(contract.StepOrderDetails)
	o.Stage = contract.StagePreparing
	o = order.WithShipment(o, contract.Shipment{Status: contract.ShipmentDelivered})
	require.Equal(t, contract.StageDelivered, o.Stage)
	o = order.WithShipment(o, contract.Shipment{Status: contract.ShipmentInTransit})
	require.Equal(t, contract.StageDelivered, o.Stage)
}

func TestScanMoves_OlderScan_IsFalse(t *testing.T) {
	tests := map[string]struct {
		last, scan contract.ShipmentStatus
		want       bool
	}{
		"further on":                           {contract.ShipmentBooked, contract.ShipmentInTransit, true},
		"older":                                {contract.ShipmentOutForDelivery, contract.ShipmentPickedUp, false},
		"another try after a failed one":       {contract.ShipmentFailedAttempt, contract.ShipmentOutForDelivery, true},
		"a second failed try":                  {contract.ShipmentFailedAttempt, contract.ShipmentFailedAttempt, true},
		"cancelled by the courier, not moved":  {contract.ShipmentBooked, contract.ShipmentCancelled, true},
		"cancelled by the courier, on its way": {contract.ShipmentOutForDelivery, contract.ShipmentCancelled, true},
		"cancelled after it was delivered":     {contract.ShipmentDelivered, contract.ShipmentCancelled, false},
		"delivered after it was cancelled":     {contract.ShipmentCancelled, contract.ShipmentDelivered, false},
		"cancelled once more":                  {contract.ShipmentCancelled, contract.ShipmentCancelled, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.ScanMoves(tt.last, tt.scan)) })
	}
}

func TestWithShipment_Held_ResumesAtParcel(t *testing.T) {
	o := draft(contract.StepOrderDetails)
	o.Stage, o.Held = contract.StageHeld, &contract.Held{From: contract.StagePreparing}
	o = order.WithShipment(o, contract.Shipment{Status: contract.ShipmentPickedUp})
	require.Equal(t, contract.StageHeld, o.Stage)
	require.Equal(t, contract.StageDispatched, order.Resumed(o, contract.Resolution{Action: contract.ResolveRetry}).Stage)
	require.False(t, order.CanCancel(o), "the parcel has left us")
}

func TestIdentityPurpose(t *testing.T) {
	waiting := draft(contract.StepIdentityValidation)
	waiting.Identity = &contract.Identity{Purpose: contract.PurposeOrder, Status: contract.IdentityWaiting, Tries: 1}
	used := waiting
	used.Identity = &contract.Identity{Purpose: contract.PurposeOrder, Status: contract.IdentityRejected, Tries: 3}
	delivered := draft(contract.StepOrderDetails)
	delivered.Stage = contract.StageDelivered

	_, err := order.IdentityPurpose(waiting, 3)
	require.Equal(t, contract.Refuse(contract.FailIdentityInProgress), err)
	_, err = order.IdentityPurpose(used, 3)
	require.Equal(t, contract.Refuse(contract.FailIdentityTries), err)
	_, err = order.IdentityPurpose(draft(contract.StepPlanSelection), 3)
	require.Equal(t, contract.Refuse(contract.FailStepOutOfOrder), err)
	purpose, err := order.IdentityPurpose(delivered, 3)
	require.NoError(t, err)
	require.Equal(t, contract.PurposeActivation, purpose, "tries for the order do not count for activation")
}

func TestValidateActivation_EachStage(t *testing.T) {
	o := draft(contract.StepOrderDetails)
	o.Stage = contract.StageDispatched
	require.Equal(t, contract.Refuse(contract.FailNotDelivered), order.ValidateActivation(o))
	o.Stage = contract.StageDelivered
	require.Equal(t, contract.Refuse(contract.FailIdentityRequired), order.ValidateActivation(o))
	o.Identity = &contract.Identity{Purpose: contract.PurposeActivation, Status: contract.IdentityCompleted}
	require.NoError(t, order.ValidateActivation(o))
}

func TestCustomerStatus_EachStage_IsOneOfFour(t *testing.T) {
	for stage, want := range map[contract.Stage]string{
		contract.StageWizard: "", contract.StagePlaced: "placed", contract.StageNumberLost: "placed", contract.StagePreparing: "preparing",
		contract.StageDispatched: "dispatched", contract.StageDelivered: "delivered", contract.StagePorting: "delivered",
		contract.StageActive: "delivered", contract.StageCancelled: "",
	} {
		require.Equal(t, want, order.CustomerStatus(contract.Order{Stage: stage}), stage)
		held := contract.Order{Stage: contract.StageHeld, Held: &contract.Held{From: stage}}
		require.Equal(t, want, order.CustomerStatus(held), "held in %s", stage)
	}
}

func TestMatchCard_Cases(t *testing.T) {
	o := contract.Order{SIM: &contract.SIM{ICCID: "8996601000000000017", PUK1: "12345678"}}
	require.NoError(t, order.MatchCard(o, contract.ActivationRequest{ICCID: "8996601000000000017"}))
	require.ErrorContains(t, order.MatchCard(o, contract.ActivationRequest{ICCID: "8996601000000000025"}), string(contract.FailICCIDMismatch))
	require.ErrorContains(t, order.MatchCard(o, contract.ActivationRequest{ICCID: "8996601000000000017", PUK1: "1"}), string(contract.FailPUKMismatch))
}

func TestValidateAddress_PickedUp_IsRefused(t *testing.T) {
	refused := contract.Order{
		Stage: contract.StageHeld, Held: &contract.Held{From: contract.StagePreparing, Work: contract.WorkShip, FailureCode: contract.FailCourierRefused},
		Delivery: &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"}},
	}
	require.NoError(t, order.ValidateAddressCorrection(refused))
	for name, change := range map[string]func(o *contract.Order){
		"on its way": func(o *contract.Order) { o.Stage, o.Held = contract.StageDispatched, nil },
		"held for the network": func(o *contract.Order) {
			o.Held = &contract.Held{Work: contract.WorkActivate, FailureCode: contract.FailNetworkRefused}
		},
		"with the courier": func(o *contract.Order) { o.Shipment = &contract.Shipment{Status: contract.ShipmentPickedUp} },
		"gone to the courier": func(o *contract.Order) {
			o.Stage, o.Held, o.Shipment = contract.StagePreparing, nil, &contract.Shipment{Status: contract.ShipmentPickedUp}
		},
		"not paid":     func(o *contract.Order) { o.Stage, o.Held = contract.StageWizard, nil },
		"for a branch": func(o *contract.Order) { o.Delivery = &contract.Delivery{Method: contract.DeliverPickup} },
	} {
		o := refused
		change(&o)
		require.Equal(t, contract.Refuse(contract.FailAddressFixed), order.ValidateAddressCorrection(o), name)
	}
	for name, shipment := range map[string]*contract.Shipment{"not booked": nil, "booked": {Status: contract.ShipmentBooked}} {
		waiting := refused
		waiting.Stage, waiting.Held, waiting.Shipment = contract.StagePreparing, nil, shipment
		require.NoError(t, order.ValidateAddressCorrection(waiting), name)
		require.True(t, order.CanChangeAddress(waiting), name)
		require.False(t, order.CanCorrectAddress(waiting), "%s: nothing waits for the customer", name)
	}
	refused.Shipment = &contract.Shipment{Status: contract.ShipmentCancelled}
	require.NoError(t, order.ValidateAddressCorrection(refused), "the courier refused the second address")
	refused.Stage = contract.StageCancelled
	require.Equal(t, contract.Refuse(contract.FailOrderClosed), order.ValidateAddressCorrection(refused))
}

func TestValidateResolution_EachStage(t *testing.T) {
	o := contract.Order{Stage: contract.StageHeld, Held: &contract.Held{From: contract.StagePreparing}}
	undoing := contract.Order{Stage: contract.StageHeld, Held: &contract.Held{From: contract.StageCancelling, CanSkip: true}}
	require.NoError(t, order.ValidateResolution(o, contract.Resolution{Action: contract.ResolveRetry}))
	require.NoError(t, order.ValidateResolution(undoing, contract.Resolution{Action: contract.ResolveSkip}))
	require.Error(t, order.ValidateResolution(o, contract.Resolution{Action: contract.ResolveSkip}))
	require.Error(t, order.ValidateResolution(o, contract.Resolution{Action: contract.ResolveAmend}))
	require.Error(t, order.ValidateResolution(undoing, contract.Resolution{Action: contract.ResolveCancel}))
	require.Equal(t, contract.Refuse(contract.FailNotHeld), order.ValidateResolution(draft(contract.StepPayment), contract.Resolution{Action: contract.ResolveRetry}))
}

func TestValidateResolution_ParcelLeft_NoResend(t *testing.T) {
	o := contract.Order{
		Stage: contract.StageHeld, Held: &contract.Held{From: contract.StageDispatched},
		Shipment: &contract.Shipment{Status: contract.ShipmentInTransit},
	}
	amend := contract.Resolution{Action: contract.ResolveAmend, Amendments: &contract.Amendments{}}
	require.Equal(t, contract.Refuse(contract.FailResolutionNotAllowed), order.ValidateResolution(o, amend))
	o.Shipment.Status = contract.ShipmentBooked
	require.NoError(t, order.ValidateResolution(o, amend))
}

// An order whose parcel decides is cancelled already, and its parcel is not sent anew.
func TestIsRecalled_Order_TakesNoOtherWish(t *testing.T) {
	o := contract.Order{
		Kind: contract.KindSIM, NumberSource: contract.NumberNew, Stage: contract.StageHeld, Shipment: &contract.Shipment{Status: contract.ShipmentBooked},
		Held: &contract.Held{From: contract.StagePreparing, Work: contract.WorkCancelParcel, FailureCode: contract.FailCancelTooLate, CanSkip: true},
	}
	require.True(t, order.CanCancel(o))
	require.True(t, order.ParcelCancellable(o))
	o.Held.FailureCode = contract.FailParcelWithCourier
	require.True(t, order.IsRecalled(o))
	require.False(t, order.CanCancel(o))
	amend := contract.Resolution{Action: contract.ResolveAmend, Amendments: &contract.Amendments{}}
	require.Equal(t, contract.Refuse(contract.FailResolutionNotAllowed), order.ValidateResolution(o, amend))
	for _, action := range []string{contract.ResolveRetry, contract.ResolveSkip, contract.ResolveCancel} {
		require.NoError(t, order.ValidateResolution(o, contract.Resolution{Action: action}), action)
	}
}

func TestValidateResolution_Porting_NoCancel(t *testing.T) {
	o := contract.Order{Stage: contract.StageHeld, Held: &contract.Held{From: contract.StageDelivered}}
	cancel := contract.Resolution{Action: contract.ResolveCancel}
	for status, want := range map[contract.PortStatus]error{
		contract.PortScheduled:  nil,
		contract.PortCutOver:    contract.Refuse(contract.FailResolutionNotAllowed),
		contract.PortCompleted:  contract.Refuse(contract.FailResolutionNotAllowed),
		contract.PortRolledBack: nil,
	} {
		require.Equal(t, want, order.ValidateResolution(order.WithPort(order.WithPort(o, contract.Port{Status: contract.PortCutOver}), contract.Port{Status: status}), cancel), status)
	}
}

func TestValidateResolution_Refund_NoCancel(t *testing.T) {
	o := contract.Order{Stage: contract.StageHeld, Held: &contract.Held{From: contract.StagePlaced, Work: contract.WorkRefund}}
	require.Equal(t, contract.Refuse(contract.FailResolutionNotAllowed), order.ValidateResolution(o, contract.Resolution{Action: contract.ResolveCancel}))
}

func TestNext_PaidOrder_IsPastTheWizard(t *testing.T) {
	o := draft(contract.StepOrderDetails)
	o.Stage = contract.StagePlaced
	require.Equal(t, contract.StepOrderDetails, order.Next(order.Unpinned(o)))
}

func TestNotices_NumberLost_HasDeadline(t *testing.T) {
	o := orderkinds.OfKind(newSIM, contract.StageNumberLost)
	o.Contact = &contract.Contact{Mobile: "0551234567"}
	o.Booking = &contract.Booking{MSISDN: "0570000001", Expired: true, ChooseUntil: now.Add(24 * time.Hour)}
	params := order.Notices(o, limits, "number-lost")[0].Params
	require.Equal(t, now.Add(24*time.Hour).In(calendar.Riyadh).Format(contract.MomentLayout), params["until"])
}
