//go:build record

package workflows_test

import (
	"maps"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/workflowtest"
)

func init() { maps.Copy(recordings, lineRecordings) }

// lineRecordings are orders for an existing line.
var lineRecordings = map[string]func(*recording){
	"replacement": func(p *recording) {
		p.replacesUpToDelivery()
		p.activates()
		p.endsWithLine(contract.StageActive)
	},
	"replacement-refused-then-cancelled": func(p *recording) {
		p.isAbout(contract.KindSIMReplacement)
		p.books.Fails("request-replacement", workflowtest.No(contract.FailLineBusy))
		p.isRefused(contract.FailLineBusy, contract.UpdateRequestReplacement, workflowtest.LostSIM)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"replacement-cancelled": func(p *recording) {
		p.isAbout(contract.KindSIMReplacement)
		p.says(contract.UpdateRequestReplacement, workflowtest.LostSIM)
		p.paysForLine()
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.cancels()
		p.endsWithLine(contract.StageCancelled)
	},
	"replacement-claim-lost": func(p *recording) {
		p.isAbout(contract.KindSIMReplacement)
		p.says(contract.UpdateRequestReplacement, workflowtest.LostSIM)
		p.books.Fails("claim-line", workflowtest.No(contract.FailLineBusy))
		p.paysForLine()
		p.ends(contract.StageCancelled)
	},
	"replacement-disputed": func(p *recording) {
		p.replacesUpToDelivery()
		p.says(contract.UpdateDispute, nil)
		p.endsWithLine(contract.StageCancelled)
	},
	"replacement-disputed-late": func(p *recording) {
		p.input.Settings.GuardFor = time.Hour
		p.replacesUpToDelivery()
		p.activates()
		p.untilStage(contract.StageActive)
		p.says(contract.UpdateDispute, nil)
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveSkip, nil)
		p.endsWithLine(contract.StageActive)
	},
	"replacement-swap-refused": func(p *recording) {
		p.outside.Fails("swap", workflowtest.No(contract.FailNetworkRefused))
		p.replacesUpToDelivery()
		p.identity("activation1", contract.IdentityCompleted)
		p.isRefused(contract.FailActivation, contract.UpdateActivate, contract.ActivationRequest{ICCID: workflowtest.Iccid})
		p.resolves(contract.ResolveCancel, nil)
		p.endsWithLine(contract.StageCancelled)
	},
	"multisim": func(p *recording) {
		p.isAbout(contract.KindMultiSIM)
		p.says(contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{LineID: workflowtest.LineID, Name: "Watch"})
		p.paysForLine()
		p.runsToActive()
	},
	"multisim-refused-by-network": func(p *recording) {
		p.outside.Fails("add-sim", workflowtest.No(contract.FailNetworkRefused))
		p.isAbout(contract.KindMultiSIM)
		p.says(contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{LineID: workflowtest.LineID, Name: "Watch"})
		p.paysForLine()
		p.fulfilled()
		p.identity("activation1", contract.IdentityCompleted)
		p.isRefused(contract.FailActivation, contract.UpdateActivate, contract.ActivationRequest{ICCID: workflowtest.Iccid})
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"esim-replacement": func(p *recording) {
		p.replacesByESIM()
		p.installs(workflowtest.FirstESIM)
		p.endsWithLine(contract.StageActive)
	},
	"esim-replacement-cancelled": func(p *recording) {
		p.replacesByESIM()
		p.cancels()
		p.endsWithLine(contract.StageCancelled)
	},
	"multisim-cancelled": func(p *recording) {
		p.isAbout(contract.KindMultiSIM)
		p.says(contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{LineID: workflowtest.LineID, Name: "Watch"})
		p.paysForLine()
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"multisim-esim-cancelled": func(p *recording) {
		p.addsESIM()
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"multisim-esim": func(p *recording) {
		p.addsESIM()
		p.installs(workflowtest.FirstESIM)
		p.ends(contract.StageActive)
	},
	"multisim-esim-refused-by-network": func(p *recording) {
		p.outside.Fails("add-sim", workflowtest.No(contract.FailNetworkRefused))
		p.addsESIM()
		p.installs(workflowtest.FirstESIM)
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"sims-switched-and-deactivated": func(p *recording) {
		lines := flow.NewLines(p.server)
		require.NoError(p.t, lines.SwitchPrimary(p.t.Context(), simChangeOf(p.id()+"-1")))
		p.save("primary-switch-done", contract.LineChangeWorkflowID(workflowtest.LineID))
		require.NoError(p.t, lines.DeactivateSIM(p.t.Context(), simChangeOf(p.id()+"-2")))
		p.save("sim-deactivation-done", contract.LineChangeWorkflowID(workflowtest.LineID))
		p.outside.Fails("switch-primary", workflowtest.No(contract.FailNetworkRefused))
		require.Error(p.t, lines.SwitchPrimary(p.t.Context(), simChangeOf(p.id()+"-3")))
		p.save("primary-switch-refused", contract.LineChangeWorkflowID(workflowtest.LineID))
		p.opens()
		p.cancels()
		p.ends(contract.StageCancelled)
	},
}

func simChangeOf(holder string) contract.SIMChangeInput {
	return contract.SIMChangeInput{LineID: workflowtest.LineID, SIMID: "sim-2", Holder: holder, Language: "en"}
}

// isAbout starts an order of a kind for an existing line.
func (p *recording) isAbout(kind contract.Kind) {
	p.input.Order.Kind, p.input.Order.NumberSource = kind, contract.NumberExisting
	if kind == contract.KindMultiSIM && p.input.Order.SIMType == "" {
		p.input.Order.SIMType = contract.SIMPhysical
	}
	_, err := p.orders.Start(p.t.Context(), p.input, p.number, "", p.key())
	require.NoError(p.t, err)
}

func (p *recording) paysForLine() {
	p.identity("order1", contract.IdentityCompleted)
	after := p.says(contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	if after.Step == contract.StepDelivery {
		after = p.says(contract.UpdateChooseDelivery, contract.DeliveryChoice{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"}})
	}
	p.says(contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: after.Price.Total})
	p.pays("p1")
}

// replacesByESIM continues until the code is issued.
func (p *recording) replacesByESIM() {
	p.input.Settings.GuardFor = time.Second
	p.isAbout(contract.KindESIMReplacement)
	asked := workflowtest.LostSIM
	asked.Reason, asked.Device = contract.ReplaceToESIM, &contract.Device{Model: workflowtest.Phone}
	p.says(contract.UpdateRequestReplacement, asked)
	p.paysForLine()
	p.untilCodeIsOut(1)
}

func (p *recording) addsESIM() {
	p.input.Order.SIMType = contract.SIMEmbedded
	p.isAbout(contract.KindMultiSIM)
	p.says(contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{LineID: workflowtest.LineID, Name: "Watch", Device: &contract.Device{Model: workflowtest.Phone}})
	p.paysForLine()
	p.untilCodeIsOut(1)
}

func (p *recording) replacesUpToDelivery() {
	p.replacesUpToPayment()
	p.fulfilled()
}

// endsWithLine also waits for the claim on the line, which other recordings need.
func (p *recording) endsWithLine(in contract.Stage) {
	p.ends(in)
	id := contract.LineChangeWorkflowID(workflowtest.LineID)
	require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), id, "").Get(p.t.Context(), nil))
	p.save("line-change-"+p.id(), id)
}

func (p *recording) replacesUpToPayment() {
	if p.input.Settings.GuardFor == 0 {
		p.input.Settings.GuardFor = time.Second
	}
	p.isAbout(contract.KindSIMReplacement)
	p.says(contract.UpdateRequestReplacement, workflowtest.LostSIM)
	p.paysForLine()
}

// startsOtherChange runs another change of the line until the function returned is called.
func (p *recording) startsOtherChange() (let func()) {
	id := contract.LineChangeWorkflowID(workflowtest.LineID)
	other := contract.LineChangeInput{LineID: workflowtest.LineID, Holder: "other", OrderNumber: "other"}
	change, err := p.server.ExecuteWorkflow(p.t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: contract.TaskQueue}, contract.WorkflowLineChange, other)
	require.NoError(p.t, err)
	return func() {
		require.NoError(p.t, p.server.CancelWorkflow(p.t.Context(), id, ""))
		require.NoError(p.t, change.Get(p.t.Context(), nil))
	}
}

// switchesPrimary requests a switch whose answer takes long.
func (p *recording) switchesPrimary() <-chan error {
	switched := make(chan error, 1)
	go func() { switched <- flow.NewLines(p.server).SwitchPrimary(p.t.Context(), simChangeOf(p.id())) }()
	return switched
}
