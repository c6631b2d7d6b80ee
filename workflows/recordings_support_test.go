//go:build record

package workflows_test

import (
	"maps"
	"time"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func init() { maps.Copy(recordings, supportRecordings) }

// undo is the compensation of a piece of work, and its effect.
type undo struct {
	work   contract.Work
	effect string
}

// The undos of an order whose parcel is booked, newest first.
var (
	parcelUndo = undo{contract.WorkCancelParcel, "cancel-parcel"}
	cardUndo   = undo{contract.WorkReturnSIM, "return-sim"}
	moneyUndo  = undo{contract.WorkRefund, "refund"}
	numberUndo = undo{contract.WorkReleaseNumber, "release-number"}
)

// supportRecordings are support's decisions about each piece of held work.
var supportRecordings = map[string]func(*recording){
	"each-undo-held-then-retried": func(p *recording) {
		p.hasParcel()
		p.fail(parcelUndo, cardUndo, moneyUndo, numberUndo)
		p.operatorCancels()
		p.decides(contract.ResolveRetry, parcelUndo, cardUndo, moneyUndo, numberUndo)
		p.ends(contract.StageCancelled)
	},
	"each-undo-held-then-skipped": func(p *recording) {
		p.hasParcel()
		p.fail(parcelUndo, cardUndo, moneyUndo)
		p.operatorCancels()
		p.decides(contract.ResolveSkip, parcelUndo, cardUndo, moneyUndo)
		p.ends(contract.StageCancelled)
	},
	"activation-refused-then-retried": func(p *recording) {
		p.activationIsRefused()
		p.outside.Fails("switch-on", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.ends(contract.StageActive)
	},
	"switch-off-held-then-retried": func(p *recording) {
		p.activationIsRefused()
		p.calledOffThen(contract.ResolveRetry, undo{contract.WorkDeactivate, "switch-off"})
	},
	"switch-off-held-then-skipped": func(p *recording) {
		p.activationIsRefused()
		p.calledOffThen(contract.ResolveSkip, undo{contract.WorkDeactivate, "switch-off"})
	},
	"never-activated-then-called-off": func(p *recording) {
		p.input.Settings.ActivationTTL = time.Second
		p.isDelivered()
		p.calledOffThen("")
	},
	"completion-refused-by-the-books-then-retried": func(p *recording) {
		p.completionIsRefused()
		p.books.Fails("complete", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.ends(contract.StageActive)
	},
	"completion-refused-by-the-books-then-called-off": func(p *recording) {
		p.completionIsRefused()
		p.calledOffThen("")
	},
	"esim-held-then-called-off": func(p *recording) {
		p.outside.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock))
		p.paysForESIM()
		p.calledOffThen(contract.ResolveRetry, undo{contract.WorkCancelProfile, "cancel-profile"})
	},
	"esim-never-installed-then-called-off": func(p *recording) {
		p.input.Settings.ESIM.RemindAfter, p.input.Settings.ESIM.InstallWithin = time.Second, 2*time.Second
		p.hasESIM()
		p.calledOffThen(contract.ResolveSkip, undo{contract.WorkCancelProfile, "cancel-profile"})
	},
	"port-donor-silent-then-called-off": func(p *recording) {
		p.portIsHeld()
		p.calledOffThen(contract.ResolveRetry, undo{contract.WorkWithdrawPort, "withdraw-port"})
	},
	"port-withdrawal-held-then-skipped": func(p *recording) {
		p.portIsHeld()
		p.calledOffThen(contract.ResolveSkip, undo{contract.WorkWithdrawPort, "withdraw-port"})
	},
	"replacement-suspend-refused-then-called-off": func(p *recording) {
		p.suspendIsRefused()
		p.calledOffThen(contract.ResolveRetry, undo{contract.WorkRestoreSIM, "restore"})
		p.endsWithLine(contract.StageCancelled)
	},
	"replacement-restore-held-then-skipped": func(p *recording) {
		p.suspendIsRefused()
		p.calledOffThen(contract.ResolveSkip, undo{contract.WorkRestoreSIM, "restore"})
		p.endsWithLine(contract.StageCancelled)
	},
	"replacement-swap-refused-then-retried": func(p *recording) {
		p.outside.Fails("swap", workflowtest.No(contract.FailNetworkRefused))
		p.replacesUpToDelivery()
		p.asksToActivateInVain()
		p.outside.Fails("swap", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.endsWithLine(contract.StageActive)
	},
	"replacement-disputed-late-then-retried": func(p *recording) {
		p.input.Settings.GuardFor = time.Hour
		p.replacesUpToDelivery()
		p.activates()
		p.untilStage(contract.StageActive)
		p.says(contract.UpdateDispute, nil)
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveRetry, nil)
		p.endsWithLine(contract.StageActive)
	},
	"multisim-esim-refused-then-retried": func(p *recording) {
		p.extraSIMIsRefused()
		p.outside.Fails("add-sim", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.ends(contract.StageActive)
	},
	"multisim-esim-removal-held-then-retried": func(p *recording) {
		p.extraSIMIsRefused()
		p.calledOffThen(contract.ResolveRetry, undo{contract.WorkRemoveExtraSIM, "remove-sim"})
	},
	"multisim-esim-removal-held-then-skipped": func(p *recording) {
		p.extraSIMIsRefused()
		p.calledOffThen(contract.ResolveSkip, undo{contract.WorkRemoveExtraSIM, "remove-sim"})
	},
}

func (p *recording) fail(undone ...undo) {
	for _, one := range undone {
		p.outside.Fails(one.effect, workflowtest.No(contract.FailNetworkRefused))
	}
}

// decides takes support's decision about each held undo, one after another.
func (p *recording) decides(action string, held ...undo) {
	for _, one := range held {
		p.until(func(o contract.Order) bool { return o.Held != nil && o.Held.Work == one.work })
		p.outside.Fails(one.effect, nil)
		p.resolves(action, nil)
	}
}

// calledOffThen cancels a held order as support, and decides about the undos that fail.
func (p *recording) calledOffThen(action string, held ...undo) {
	p.untilStage(contract.StageHeld)
	p.fail(held...)
	p.resolves(contract.ResolveCancel, nil)
	p.decides(action, held...)
	p.ends(contract.StageCancelled)
}

func (p *recording) activationIsRefused() {
	p.outside.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
	p.isDelivered()
	p.asksToActivateInVain()
}

func (p *recording) completionIsRefused() {
	p.books.Fails("complete", workflowtest.No(contract.FailNumberUnknown))
	p.isDelivered()
	p.asksToActivateInVain()
}

func (p *recording) asksToActivateInVain() {
	p.identity("activation1", contract.IdentityCompleted)
	p.isRefused(contract.FailActivation, contract.UpdateActivate, contract.ActivationRequest{ICCID: workflowtest.Iccid})
	p.untilStage(contract.StageHeld)
}

func (p *recording) portIsHeld() {
	p.outside.Ports.Answer = time.Second
	p.portSubmitted()
	p.untilStage(contract.StageHeld)
}

func (p *recording) suspendIsRefused() {
	p.outside.Fails("suspend", workflowtest.No(contract.FailNetworkRefused))
	p.replacesUpToPayment()
}

func (p *recording) extraSIMIsRefused() {
	p.outside.Fails("add-sim", workflowtest.No(contract.FailNetworkRefused))
	p.addsESIM()
	p.installs(workflowtest.FirstESIM)
	p.untilStage(contract.StageHeld)
}
