// Package ticket holds the process of a service request: a complaint that is answered in time, or the form of a reseller.
package ticket

import (
	"errors"
	"fmt"
	"slices"

	"go.temporal.io/sdk/workflow"

	ticketacts "selfcare/activities/ticket"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	rules "selfcare/internal/domain/ticket"
	"selfcare/workflows/internal/process"
)

var requests *ticketacts.Activities // only the method names are used; the workflow never calls these

// ServiceRequest follows a customer's request until it is closed for good.
func ServiceRequest(ctx workflow.Context, in contract.TicketInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	r, err := receive(ctx, in)
	if err != nil {
		return err
	}
	if err := r.Drain(ctx, r.runPhases(ctx)); err != nil || !r.open || r.State.Over {
		return err
	}
	return workflow.NewContinueAsNewError(ctx, ServiceRequest, contract.TicketInput{Ticket: r.State, Link: in.Link, Taken: r.taken})
}

// ticketRun is one service request while it runs.
type ticketRun struct {
	*process.Process[contract.Ticket]
	in      contract.TicketInput
	open    bool
	refused error    // why the request was not opened
	taken   []string // ids of the last updates, which callers may repeat in the next run
}

// mostTaken is how many updates the next run knows.
const mostTaken = 20

func receive(ctx workflow.Context, in contract.TicketInput) (*ticketRun, error) {
	r := &ticketRun{in: in, open: in.Ticket.Seq > 0, taken: in.Taken}
	r.Process = process.Open(ctx, in.Ticket, nil, r.updateAttributes)
	r.Show = r.show
	r.Seq = func() int64 { return r.State.Seq }
	if in.Ticket.Overdue { // an earlier run has shown it
		_ = r.Attention.AddAttributes(ctx, contract.FailTicketOverdue)
	}
	anything := func(contract.TicketInput) error { return nil }
	if err := process.RegisterUpdate(r.Process, ctx, contract.UpdateOpenTicket, anything, r.openOnce); err != nil {
		return nil, err
	}
	may := func(a contract.TicketAct) error {
		return process.Refusal(rules.ValidateAction(r.State, a, process.Now(ctx)))
	}
	return r, process.RegisterUpdate(r.Process, ctx, contract.UpdateActOnTicket, may, r.act)
}

func (r *ticketRun) runPhases(ctx workflow.Context) error {
	if err := r.awaitOpening(ctx); err != nil {
		return err
	}
	for !r.State.Over && !r.IsLong(ctx) {
		if err := r.awaitAct(ctx); err != nil {
			return err
		}
	}
	return nil
}

// openOnce records the service request once. It refuses another request with the same reference.
func (r *ticketRun) openOnce(ctx workflow.Context, in contract.TicketInput) (contract.Ticket, error) {
	if in.Ticket.ID != r.State.ID {
		return contract.Ticket{}, process.Refuse(contract.FailTicketTaken)
	}
	if r.open {
		return r.State, nil
	}
	opening := contract.TicketOpening{At: process.At(ctx), Details: r.in.Details, Text: r.in.Text, Link: r.in.Link, Attachments: r.in.Attachments}
	if err := r.Apply(ctx, "Open the service request", requests.OpenRequest, opening); err != nil {
		r.refused = err
		return contract.Ticket{}, err
	}
	r.open = true
	return r.State, nil
}

// awaitOpening waits for the update that started the workflow, unless this run continues another one. An update that is
// refused or lost leaves nothing behind.
func (r *ticketRun) awaitOpening(ctx workflow.Context) error {
	if r.open {
		return nil
	}
	wait := process.Wait{For: "the first step", Limit: process.OpenTimeout, Then: "the start is forgotten; the customer was not told a reference"}
	err := r.AwaitOpening(ctx, wait, func() bool { return r.open || r.refused != nil })
	switch {
	case err != nil:
		return err
	case r.refused != nil:
		return process.Ending(process.CodeOf(r.refused))
	case !r.open:
		return process.Ending(contract.FailTicketUnknown)
	default:
		return nil
	}
}

// awaitAct waits until a person acts, or until the passing of time alone changes the request, and records that.
func (r *ticketRun) awaitAct(ctx workflow.Context) error {
	seq := r.State.Seq
	acted := func() bool { return r.State.Seq != seq }
	at, known := rules.Next(r.State)
	if !known {
		wait := process.Wait{For: "an overdue answer", Owner: "support; NeedsAttention is set, and a supervisor was told"}
		_, err := r.Await(ctx, wait, acted)
		return err
	}
	wait := process.Wait{
		For: "an answer, or another message of the customer", Limit: at.Sub(process.Now(ctx)),
		Then: "an overdue answer is shown; an answered request without further messages is closed; a closed request can no longer be reopened",
	}
	happened, err := r.Await(ctx, wait, acted)
	if err != nil || happened {
		return err
	}
	passed := contract.TicketPassing{At: process.At(ctx), Link: r.in.Link}
	due := func() error {
		if at, known := rules.Next(r.State); !known || passed.Now.Before(at) { // a person acted meanwhile, or it is recorded already
			return errDone
		}
		return nil
	}
	return ignoreDone(r.ApplyIf(ctx, due, "Apply a due time limit", requests.PassTime, passed))
}

// act records the action of a person. A repeat gets the state.
func (r *ticketRun) act(ctx workflow.Context, in contract.TicketAct) (contract.Ticket, error) {
	in.At, in.Link = process.At(ctx), r.in.Link
	if slices.Contains(r.taken, in.Step) {
		return r.State, nil
	}
	seq, tried := int64(-1), false
	may := func() error {
		if tried && r.State.Seq > seq { // done by this very call, whose answer was lost
			return errDone
		}
		seq, tried = r.State.Seq, true
		return process.Refusal(rules.ValidateAction(r.State, in, in.Now))
	}
	err := ignoreDone(r.ApplyIf(ctx, may, "Act on the service request", requests.ActOnRequest, in))
	if err == nil {
		r.taken = append(r.taken, in.Step)
		r.taken = r.taken[max(0, len(r.taken)-mostTaken):]
	}
	return r.State, err
}

// errDone reports that nothing is left to do, which is no failure.
var errDone = errors.New("done already")

func ignoreDone(err error) error {
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}

// updateAttributes returns the search attributes that follow from a change of the service request.
func (r *ticketRun) updateAttributes(ctx workflow.Context, before contract.Ticket) []process.Attribute {
	r.show(ctx)
	var changed []process.Attribute
	if r.State.Stage != before.Stage {
		changed = append(changed, process.Stage.ValueSet(string(r.State.Stage)), process.WaitsFor.ValueSet(waitsFor(r.State.Stage)))
	}
	switch {
	case !before.Overdue && r.State.Overdue:
		changed = append(changed, r.Attention.AddAttributes(ctx, contract.FailTicketOverdue)...)
	case before.Overdue && !r.State.Overdue:
		changed = append(changed, r.Attention.DropAttributes(ctx, contract.FailTicketOverdue)...)
	}
	return changed
}

func waitsFor(stage contract.TicketStage) string {
	switch stage {
	case contract.TicketReceived, contract.TicketInWork:
		return contract.FixSupport
	case contract.TicketAsked, contract.TicketAnswered:
		return contract.FixCustomer
	case contract.TicketClosed:
		return contract.FixNone
	default:
		return contract.FixNone
	}
}

// show writes the progress for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (r *ticketRun) show(ctx workflow.Context) {
	now := r.State
	text := fmt.Sprintf("Service request (%s, %s) is **%s**", now.Kind, now.Topic, now.Stage)
	if !now.DueAt.IsZero() {
		text += " · an answer is due " + now.DueAt.In(calendar.Riyadh).Format("2 Jan 2006 15:04")
	}
	if now.Overdue {
		text += ": **overdue**"
	}
	workflow.SetCurrentDetails(ctx, text)
}
