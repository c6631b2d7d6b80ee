//go:build record

package workflows_test

import (
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// recordings are the courses of an order, each until its workflow has ended.
var recordings = map[string]func(*recording){
	"happy-path": func(p *recording) {
		p.isDelivered()
		p.activates()
		p.ends(contract.StageActive)
	},
	"first-number-gone": func(p *recording) {
		p.books.GiveToOtherOrder(workflowtest.Msisdn)
		_, err := p.orders.Start(p.t.Context(), p.input, p.number, workflowtest.Msisdn, p.key())
		require.EqualError(p.t, err, string(contract.FailNumberTaken))
		require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), contract.OrderWorkflowID(p.id()), "").Get(p.t.Context(), nil))
	},
	"first-step-saved-and-forgotten": func(p *recording) {
		p.books.Forgets(func(o *contract.Order) { *o = p.input.Order })
		p.startsWithoutAStep()
		require.Eventually(p.t, func() bool {
			status, err := p.server.QueryWorkflow(p.t.Context(), contract.OrderWorkflowID(p.id()), "", contract.QueryStatus)
			var found contract.Order
			return err == nil && status.Get(&found) == nil && found.Seq > 0
		}, time.Minute, 100*time.Millisecond)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"identity-tried-again": func(p *recording) {
		p.input.Settings.IdentityTTL = time.Second
		p.choosesUpToIdentity()
		p.says(contract.UpdateExtendHold, nil)
		p.identity("order1", contract.IdentityRejected)
		p.identity("order2", contract.IdentityCompleted)
		p.goesOnToConfirm()
		p.pays("p1")
		p.runsToActive()
	},
	"registry-unavailable": func(p *recording) {
		p.opens()
		p.says(contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
		p.outside.Fails("look-up", workflowtest.ErrOutage)
		p.isRefused(contract.FailOutsideSystem, contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: "1000000008"})
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"decline-then-paid": func(p *recording) {
		p.outside.Charges[p.payment("p1")] = contract.PaymentDeclined
		p.fillsWizard()
		p.pays("p1")
		p.pays("p2")
		p.runsToActive()
	},
	"three-d-secure-passed": func(p *recording) {
		p.challenged("p1", contract.PaymentPaid)
		p.fillsWizard()
		p.pays("p1")
		p.paymentReported("p1")
		p.runsToActive()
	},
	"three-d-secure-abandoned": func(p *recording) {
		p.input.Settings.PaymentTTL = time.Second
		p.challenged("p1", contract.PaymentAbandoned)
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Payments[0].Status == contract.PaymentAbandoned })
		p.pays("p2")
		p.runsToActive()
	},
	"outcome-unknown-then-paid": func(p *recording) {
		p.outside.Charges[p.payment("p1")] = contract.PaymentPending
		p.outside.Outcomes[p.payment("p1")] = workflowtest.PendingFor(1, contract.PaymentPaid)
		p.fillsWizard()
		p.pays("p1")
		p.runsToActive()
	},
	"double-payment": func(p *recording) {
		p.challenged("p1", contract.PaymentPaid)
		p.fillsWizard()
		p.pays("p1")
		p.pays("p2")
		p.paymentReported("p1")
		p.until(func(o contract.Order) bool { return o.Payments[0].Status == contract.PaymentRefunded })
		p.runsToActive()
	},
	"hold-expired-then-other-number": func(p *recording) {
		p.input.Settings.HoldFor = 2 * time.Second
		p.choosesUpToIdentity()
		p.until(func(o contract.Order) bool { return o.Booking.Expired })
		p.says(contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: workflowtest.Another})
		p.identity("order1", contract.IdentityCompleted)
		p.goesOnToConfirm()
		p.pays("p1")
		p.runsToActive()
	},
	"hold-expired-then-abandoned": func(p *recording) {
		p.input.Settings.HoldFor, p.input.Settings.DraftTTL = time.Second, 2*time.Second
		p.opens()
		p.ends(contract.StageAbandoned)
	},
	"number-lost-then-replaced": func(p *recording) {
		p.losesNumber()
		p.says(contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: workflowtest.Another})
		p.runsToActive()
	},
	"number-lost-then-refunded": func(p *recording) {
		p.input.Settings.NumberLostTTL = time.Second
		p.losesNumber()
		p.ends(contract.StageCancelled)
	},
	"cancelled-in-wizard": func(p *recording) {
		p.fillsWizard()
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"cancelled-after-payment": func(p *recording) {
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"cancelled-during-three-d-secure": func(p *recording) {
		p.challenged("p1", contract.PaymentPaid)
		p.fillsWizard()
		p.pays("p1")
		p.cancels()
		p.paymentReported("p1")
		p.ends(contract.StageCancelled)
	},
	"cancelled-by-operator": func(p *recording) {
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		require.NoError(p.t, p.server.CancelWorkflow(p.t.Context(), contract.OrderWorkflowID(p.id()), ""))
		p.ends(contract.StageCancelled)
	},
	"held-then-retried": func(p *recording) {
		p.outside.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.outside.Fails("allocate-sim", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.runsToActive()
	},
	"held-then-amended": func(p *recording) {
		p.outside.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.outside.Fails("book-parcel", nil)
		p.resolves(contract.ResolveAmend, &contract.Amendments{Address: &contract.Address{City: "jeddah"}})
		p.runsToActive()
	},
	"held-then-cancelled": func(p *recording) {
		p.outside.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
		p.isDelivered()
		p.identity("activation1", contract.IdentityCompleted)
		p.isRefused(contract.FailICCIDMismatch, contract.UpdateActivate, contract.ActivationRequest{ICCID: "8996601000000000025"})
		p.isRefused(contract.FailActivation, contract.UpdateActivate, contract.ActivationRequest{ICCID: workflowtest.Iccid})
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"undo-held-then-skipped": func(p *recording) {
		p.outside.Fails("refund", workflowtest.No(contract.FailRefundRefused))
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.cancels()
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveSkip, nil)
		p.ends(contract.StageCancelled)
	},
	"parcel-returned": func(p *recording) {
		p.fillsWizard()
		p.pays("p1")
		p.parcelMoves(contract.ShipmentPickedUp, contract.ShipmentFailedAttempt, contract.ShipmentReturned)
		p.ends(contract.StageCancelled)
	},
	"parcel-cancelled-by-courier-then-sent-again": func(p *recording) {
		p.fillsWizard()
		p.pays("p1")
		p.parcelMoves(contract.ShipmentPickedUp, contract.ShipmentCancelled)
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveRetry, nil)
		p.until(func(o contract.Order) bool { return o.Shipment.AirwayBill != workflowtest.AirwayBill })
		p.parcelMoves(contract.ShipmentDelivered)
		p.activates()
		p.ends(contract.StageActive)
	},
	"parcel-overdue-then-followed": func(p *recording) {
		p.input.Settings.ShipmentTTL = time.Second
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.outside.Scan = contract.ShipmentDelivered
		p.resolves(contract.ResolveRetry, nil)
		p.untilStage(contract.StageDelivered)
		p.activates()
		p.ends(contract.StageActive)
	},
	"parcel-overdue-then-amended": func(p *recording) {
		p.input.Settings.ShipmentTTL = 3 * time.Second
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveAmend, &contract.Amendments{Address: &contract.Address{City: "jeddah"}})
		p.until(func(o contract.Order) bool { return o.Shipment.AirwayBill != workflowtest.AirwayBill })
		p.runsToActive()
	},
	"activation-reminded": func(p *recording) {
		p.input.Settings.ActivationTTL = time.Second
		p.isDelivered()
		require.Eventually(p.t, func() bool { return len(p.outside.MessagesSent()) == 4 }, time.Minute, 10*time.Millisecond)
		p.activates()
		p.ends(contract.StageActive)
	},
}

// startsWithoutAStep is a start whose first step was lost.
func (p *recording) startsWithoutAStep() {
	_, err := p.server.ExecuteWorkflow(p.t.Context(), client.StartWorkflowOptions{
		ID: contract.OrderWorkflowID(p.id()), TaskQueue: contract.TaskQueue,
	}, contract.WorkflowOrder, p.input)
	require.NoError(p.t, err)
}

// payment returns the id of one of the recording's attempts.
func (p *recording) payment(short string) string { return p.id() + "-" + short }

func (p *recording) choosesUpToIdentity() {
	p.opens()
	p.choosesPlanAndPerson()
}

func (p *recording) choosesPlanAndPerson() {
	p.says(contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
	p.says(contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
}

func (p *recording) identity(transaction string, answer contract.IdentityStatus) {
	p.says(contract.UpdateRequestIdentity, contract.IdentityAsk{ClientAddress: "203.0.113.77"})
	p.outside.Answered(transaction, answer)
	p.reports(contract.OrderWorkflowID(p.id()), contract.SignalIdentityAnswered, contract.IdentityAnswered{
		EventID: "e-" + transaction, TransactionID: transaction, Status: answer,
	})
	p.until(func(o contract.Order) bool { return o.Identity.Status == answer })
}

func (p *recording) goesOnToConfirm() {
	p.givesContactAndDelivery()
	p.says(contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: workflowtest.Total})
}

func (p *recording) givesContactAndDelivery() {
	p.says(contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	p.says(contract.UpdateChooseDelivery, contract.DeliveryChoice{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"}})
}

func (p *recording) fillsWizard() {
	p.choosesUpToIdentity()
	p.identity("order1", contract.IdentityCompleted)
	p.goesOnToConfirm()
}

func (p *recording) pays(short string) {
	p.says(contract.UpdatePay, contract.PayRequest{PaymentID: p.payment(short), CardToken: "tok_1234567890123456"})
}

// challenged sends an attempt to the bank's page, with its outcome there.
func (p *recording) challenged(short string, outcome contract.PaymentStatus) {
	p.outside.Charges[p.payment(short)] = contract.PaymentChallenge
	p.outside.Outcomes[p.payment(short)] = []contract.PaymentStatus{outcome}
}

func (p *recording) paymentReported(short string) {
	p.reports(contract.OrderWorkflowID(p.id()), contract.SignalPaymentReported, contract.PaymentReported{EventID: "e-" + short, PaymentID: p.payment(short)})
}

// losesNumber pays while the outcome stays unknown for so long that another customer takes the number.
func (p *recording) losesNumber() {
	p.input.Settings.HoldCap = 2 * time.Second
	p.input.Settings.HoldFor = 2 * time.Second
	p.outside.Charges[p.payment("p1")] = contract.PaymentPending
	p.outside.Outcomes[p.payment("p1")] = workflowtest.PendingFor(1, contract.PaymentPaid)
	p.fillsWizard()
	p.pays("p1")
	p.books.GiveToOtherOrder(workflowtest.Msisdn)
	p.until(func(o contract.Order) bool { return o.Booking.Expired })
	p.untilStage(contract.StageNumberLost)
}

func (p *recording) parcelMoves(scans ...contract.ShipmentStatus) {
	p.until(func(o contract.Order) bool { return o.Shipment != nil })
	for _, scan := range scans {
		p.scans("e-"+string(scan), scan, p.books.Last().Shipment.AirwayBill)
		p.until(func(o contract.Order) bool { return o.Shipment.Status == scan })
	}
}

func (p *recording) scans(event string, status contract.ShipmentStatus, airwayBill string) {
	p.reports(contract.OrderWorkflowID(p.id()), contract.SignalParcelScanned, contract.ParcelScanned{EventID: event, AirwayBill: airwayBill, Status: status})
}

func (p *recording) fulfilled() { p.parcelMoves(contract.ShipmentPickedUp, contract.ShipmentDelivered) }

// runsToActive takes a paid order to its end without further trouble.
func (p *recording) runsToActive() {
	p.fulfilled()
	p.activates()
	p.ends(contract.StageActive)
}

func (p *recording) isDelivered() {
	p.fillsWizard()
	p.pays("p1")
	p.fulfilled()
}

func (p *recording) activates() {
	p.identity("activation1", contract.IdentityCompleted)
	p.says(contract.UpdateActivate, contract.ActivationRequest{ICCID: workflowtest.Iccid})
}

func (p *recording) cancels() {
	p.says(contract.UpdateCancel, contract.CancelRequest{Reason: "changed-mind"})
}

func (p *recording) resolves(action string, amendments *contract.Amendments) {
	p.says(contract.UpdateResolve, contract.Resolution{Action: action, Amendments: amendments, Note: "as agreed", Actor: "support-1"})
}
