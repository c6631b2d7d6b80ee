package order

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// updateAttributes updates the details that operators see and returns the search attributes that follow from a change.
func (o *orderRun) updateAttributes(ctx workflow.Context, before contract.Order) []process.Attribute {
	var updates []process.Attribute
	if before.Stage != o.State.Stage {
		updates = append(updates, process.Stage.ValueSet(string(o.State.Stage)))
	}
	if o.State.Held != nil && before.Held == nil {
		updates = append(updates, o.Attention.AddAttributes(ctx, o.State.Held.FailureCode)...)
	}
	if o.State.Held == nil && before.Held != nil {
		updates = append(updates, o.Attention.DropAttributes(ctx, before.Held.FailureCode)...)
	}
	updates = append(updates, o.lateness(before)...)
	updates = append(updates, o.expectations(ctx, before)...)
	o.show(ctx)
	return append(updates, o.references(before)...)
}

// expectations returns the search attributes for who acts next, by when, and why the order deviates.
func (o *orderRun) expectations(ctx workflow.Context, before contract.Order) (updates []process.Attribute) {
	p := order.ProgressOf(o.State, o.limits())
	if next := waitsFor(o.State, p); next != waitsFor(before, order.ProgressOf(before, o.limits())) {
		updates = append(updates, process.WaitsFor.ValueSet(string(next)))
	}
	return append(updates, o.Attention.Expect(trouble(o.State, p), o.findSearchableDue(ctx, p))...)
}

// due is when the order should continue. In the wizard that is the end of the number's hold, or of the draft.
func (o *orderRun) due(p order.Progress) time.Time {
	switch {
	case o.State.Stage != contract.StageWizard:
		return p.Current.Until
	case o.number.isBooked():
		return o.State.Booking.HeldUntil
	default:
		return o.State.CreatedAt.Add(o.settings.DraftTTL)
	}
}

// findSearchableDue is due as operators search for it. In the wizard a small delay, or one for a payment under way, is not
// written at once: most orders are paid before the old end.
func (o *orderRun) findSearchableDue(ctx workflow.Context, p order.Progress) time.Time {
	due, seen := o.due(p), o.Attention.Expected()
	hardlyMoved := due.Sub(seen) < time.Minute || order.OpenPayment(o.State) != nil
	if o.State.Stage == contract.StageWizard && due.After(seen) && seen.After(workflow.Now(ctx)) && hardlyMoved {
		return seen
	}
	return due
}

// waitsFor is who acts next; in the wizard that is the customer.
func waitsFor(o contract.Order, p order.Progress) order.Actor {
	if o.Stage == contract.StageWizard {
		return order.ActorCustomer
	}
	return cmp.Or(p.Current.Actor, order.ActorNone)
}

// trouble is why the order waits although no support is needed: the answer of the old operator or of the phone.
func trouble(o contract.Order, p order.Progress) contract.Code {
	switch {
	case o.Held != nil || p.Current.State != order.MilestoneFailed:
		return ""
	case p.Current.Key == order.MilestoneDonor:
		return o.Port.Rejection
	case p.Current.Key == order.MilestoneInstalled:
		return o.Profile.ErrorCode
	default:
		return ""
	}
}

// applyAndShow is Apply for news that comes while the order waits: operators see it at once, because that wait may be long.
func (o *orderRun) applyAndShow(ctx workflow.Context, summary string, activity, input any) error {
	if err := o.Apply(ctx, summary, activity, input); err != nil {
		return err
	}
	return o.Flush(ctx)
}

// references are the order's identifiers elsewhere: at the courier, at the SM-DP+, and of its line.
func (o *orderRun) references(before contract.Order) (updates []process.Attribute) {
	if o.State.Shipment != nil && (before.Shipment == nil || before.Shipment.AirwayBill != o.State.Shipment.AirwayBill) {
		updates = append(updates, process.PartnerRef.ValueSet(o.State.Shipment.AirwayBill))
	}
	if p := o.State.Profile; p != nil && p.Issued > 0 && (before.Profile == nil || before.Profile.Issued != p.Issued) {
		updates = append(updates, process.PartnerRef.ValueSet(contract.ProfileReference(o.State.ID, p.Issued)))
	}
	if o.State.Line != nil && (before.Line == nil || before.Line.ID != o.State.Line.ID) {
		updates = append(updates, process.LineRef.ValueSet(o.State.Line.ID))
	}
	return updates
}

// show writes the progress for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (o *orderRun) show(ctx workflow.Context) {
	text := fmt.Sprintf("**%s** · order %s", o.inWords(), o.State.Number)
	switch {
	case o.State.Stage == contract.StageWizard:
		text += " · next: " + strings.ReplaceAll(string(o.State.Step), "-", " ")
	case o.State.Held != nil:
		text += "\n\n" + process.Held(o.State.Held.Since, o.State.Held.FailureCode, o.State.Held.Work, func(r contract.Resolution) error {
			return order.ValidateResolution(o.State, r)
		})
	case o.State.Ended != nil:
		text += fmt.Sprintf("\n\nEnded because of `%s`.", o.State.Ended.Reason)
	}
	workflow.SetCurrentDetails(ctx, text)
}

// inWords is where the order stands as operators read it, with who acts next and by when.
func (o *orderRun) inWords() string {
	p, isDraft := order.ProgressOf(o.State, o.limits()), o.State.Stage == contract.StageWizard
	text := standingText(o.State, p)
	if code := trouble(o.State, p); code != "" {
		text += ": " + plain(code)
	}
	until := o.Attention.Due()
	if isDraft && until.Equal(o.Attention.Expected()) { // what can be searched for may be a step behind
		until = o.due(p)
	}
	who := actorText[waitsFor(o.State, p)]
	if waits := o.Attention.WaitsFor(); who == "" && waits != "" { // no person has to act
		text += ", waiting while " + waits
	} else if who != "" {
		text += ", waiting for the " + who
	}
	if !until.IsZero() {
		text += " until " + until.In(calendar.Riyadh).Format("2 Jan 15:04")
	}
	return text
}

// plain turns a code into words: port_unpaid_dues becomes unpaid dues.
func plain(code contract.Code) string {
	words := string(code)
	for _, area := range []string{"port_", "esim_"} {
		words = strings.TrimPrefix(words, area)
	}
	return strings.ReplaceAll(words, "_", " ")
}

var actorText = map[order.Actor]string{
	order.ActorCustomer: "customer", order.ActorDonor: "old operator", order.ActorCourier: "courier",
	order.ActorPartner: "partner", order.ActorSupport: "support desk",
}

// standingText says in the words of operators where an order stands.
func standingText(o contract.Order, p order.Progress) string {
	stage := o.Stage
	if o.Held != nil {
		stage = contract.StageHeld
	}
	if text, known := stageText[stage]; known {
		return text
	}
	m := p.Current
	switch {
	case m.Key == order.MilestoneDonor && m.State == order.MilestoneFailed && m.Actor == order.ActorUs:
		return "Port refused for good, the order ends"
	case m.Key == order.MilestoneDonor && m.State == order.MilestoneWaiting && o.Port.Escalated:
		return "The old operator has not answered in time"
	case m.Key == order.MilestoneMoved && o.Port.Status == contract.PortCutOver:
		return "The number is moving over"
	case m.Key == order.MilestoneInstalled && m.State == order.MilestoneRunning && m.Actor == order.ActorUs:
		return stageText[contract.StageCancelling]
	default:
		return milestoneText[m.Key][m.State]
	}
}

// stageText are the words of stages that milestones do not tell.
var stageText = map[contract.Stage]string{
	contract.StageWizard:     "The customer is filling the wizard",
	contract.StageHeld:       "Held, support must decide",
	contract.StageCancelling: "Being undone",
	contract.StageCancelled:  "Cancelled",
	contract.StageAbandoned:  "Not paid in time, abandoned",
}

// milestoneText are the words of milestones under way.
var milestoneText = map[order.MilestoneKey]map[order.MilestoneState]string{
	order.MilestonePlaced:    {order.MilestoneFailed: "Paid, but the number was lost"},
	order.MilestoneDonor:     {order.MilestoneWaiting: "The port is requested", order.MilestoneFailed: "Port refused"},
	order.MilestonePreparing: {order.MilestoneRunning: "The SIM is being prepared"},
	order.MilestoneDispatched: {
		order.MilestoneRunning: "The parcel is on its way",
		order.MilestoneWaiting: "The courier did not reach the customer",
		order.MilestoneFailed:  "The parcel came back",
	},
	order.MilestoneESIMCode: {order.MilestoneRunning: "The eSIM is being made"},
	order.MilestoneInstalled: {
		order.MilestoneWaiting: "The eSIM is ready to install",
		order.MilestoneRunning: "The eSIM is being installed",
		order.MilestoneFailed:  "The eSIM did not install",
	},
	order.MilestoneMoved: {
		order.MilestoneRunning: "The number is to be switched",
		order.MilestoneWaiting: "The switch failed and was put back",
	},
	order.MilestoneActive: {
		order.MilestoneWaiting: "Delivered, to be activated",
		order.MilestoneRunning: "The line is being switched on",
		order.MilestoneDone:    "The line is active",
	},
}
