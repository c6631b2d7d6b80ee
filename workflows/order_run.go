package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// Names of the activities; the methods are never called here.
var (
	orders    *activities.Orders
	payments  *activities.Payments
	identity  *activities.Identity
	registry  *activities.Registry
	courier   *activities.Courier
	esims     *activities.ESIM
	network   *activities.Network
	messenger *activities.Messages

	portability *activities.Portability
	records     *activities.Records
	lines       *activities.Lines
	socials     *activities.Social
)

// orderRun is one order while it runs.
type orderRun struct {
	*run.Process[contract.Order]
	in       contract.OrderInput
	settings contract.Settings
	cancel   workflow.CancelFunc // ends the story early

	isOpen       bool
	openErr      error // the first number was gone
	cancelReason contract.Code
	activation   *contract.ActivationRequest
	identity     identityFollowed
	card         cardFollowed
	parcel       parcelFollowed
	profile      profileFollowed
	port         *portFollowed

	simWithCustomer bool                // the number brought along can be moved to it
	freeLine        workflow.CancelFunc // ends the LineChange, where one runs
	claimed         bool                // the line is this order's alone
	takingOver      bool                // the new SIM may have the line by now
	disputed        bool                // too late to be undone by itself
}

// openTimeout is how long a started order waits for its first step, whose update came with the start.
const openTimeout = 10 * time.Minute

// receive registers what the outside may ask before anything else happens.
func receive(ctx workflow.Context, in contract.OrderInput) (*orderRun, error) {
	o := &orderRun{
		in: in, settings: in.Settings, cancel: func() {},
		identity: identityFollowed{early: map[string]contract.IdentityStatus{}},
	}
	state := in.Order
	state.Stage = contract.StageWizard
	state.Step = order.Next(state)
	o.Process = run.Open(ctx, state, o, o.changed)
	o.show(ctx)
	if err := workflow.SetQueryHandler(ctx, contract.QueryStatus, func() (contract.Order, error) { return o.State, nil }); err != nil {
		return nil, err
	}
	return o, o.registerUpdates(ctx)
}

// opened waits for the update the order was started with. A first number that was gone leaves no order behind, and so does
// a start whose update was lost.
func (o *orderRun) opened(ctx workflow.Context) error {
	wait := run.Wait{For: "the order's first step", Limit: openTimeout, Then: "the start is forgotten; no order was written"}
	if _, err := o.Await(ctx, wait, func() bool { return o.isOpen || o.openErr != nil }); err != nil {
		return err
	}
	if !o.isOpen {
		return run.Ending(contract.EndedFirstNumberGone)
	}
	o.listen()
	return nil
}

// listen takes what outside systems report, also while the order is held or being undone.
func (o *orderRun) listen() {
	run.Listen(o.Process, contract.SignalIdentityAnswered, func(m contract.IdentityAnswered) string { return m.EventID }, o.listenIdentity)
	run.Listen(o.Process, contract.SignalPaymentReported, func(m contract.PaymentReported) string { return m.EventID }, o.listenPayment)
	run.Listen(o.Process, contract.SignalParcelScanned, func(m contract.ParcelScanned) string { return m.EventID }, o.listenParcel)
	run.Listen(o.Process, contract.SignalProfileReported, func(m contract.ProfileReported) string { return m.EventID }, o.listenProfile)
	run.Listen(o.Process, contract.SignalPortProgress, func(contract.PortProgress) string { return "" }, o.listenPort)
}

// at stamps an input with the workflow's clock.
func at(ctx workflow.Context) contract.At { return contract.At{Now: workflow.Now(ctx)} }

func (o *orderRun) isPaid() bool          { return order.PaidPayment(o.State) != nil }
func (o *orderRun) isPlaced() bool        { return o.State.Stage == contract.StagePlaced }
func (o *orderRun) activationAsked() bool { return o.activation != nil }

// Hold parks the order with the reason it cannot go on.
func (o *orderRun) Hold(ctx workflow.Context, work contract.Work, code contract.Code) error {
	held := contract.OrderHeld{At: at(ctx), FailureCode: code, Work: work, CanSkip: order.CanSkip(work)}
	return o.Apply(ctx, "Hold the order", orders.HoldOrder, held)
}

// Resume takes the order on from where it was held. A refund that support skips was made by hand: it is a booking.
func (o *orderRun) Resume(ctx workflow.Context, decision contract.Resolution) error {
	held := o.State.Held
	resumed := contract.OrderResumed{At: at(ctx), Resolution: decision}
	if err := o.Apply(ctx, "Resume the order", orders.ResumeOrder, resumed); err != nil {
		return err
	}
	if decision.Action != contract.ResolveSkip || held == nil || held.Work != contract.WorkRefund {
		return nil
	}
	return o.Apply(ctx, "Book the refund made by hand", orders.RecordHandRefund, contract.PaymentMoved{At: at(ctx), Payment: o.card.due})
}

func (o *orderRun) mayResolve(in contract.Resolution) error {
	return run.Refusal(order.MayResolve(o.State, in))
}

// resolve takes support's decision and answers when the order has moved on from it. An order that an operator cancelled
// is undone in a disconnected context, so its decisions are too.
func (o *orderRun) resolve(ctx workflow.Context, in contract.Resolution) (contract.Order, error) {
	since := o.heldSince()
	if err := o.mayResolve(in); err != nil || !o.Decide(in) {
		return contract.Order{}, run.Refuse(contract.FailNotHeld)
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	wait := run.Wait{For: "the order goes on", Owner: "the order: it resumes at once"}
	_, err := o.Await(ctx, wait, func() bool { return o.State.Held == nil || o.heldSince() != since })
	return o.State, err
}

func (o *orderRun) heldSince() time.Time {
	if o.State.Held == nil {
		return time.Time{}
	}
	return o.State.Held.Since
}
