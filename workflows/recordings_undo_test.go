//go:build record

package workflows_test

import (
	"maps"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

func init() { maps.Copy(recordings, undoRecordings) }

// undoRecordings are rare courses of the parcel, of support and of the identity app.
var undoRecordings = map[string]func(*recording){
	"parcel-gone-when-an-operator-cancels": func(p *recording) {
		p.outside.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
		p.hasParcel()
		p.operatorCancels()
		p.ends(contract.StageCancelled)
	},
	"parcel-recalled-then-returned": func(p *recording) {
		p.recallsParcel()
		p.scans("e-picked-up", contract.ShipmentPickedUp, workflowtest.AirwayBill)
		p.scans("e-returned", contract.ShipmentReturned, workflowtest.AirwayBill)
		p.ends(contract.StageCancelled)
	},
	"parcel-recalled-then-accepted": func(p *recording) {
		p.recallsParcel()
		p.scans("e-delivered", contract.ShipmentDelivered, workflowtest.AirwayBill)
		p.untilStage(contract.StageDelivered)
		p.activates()
		p.ends(contract.StageActive)
	},
	"parcel-recalled-then-stopped": func(p *recording) {
		p.recallsParcel()
		p.resolves(contract.ResolveRetry, nil)
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveSkip, nil)
		p.ends(contract.StageCancelled)
	},
	"parcel-recalled-then-cancelled-by-courier": func(p *recording) {
		p.recallsParcel()
		p.scans("e-cancelled", contract.ShipmentCancelled, workflowtest.AirwayBill)
		p.ends(contract.StageCancelled)
	},
	"parcel-recalled-then-cancelled-by-support": func(p *recording) {
		p.recallsParcel()
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"parcel-recalled-then-cancelled-by-operator": func(p *recording) {
		p.recallsParcel()
		p.operatorCancels()
		p.ends(contract.StageCancelled)
	},
	"parcel-never-booked-then-called-off": func(p *recording) {
		p.outside.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"parcel-cancellation-refused-then-called-off": func(p *recording) {
		p.outside.Fails("cancel-parcel", workflowtest.No(contract.FailCourierRefused))
		p.hasParcel()
		cancelled := p.asks(contract.UpdateCancel, contract.CancelRequest{Reason: "changed-mind"})
		p.untilStage(contract.StageHeld)
		p.outside.Fails("cancel-parcel", nil)
		p.resolves(contract.ResolveCancel, nil)
		require.NoError(p.t, cancelled())
		p.ends(contract.StageCancelled)
	},
	"parcel-overdue-and-courier-silent": func(p *recording) {
		p.input.Settings.ShipmentTTL = time.Second
		p.outside.Fails("ask-courier", workflowtest.No(contract.FailOutsideSystem))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.outside.Fails("ask-courier", nil)
		p.outside.Scan = contract.ShipmentDelivered
		p.resolves(contract.ResolveRetry, nil)
		p.untilStage(contract.StageDelivered)
		p.activates()
		p.ends(contract.StageActive)
	},
	"scan-of-another-parcel": func(p *recording) {
		p.hasParcel()
		p.scans("e-other", contract.ShipmentReturned, "29001949849999")
		p.runsToActive()
	},
	"scan-that-is-no-news": func(p *recording) {
		p.hasParcel()
		p.parcelMoves(contract.ShipmentOutForDelivery)
		p.scans("e-overtaken", contract.ShipmentPickedUp, workflowtest.AirwayBill)
		p.parcelMoves(contract.ShipmentDelivered)
		p.activates()
		p.ends(contract.StageActive)
	},
	"scanned-before-its-parcel-is-noted": func(p *recording) {
		p.outside.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.outside.Fails("allocate-sim", nil)
		p.scans("e-other", contract.ShipmentDelivered, "29001949849999") // which this order never gets
		p.scans("e-early", contract.ShipmentDelivered, workflowtest.AirwayBill)
		p.resolves(contract.ResolveRetry, nil)
		p.untilStage(contract.StageDelivered)
		p.activates()
		p.ends(contract.StageActive)
	},
	"work-that-failed-while-the-order-was-behind": func(p *recording) {
		p.outside.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
		p.books.HappensDuring("allocate-sim", func() {
			p.books.Forgets(func(*contract.Order) {})
			p.books.HappensDuring("allocate-sim", func() { p.outside.Fails("allocate-sim", nil) })
		})
		p.fillsWizard()
		p.pays("p1")
		p.runsToActive()
	},
	"parcel-delivered-in-the-row-when-it-is-booked": func(p *recording) {
		p.books.HappensDuring("book-parcel", func() {
			p.books.Forgets(func(o *contract.Order) {
				o.Stage, o.Shipment = contract.StageDelivered, &contract.Shipment{AirwayBill: workflowtest.AirwayBill, Status: contract.ShipmentDelivered}
			})
		})
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageDelivered)
		p.activates()
		p.ends(contract.StageActive)
	},
	"called-off-after-a-worker-died": func(p *recording) {
		p.isCalledOffWithItsCard()
	},
	"parcel-scanned-when-called-off-after-a-worker-died": func(p *recording) {
		p.outside.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
		p.books.HappensDuring("charge", func() { p.scans("e-early", contract.ShipmentPickedUp, workflowtest.AirwayBill) })
		p.isCalledOffWithItsCard()
	},
	"parcel-gone-when-called-off-after-a-worker-died": func(p *recording) {
		p.outside.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
		p.isCalledOffWithItsCard()
	},
	"support-decides-twice": func(p *recording) {
		p.outside.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.outside.Fails("allocate-sim", nil)
		p.books.Fails("resume", errAway)
		decision := contract.Resolution{Action: contract.ResolveRetry, Note: "as agreed", Actor: "support-1"}
		once := p.asks(contract.UpdateResolve, decision)
		p.isRefused(contract.FailNotHeld, contract.UpdateResolve, decision)
		p.books.Fails("resume", nil)
		require.NoError(p.t, once())
		p.runsToActive()
	},
	"identity-app-silent-then-asked-again": func(p *recording) {
		p.outside.Fails("ask-app", workflowtest.No(contract.FailOutsideSystem))
		p.choosesUpToIdentity()
		p.says(contract.UpdateRequestIdentity, nil)
		p.outside.Answered("order1", contract.IdentityCompleted)
		p.hints("e-1")
		p.untilFailed("ask-app")
		p.hints("e-2")
		p.until(func(o contract.Order) bool { return o.Identity.Status == contract.IdentityCompleted })
		p.goesOnToConfirm()
		p.pays("p1")
		p.runsToActive()
	},
	"identity-push-expired": func(p *recording) {
		p.behind = workflowtest.IdentityTTL
		p.choosesUpToIdentity()
		p.says(contract.UpdateRequestIdentity, nil)
		p.until(func(o contract.Order) bool { return o.Identity.Status == contract.IdentityExpired })
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"identity-answered-for-another-person": func(p *recording) {
		p.choosesUpToIdentity()
		p.says(contract.UpdateRequestIdentity, nil)
		p.outside.Answered("order1", contract.IdentityCompleted)
		p.outside.HappensDuring("ask-app", func() {
			p.says(contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: "1000000016", Nationality: "SA", BirthDate: "1990-01-01"})
		})
		p.hints("e-1")
		require.Eventually(p.t, func() bool { return len(p.outside.Did("ask-app")) > 0 }, time.Minute, 10*time.Millisecond)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"identity-refused-by-the-books": func(p *recording) {
		p.books.Fails("identity-completed", workflowtest.No(contract.FailNumberUnknown))
		p.choosesUpToIdentity()
		p.says(contract.UpdateRequestIdentity, nil)
		p.outside.Answered("order1", contract.IdentityCompleted)
		p.hints("e-1")
		p.untilFailed("identity-completed")
		p.hints("e-2")
		p.until(func(o contract.Order) bool { return o.Identity.Status == contract.IdentityCompleted })
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"replacement-suspend-refused-then-retried": func(p *recording) {
		p.outside.Fails("suspend", workflowtest.No(contract.FailNetworkRefused))
		p.replacesUpToPayment()
		p.untilStage(contract.StageHeld)
		p.outside.Fails("suspend", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.fulfilled()
		p.activates()
		p.endsWithLine(contract.StageActive)
	},
	"replacement-claim-refused-by-the-books-then-retried": func(p *recording) {
		p.books.Fails("claim-line", workflowtest.No(contract.FailNumberUnknown))
		p.replacesUpToPayment()
		p.untilStage(contract.StageHeld)
		p.books.Fails("claim-line", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.fulfilled()
		p.activates()
		p.endsWithLine(contract.StageActive)
	},
	"replacement-line-busy-for-long-then-retried": func(p *recording) {
		p.hurriesInquiries()
		let := p.startsOtherChange()
		p.replacesUpToPayment()
		p.untilStage(contract.StageHeld)
		let()
		p.resolves(contract.ResolveRetry, nil)
		p.fulfilled()
		p.activates()
		p.endsWithLine(contract.StageActive)
	},
	"replacement-guard-cut-short-by-operator": func(p *recording) {
		p.input.Settings.GuardFor = time.Hour
		p.replacesUpToDelivery()
		p.activates()
		p.untilStage(contract.StageActive)
		p.operatorCancels()
		p.endsWithLine(contract.StageActive)
	},
	"primary-switch-network-silent": func(p *recording) {
		p.outside.Fails("switch-primary", workflowtest.No(contract.FailOutsideSystem))
		switched := p.switchesPrimary()
		p.untilFailed("switch-primary")
		require.NoError(p.t, testkit.Receive(p.t, switched))
		p.save("primary-switch-silent-then-done", contract.LineChangeWorkflowID(workflowtest.LineID))
		p.opens()
		p.cancels()
		p.ends(contract.StageCancelled)
	},
}

func (p *recording) hasParcel() {
	p.fillsWizard()
	p.pays("p1")
	p.until(func(o contract.Order) bool { return o.Shipment != nil })
}

// recallsParcel cancels an order whose parcel the courier does not cancel.
func (p *recording) recallsParcel() {
	p.outside.Fails("cancel-parcel", workflowtest.No(contract.FailParcelWithCourier))
	p.hasParcel()
	p.cancels()
	p.untilStage(contract.StageHeld)
}

func (p *recording) operatorCancels() {
	require.NoError(p.t, p.server.CancelWorkflow(p.t.Context(), contract.OrderWorkflowID(p.id()), ""))
}

// hints sends a webhook of the identity app about the first push.
func (p *recording) hints(event string) {
	p.reports(contract.OrderWorkflowID(p.id()), contract.SignalIdentityAnswered, contract.IdentityAnswered{
		EventID: event, TransactionID: "order1", Status: contract.IdentityCompleted,
	})
}

// isCalledOffWhileCharged makes a worker record that the order is paid, continue and die. The customer cancels the order
// before the next worker knows.
func (p *recording) isCalledOffWhileCharged(goesOn func(*contract.Order)) {
	p.books.HappensDuring("charge", func() {
		p.books.Forgets(func(o *contract.Order) {
			paid := *order.PaymentByID(*o, o.Payments[0].ID)
			paid.Status = contract.PaymentPaid
			*o = order.WithPayment(*o, paid)
			goesOn(o)
		})
		p.asks(contract.UpdateCancel, contract.CancelRequest{Reason: "changed-mind"})
	})
}

// isCalledOffWithItsCard is the same after the worker had taken a card from stock.
func (p *recording) isCalledOffWithItsCard() {
	p.isCalledOffWhileCharged(func(o *contract.Order) {
		o.Stage, o.SIM = contract.StagePreparing, &contract.SIM{ICCID: workflowtest.Iccid}
	})
	p.fillsWizard()
	p.pays("p1")
	p.ends(contract.StageCancelled)
}
