package order

import (
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	identityacts "selfcare/activities/identity"
	networkacts "selfcare/activities/network"
	orderacts "selfcare/activities/order"
	paymentacts "selfcare/activities/payment"
	portabilityacts "selfcare/activities/portability"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/cardpayment"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	orders      orderacts.Activities
	payments    *paymentacts.Activities
	identity    *identityacts.Activities
	registry    *identityacts.Registry
	network     *networkacts.Activities
	portability *portabilityacts.Activities
)

// orderRun is one order while it runs: the state that its parts share, and the parts. Each part has its own file, with each
// step beside its undo.
type orderRun struct {
	*process.Process[contract.Order]
	in           contract.OrderInput
	settings     contract.Settings
	cancel       workflow.CancelFunc // ends the phases early
	cancelReason contract.Code
	isOpen       bool
	begun        int   // phases begun
	openErr      error // why the order was not opened

	number       numberHold
	identity     *identityCheck
	payment      *payment
	parcel       *parcel
	esim         *esim
	activation   *activation
	replacement  *replacement
	extraSIM     extraSIM
	port         *porting
	cancellation cancellation
	intervention intervention
}

func newOrderRun(in contract.OrderInput) *orderRun {
	o := &orderRun{in: in, settings: in.Settings, cancel: func() {}}
	o.number = numberHold{o}
	o.identity = &identityCheck{orderRun: o, watched: map[string]bool{}, hinted: map[string]bool{}}
	o.payment = &payment{orderRun: o, reports: cardpayment.NewReports(), followed: map[string]bool{}, doubted: map[string]bool{}}
	o.parcel = newParcel(o)
	o.esim = newESIM(o)
	o.activation = &activation{orderRun: o}
	o.replacement = &replacement{orderRun: o}
	o.extraSIM = extraSIM{o}
	o.port = &porting{orderRun: o}
	o.cancellation = cancellation{o}
	o.intervention = intervention{o}
	return o
}

// receive registers the queries and updates before the first wait.
func receive(ctx workflow.Context, in contract.OrderInput) (*orderRun, error) {
	o := newOrderRun(in)
	state := in.Order
	state.Stage = contract.StageWizard
	state.Step = order.Next(state)
	o.Process = process.Open(ctx, state, o.intervention, o.updateAttributes)
	o.Show, o.CaughtUp = o.show, o.followOn
	o.Done = o.identity.isSent
	o.Seq = func() int64 { return o.State.Seq }
	o.show(ctx)
	if err := workflow.SetQueryHandler(ctx, contract.QueryStatus, func() (contract.Order, error) { return o.State, nil }); err != nil {
		return nil, err
	}
	return o, o.registerUpdates(ctx)
}

// awaitOpening waits for the update that started the order. An update that is refused or lost leaves no order behind.
func (o *orderRun) awaitOpening(ctx workflow.Context) error {
	opening := func() bool { return o.isOpen || o.openErr != nil }
	soon := process.Wait{For: "the order's first step", Limit: openingLost, Then: "our database is asked whether the order exists"}
	if err := o.AwaitOpening(ctx, soon, opening); err != nil {
		return err
	}
	if !opening() {
		if err := o.openLate(ctx, opening); err != nil {
			return err
		}
	}
	if !o.isOpen {
		return process.Ending(contract.EndedFirstNumberGone)
	}
	return o.listen()
}

// openingLost is how long to wait before a missing first step counts as lost with Temporal, perhaps after it was saved.
const openingLost = 5 * time.Second

// openLate continues from the order's row if the first step has written it, else it waits for the step.
func (o *orderRun) openLate(ctx workflow.Context, opening func() bool) error {
	if err := o.findOpened(ctx); err != nil || opening() {
		return err
	}
	wait := process.Wait{For: "the order's first step, which is overdue", Limit: process.OpenTimeout, Then: "the start is forgotten; no order was written"}
	_, err := o.Await(ctx, wait, opening)
	return err
}

func (o *orderRun) findOpened(ctx workflow.Context) error {
	done, err := o.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer done()
	if o.isOpen {
		return nil
	}
	var found contract.FoundOrder
	if err := o.CallLocal(ctx, "Check whether the order was saved", &found, orders.FindOrder, o.State.ID); err != nil {
		return err
	}
	if found.Written {
		o.isOpen = true
		o.Become(ctx, found.Order)
	}
	return nil
}

// listen takes the reports of outside systems, also while the order is held or being undone.
func (o *orderRun) listen() error {
	return errors.Join(
		process.Listen(o.Process, contract.SignalIdentityAnswered, func(m contract.IdentityAnswered) string { return m.EventID }, o.identity.listenAnswer),
		process.Listen(o.Process, contract.SignalPaymentReported, func(m contract.PaymentReported) string { return m.EventID }, o.payment.listenReport),
		process.Listen(o.Process, contract.SignalParcelScanned, func(m contract.ParcelScanned) string { return m.EventID }, o.parcel.Listen),
		process.Listen(o.Process, contract.SignalProfileReported, func(m contract.ProfileReported) string { return m.EventID }, o.esim.Listen),
		process.Listen(o.Process, contract.SignalOrderLate, func(contract.OrderLate) string { return "" }, o.listenLate),
		process.Listen(o.Process, contract.SignalPortProgress, func(contract.PortProgress) string { return "" }, o.port.listenProgress),
	)
}

func (o *orderRun) isPaid() bool   { return order.PaidPayment(o.State) != nil }
func (o *orderRun) isPlaced() bool { return o.State.Stage == contract.StagePlaced }

// callOff ends the phases early; the first reason counts.
func (o *orderRun) callOff(reason contract.Code) {
	if o.cancelReason == "" {
		o.cancelReason = reason
		o.cancel()
	}
}

// isCancelling is true also while an undo is held.
func (o *orderRun) isCancelling() bool {
	return o.State.Stage == contract.StageCancelling || o.State.Held != nil && o.State.Held.From == contract.StageCancelling
}

// limits returns the figures that messages mention.
func (o *orderRun) limits() contract.Limits {
	return contract.Limits{
		DeliveryAttempts: o.settings.DeliveryAttempts, Reissues: o.settings.ESIM.MaxReissues, PortTries: o.settings.Port.Tries,
	}
}

// followOn continues the identity request and the payments of a state that another worker saved before it died.
func (o *orderRun) followOn() {
	o.identity.followOn()
	o.payment.followOn()
}
