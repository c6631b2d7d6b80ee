//go:build record

package workflows_test

import (
	"maps"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func init() { maps.Copy(recordings, outageRecordings) }

// outageRecordings are courses with answers that are missing, late or wrong, and with a customer who changes a decision.
var outageRecordings = map[string]func(*recording){
	"database-away-then-back": func(p *recording) {
		p.opens()
		p.books.Fails("open-payment", errAway)
		p.choosesFromPlanToConfirm()
		time.AfterFunc(4*time.Second, func() { p.books.Fails("open-payment", nil) })
		p.pays("p1")
		require.Positive(p.t, p.books.Happened("open-payment"))
		p.runsToActive()
	},
	"charge-never-arrived-then-sent-again": func(p *recording) {
		p.outside.Fails("charge", workflowtest.ErrOutage)
		p.fillsWizard()
		p.outside.HappensDuring("inquire", func() { p.outside.Fails("charge", nil) })
		p.pays("p1")
		require.Positive(p.t, p.outside.Happened("charge"))
		p.runsToActive()
	},
	"paid-after-declined-goes-back": func(p *recording) {
		p.outside.Charges[p.payment("p1")] = contract.PaymentDeclined
		p.outside.Outcomes[p.payment("p1")] = []contract.PaymentStatus{contract.PaymentPaid}
		p.fillsWizard()
		p.pays("p1")
		p.pays("p2")
		p.paymentReported("p1")
		p.until(func(o contract.Order) bool { return o.Payments[0].Status == contract.PaymentRefunded })
		p.runsToActive()
	},
	"payment-refused-by-the-books-then-retried": func(p *recording) {
		p.books.Fails("sell", workflowtest.No(contract.FailNumberUnknown))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.books.Fails("sell", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.runsToActive()
	},
	"payment-refused-by-the-books-then-called-off": func(p *recording) {
		p.books.Fails("sell", workflowtest.No(contract.FailNumberUnknown))
		p.fillsWizard()
		p.pays("p1")
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"late-then-goes-on": func(p *recording) {
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.isLate(contract.StagePlaced) // the order has moved on by now
		p.isLate(contract.StagePreparing)
		p.until(func(o contract.Order) bool { return o.Late != nil })
		p.runsToActive()
	},
	"late-while-the-books-say-no": func(p *recording) {
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.books.Fails("late", workflowtest.No(contract.FailOrderClosed))
		p.isLate(contract.StagePreparing)
		require.Eventually(p.t, func() bool { return p.books.Happened("late") > 0 }, time.Minute, 10*time.Millisecond)
		p.books.Fails("late", nil)
		p.runsToActive()
	},
	"never-activated-then-followed": func(p *recording) {
		p.input.Settings.ActivationTTL = 3 * time.Second
		p.isDelivered()
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveRetry, nil)
		p.identity("activation1", contract.IdentityCompleted)
		p.says(contract.UpdateActivate, contract.ActivationRequest{ICCID: workflowtest.Iccid})
		p.ends(contract.StageActive)
	},
	"parcel-too-late-to-cancel": func(p *recording) {
		p.outside.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.isRefused(contract.FailCancelTooLate, contract.UpdateCancel, contract.CancelRequest{Reason: "changed-mind"})
		p.runsToActive()
	},
	"port-donor-silent-then-answers": func(p *recording) {
		p.outside.Ports.Answer = 3 * time.Second
		p.knows(contract.PortState{Reference: "NP1", Status: contract.PortSubmitted, Sequence: 1})
		p.portSubmitted()
		p.until(func(o contract.Order) bool { return o.Port.Escalated })
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		p.ends(contract.StageActive)
	},
	"promo-code-applied-and-removed": func(p *recording) {
		p.choosesUpToIdentity()
		p.identity("order1", contract.IdentityCompleted)
		p.givesContactAndDelivery()
		p.says(contract.UpdateApplyPromo, contract.PromoCode{Code: "SAHARA"})
		p.says(contract.UpdateRemovePromo, nil)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"number-given-back": func(p *recording) {
		p.opens()
		p.says(contract.UpdateGiveNumberBack, nil)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"scan-refused-by-the-books": func(p *recording) {
		p.books.Fails("parcel-picked-up", workflowtest.No(contract.FailNumberUnknown))
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.scans("e-refused", contract.ShipmentPickedUp, p.books.Last().Shipment.AirwayBill)
		require.Eventually(p.t, func() bool { return p.books.Happened("parcel-picked-up") > 0 }, time.Minute, 10*time.Millisecond)
		p.books.Fails("parcel-picked-up", nil)
		p.runsToActive()
	},
	"esim-downloaded-then-silent": func(p *recording) {
		p.input.Settings.ESIM.RemindAfter, p.input.Settings.ESIM.InstallWithin = 2*time.Second, time.Minute
		p.hasESIM()
		p.phoneReports(workflowtest.FirstESIM, contract.ProfileDownloaded, "")
		p.untilStage(contract.StageHeld)
		p.phoneReports(workflowtest.FirstESIM, contract.ProfileInstalled, "")
		p.resolves(contract.ResolveRetry, nil)
		p.ends(contract.StageActive)
	},
}

func (p *recording) choosesFromPlanToConfirm() {
	p.choosesPlanAndPerson()
	p.identity("order1", contract.IdentityCompleted)
	p.goesOnToConfirm()
}
