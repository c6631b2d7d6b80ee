package workflows

import (
	"errors"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
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
	in       contract.OrderInput
	settings contract.Settings
	state    contract.Order
	root     workflow.Context // lives as long as the workflow, whatever is called off
	turn     workflow.Mutex   // one change of state at a time
	holds    workflow.Mutex   // one reason to be held at a time; while held the story does not move on
	callOff  workflow.CancelFunc
	undos    []undo

	isOpen     bool
	openErr    error // the first number was gone
	calledOff  contract.Code
	activation *contract.ActivationRequest
	decision   *contract.Resolution
	profile    profileFollowing
	port       *portFollowed
	parcel     int  // parcels sent before this one
	amended    bool // support corrected data since the last try
	told       int  // messages to the customer so far
	notices    int  // messages on their way
	attending  int  // payments being watched
	left       bool

	simWithCustomer bool                // the number brought along can be moved to it
	freeLine        workflow.CancelFunc // ends the LineChange, where one runs
	claimed         bool                // the line is this order's alone
	takingOver      bool                // the new SIM may have the line by now
	disputed        bool                // too late to be undone by itself
}

// ended is how a story stops before its aim; it is not a failure of the workflow.
type ended struct{ reason contract.Code }

func (e *ended) Error() string { return string(e.reason) }

func ending(reason contract.Code) error { return &ended{reason} }

// receive registers what the outside may ask before anything else happens.
func receive(ctx workflow.Context, in contract.OrderInput) (*orderRun, error) {
	root, _ := workflow.NewDisconnectedContext(ctx) // ends with the workflow
	o := &orderRun{
		in: in, settings: in.Settings, state: in.Order, root: root,
		turn: workflow.NewMutex(ctx), holds: workflow.NewMutex(ctx), callOff: func() {},
	}
	o.state.Stage = contract.StageWizard
	o.state.Step = order.Next(o.state)
	o.show(ctx)
	if err := workflow.SetQueryHandler(ctx, contract.QueryStatus, func() (contract.Order, error) { return o.state, nil }); err != nil {
		return nil, err
	}
	return o, o.registerUpdates(ctx)
}

// opened waits for the update the order was started with. A first number that was gone leaves no order behind.
func (o *orderRun) opened(ctx workflow.Context) error {
	if err := workflow.Await(ctx, func() bool { return o.isOpen || o.openErr != nil }); err != nil {
		return err
	}
	if o.openErr != nil {
		return ending(contract.EndedFirstNumberGone)
	}
	workflow.Go(o.root, o.hearIdentity)
	workflow.Go(o.root, o.hearPayments)
	workflow.Go(o.root, o.hearShipment)
	workflow.Go(o.root, o.hearPort)
	return nil
}

// leave lets every answer and every message go out before the workflow ends. A planned ending is a good result.
func (o *orderRun) leave(ctx workflow.Context, err error) error {
	o.left = true
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	if waitErr := workflow.Await(ctx, func() bool {
		return workflow.AllHandlersFinished(ctx) && o.notices == 0 && o.attending == 0
	}); waitErr != nil {
		return waitErr
	}
	var planned *ended
	if errors.As(err, &planned) {
		return nil
	}
	return err
}

// advance lets one activity turn the order's state into the next one. Changes take turns, so each one sees the last.
func (o *orderRun) advance(ctx workflow.Context, summary string, activity, input any) error {
	return o.advanceIf(ctx, func() error { return nil }, summary, activity, input)
}

// moveOn is advance for the story's own steps: a held order stays where it is until somebody has decided.
func (o *orderRun) moveOn(ctx workflow.Context, summary string, activity, input any) error {
	if err := o.holds.Lock(ctx); err != nil {
		return err
	}
	defer o.holds.Unlock()
	return o.advance(ctx, summary, activity, input)
}

// advanceIf asks once more when its turn has come: what was allowed while it waited may not be any more.
func (o *orderRun) advanceIf(ctx workflow.Context, allowed func() error, summary string, activity, input any) error {
	if err := o.turn.Lock(ctx); err != nil {
		return err
	}
	defer o.turn.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := allowed(); err != nil {
		return err
	}
	// A change that has begun is finished: called off half-way, the books would be ahead of the workflow.
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	var next contract.Order
	if err := inStore(ctx, summary, &next, activity, o.state, input); err != nil {
		return err
	}
	before := o.state
	o.state = next
	return o.shown(ctx, before)
}

// at stamps an input with the workflow's clock.
func (o *orderRun) at(ctx workflow.Context) contract.At { return contract.At{Now: workflow.Now(ctx)} }

// await is a wait with an end that is named in the Temporal UI.
// The timer is stopped with the wait: left alone it would wake a long order for nothing.
func (o *orderRun) await(ctx workflow.Context, what string, limit time.Duration, until func() bool) (bool, error) {
	ctx, stopTimer := workflow.WithCancel(ctx)
	defer stopTimer()
	return workflow.AwaitWithOptions(ctx, workflow.AwaitOptions{
		Timeout: limit, TimerOptions: workflow.TimerOptions{Summary: what},
	}, until)
}

func (o *orderRun) isPaid() bool          { return order.PaidPayment(o.state) != nil }
func (o *orderRun) isPlaced() bool        { return o.state.Stage == contract.StagePlaced }
func (o *orderRun) activationAsked() bool { return o.activation != nil }

// refusal makes a business "no" of domain an error that the caller of an update can read.
func refusal(err error) error {
	var no *contract.Refusal
	if !errors.As(err, &no) {
		return err
	}
	details := []any{no.Fields}
	if len(no.Params) > 0 {
		details = append(details, no.Params)
	}
	return temporal.NewApplicationErrorWithOptions(string(no.Code), string(no.Code), temporal.ApplicationErrorOptions{
		NonRetryable: true, Details: details, Category: temporal.ApplicationErrorCategoryBenign,
	})
}

// failureCode is the catalogue's code in an activity's error; a system that never answered has its own.
func failureCode(err error) contract.Code {
	var failed *temporal.ApplicationError
	if errors.As(err, &failed) {
		if _, known := contract.Catalogue[contract.Code(failed.Type())]; known {
			return contract.Code(failed.Type())
		}
	}
	return contract.FailOutsideSystem
}
