package order

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/run"
)

// changed keeps what operators see in step with the state, and says which search attributes follow from a change.
func (o *orderRun) changed(ctx workflow.Context, before contract.Order) []run.Attribute {
	o.show(ctx)
	var updates []run.Attribute
	if before.Stage != o.State.Stage {
		updates = append(updates, run.Stage.ValueSet(string(o.State.Stage)))
	}
	if o.State.Held != nil && before.Held == nil {
		updates = append(updates, o.Attention.Needed(ctx, o.State.Held.FailureCode)...)
	}
	if o.State.Held == nil && before.Held != nil {
		updates = append(updates, o.Attention.NotNeeded(ctx, before.Held.FailureCode)...)
	}
	return append(updates, o.references(before)...)
}

// references are what the order is known under elsewhere: at the courier, at the SM-DP+, as a line of ours.
func (o *orderRun) references(before contract.Order) (updates []run.Attribute) {
	if o.State.Shipment != nil && (before.Shipment == nil || before.Shipment.AirwayBill != o.State.Shipment.AirwayBill) {
		updates = append(updates, run.PartnerRef.ValueSet(o.State.Shipment.AirwayBill))
	}
	if p := o.State.Profile; p != nil && p.Issued > 0 && (before.Profile == nil || before.Profile.Issued != p.Issued) {
		updates = append(updates, run.PartnerRef.ValueSet(contract.ProfileReference(o.State.ID, p.Issued)))
	}
	if o.State.Line != nil && (before.Line == nil || before.Line.ID != o.State.Line.ID) {
		updates = append(updates, run.LineRef.ValueSet(o.State.Line.ID))
	}
	return updates
}

// show is the way so far for the Temporal UI: no personal data, details there are stored in clear.
func (o *orderRun) show(ctx workflow.Context) {
	text := fmt.Sprintf("**%s** · order %s · step %s", o.inWords(), o.State.Number, o.State.Step)
	switch {
	case o.State.Held != nil:
		text += fmt.Sprintf("\n\nHeld since %s because of `%s` while doing `%s`. Decide with update `resolve`: retry, amend, skip or cancel.",
			o.State.Held.Since.Format(time.RFC3339), o.State.Held.FailureCode, o.State.Held.Work)
	case o.State.Ended != nil:
		text += fmt.Sprintf("\n\nEnded because of `%s`.", o.State.Ended.Reason)
	}
	workflow.SetCurrentDetails(ctx, text)
}

func (o *orderRun) inWords() string {
	if text, ok := profileText[o.State.Stage]; ok && o.State.Profile != nil {
		return text
	}
	return stageText[o.State.Stage]
}

// profileText says the stages that are others with an eSIM.
var profileText = map[contract.Stage]string{
	contract.StagePreparing:  "The eSIM is being made",
	contract.StageDispatched: "The activation code is with the customer",
	contract.StageDelivered:  "The eSIM is on the customer's phone",
}

// stageText says each stage in plain words.
var stageText = map[contract.Stage]string{
	contract.StageWizard:     "The customer is filling the wizard",
	contract.StagePlaced:     "Paid, the order is placed",
	contract.StageNumberLost: "Paid, but the number was lost: the customer picks another",
	contract.StagePreparing:  "The SIM is being prepared",
	contract.StageDispatched: "The parcel is on its way",
	contract.StageDelivered:  "Delivered, waiting for activation",
	contract.StagePorting:    "The number is moving over",
	contract.StageActive:     "The line is active",
	contract.StageHeld:       "Held, a person must decide",
	contract.StageCancelling: "Being undone",
	contract.StageCancelled:  "Cancelled",
	contract.StageAbandoned:  "Never paid, given up",
}
