package workflows

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

var (
	attrStage          = temporal.NewSearchAttributeKeyKeyword(contract.AttrStage)
	attrNeedsAttention = temporal.NewSearchAttributeKeyBool(contract.AttrNeedsAttention)
	attrFailureCode    = temporal.NewSearchAttributeKeyKeyword(contract.AttrFailureCode)
	attrDueAt          = temporal.NewSearchAttributeKeyTime(contract.AttrDueAt)
	attrLineRef        = temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef)
	attrPartnerRef     = temporal.NewSearchAttributeKeyKeyword(contract.AttrPartnerRef)
)

// shown keeps what operators see in step with the state; search attributes are written only when they change.
func (o *orderRun) shown(ctx workflow.Context, before contract.Order) error {
	o.show(ctx)
	var updates []temporal.SearchAttributeUpdate
	if before.Stage != o.state.Stage {
		updates = append(updates, attrStage.ValueSet(string(o.state.Stage)))
	}
	if o.state.Held != nil && before.Held == nil {
		updates = append(updates, attrNeedsAttention.ValueSet(true),
			attrFailureCode.ValueSet(string(o.state.Held.FailureCode)), attrDueAt.ValueSet(workflow.Now(ctx).Add(timeToResolve)))
	}
	if o.state.Held == nil && before.Held != nil {
		updates = append(updates, attrNeedsAttention.ValueSet(false), attrFailureCode.ValueUnset(), attrDueAt.ValueUnset())
	}
	updates = append(updates, o.newReferences(before)...)
	if len(updates) == 0 {
		return nil
	}
	return workflow.UpsertTypedSearchAttributes(ctx, updates...)
}

// newReferences are the names under which partners and operators know the order, where they are new.
func (o *orderRun) newReferences(before contract.Order) []temporal.SearchAttributeUpdate {
	var updates []temporal.SearchAttributeUpdate
	if o.state.Shipment != nil && (before.Shipment == nil || before.Shipment.AirwayBill != o.state.Shipment.AirwayBill) {
		updates = append(updates, attrPartnerRef.ValueSet(o.state.Shipment.AirwayBill))
	}
	if p := o.state.Profile; p != nil && p.Issued > 0 && (before.Profile == nil || before.Profile.Issued != p.Issued) {
		updates = append(updates, attrPartnerRef.ValueSet(contract.ProfileReference(o.state.ID, p.Issued)))
	}
	if o.state.Line != nil && (before.Line == nil || before.Line.ID != o.state.Line.ID) {
		updates = append(updates, attrLineRef.ValueSet(o.state.Line.ID))
	}
	return updates
}

// timeToResolve is by when support should have decided about a held order.
const timeToResolve = 4 * time.Hour

// show is the story so far for the Temporal UI: no personal data, details there are stored in clear.
func (o *orderRun) show(ctx workflow.Context) {
	text := fmt.Sprintf("**%s** · order %s · step %s", o.inWords(), o.state.Number, o.state.Step)
	switch {
	case o.state.Held != nil:
		text += fmt.Sprintf("\n\nHeld since %s because of `%s` while doing `%s`. Decide with update `resolve`: retry, amend, skip or cancel.",
			o.state.Held.Since.Format(time.RFC3339), o.state.Held.FailureCode, o.state.Held.Work)
	case o.state.Ended != nil:
		text += fmt.Sprintf("\n\nEnded because of `%s`.", o.state.Ended.Reason)
	}
	workflow.SetCurrentDetails(ctx, text)
}

func (o *orderRun) inWords() string {
	if text, ok := profileText[o.state.Stage]; ok && o.state.Profile != nil {
		return text
	}
	return stageText[o.state.Stage]
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
