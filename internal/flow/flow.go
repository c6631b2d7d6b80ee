// Package flow is the API's only way to Temporal. It speaks in orders and refusals; no SDK error leaves it unsorted.
package flow

import (
	"context"
	"errors"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// answerWithin is how long a person waits for a step before being told to try again.
const answerWithin = 25 * time.Second

// Orders starts orders and passes steps on to them.
type Orders struct {
	temporal client.Client
}

// New returns the way to the workflows behind c.
func New(c client.Client) *Orders { return &Orders{temporal: c} }

// numberTries is how many order numbers a start tries before it gives up: each is taken with the odds of orders to numbers.
const numberTries = 8

// Start starts an order and waits for its first step: booking msisdn where one is given, opening without a number
// otherwise. number draws the order's number, which is the workflow's id: one in use is refused by Temporal or by our
// database, and the next one is drawn. Repeating a start with the same numbers and key answers what the first call answered,
// also when that call's answer never arrived.
func (f *Orders) Start(ctx context.Context, in contract.OrderInput, number func(try int) string, msisdn, key string) (contract.Order, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	for try := range numberTries {
		in.Order.Number = number(try)
		opened, err := f.start(ctx, in, msisdn, key)
		if !errors.Is(err, errNumberInUse) {
			return opened, err
		}
	}
	return contract.Order{}, fmt.Errorf("no free order number in %d tries", numberTries)
}

var errNumberInUse = errors.New("order number in use")

func (f *Orders) start(ctx context.Context, in contract.OrderInput, msisdn, key string) (contract.Order, error) {
	update := stepOptions(in.Order.Number, contract.UpdateOpen, key, nil)
	if msisdn != "" {
		update = stepOptions(in.Order.Number, contract.UpdateSelectNumber, key, contract.NumberChoice{MSISDN: msisdn})
	}
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(startOptions(in, msisdn != ""), contract.WorkflowOrder, in),
		UpdateOptions:          update,
	})
	again := alreadyStarted(err) // by this start's own repeat, or by another order
	if again {
		handle = f.temporal.GetWorkflowUpdateHandle(client.GetWorkflowUpdateHandleOptions{
			WorkflowID: update.WorkflowID, UpdateID: key,
		})
		err = nil
	}
	opened, err := answer(ctx, handle, err, "start order")
	var refused *contract.Refusal
	if errors.As(err, &refused) && (again && refused.Code == contract.FailOrderClosed || refused.Code == contract.FailOrderNumberTaken) {
		return opened, errNumberInUse
	}
	return opened, err
}

// Update passes one step on to a running order and waits for the order as it stands after it. The key makes the step
// happen once, however often it is sent.
func (f *Orders) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, stepOptions(orderNumber, update, key, arg))
	return answer(ctx, handle, err, update)
}

// ChoosePortWindow moves the switch of an order's number and waits for the port as it stands then. Where no port is under
// way there is nothing to move.
func (f *Orders) ChoosePortWindow(ctx context.Context, orderNumber, key string, in contract.PortWindowChoice) (contract.Port, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	update := stepOptions(orderNumber, contract.UpdateChoosePortWindow, key, in)
	update.WorkflowID = contract.PortInWorkflowID(orderNumber)
	var port contract.Port
	handle, err := f.temporal.UpdateWorkflow(ctx, update)
	if err == nil {
		err = handle.Get(ctx, &port)
	}
	if notFound(err) {
		return port, contract.Refuse(contract.FailPortWindowShut)
	}
	return port, mapError(err, contract.UpdateChoosePortWindow)
}

// Tell lets a workflow know that something happened elsewhere. It is handed over as an update, which costs the server a third
// of a signal; where no worker takes it at once it is left as a signal, so a workflow may hear the same twice. One that
// is over is ErrOver: most news it need not know. One that has heard too much goes on by asking.
func (f *Orders) Tell(ctx context.Context, workflowID, news string, arg any) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	err := f.handOver(ctx, workflowID, news, arg)
	if wornOut(err) {
		return nil
	}
	if err != nil && !notFound(err) {
		err = f.temporal.SignalWorkflow(ctx, workflowID, "", news, arg)
	}
	if notFound(err) {
		return fmt.Errorf("%s: %w", news, ErrOver)
	}
	return mapError(err, news)
}

// takenWithin is how long a worker has to take what is handed over.
const takenWithin = time.Second

func (f *Orders) handOver(ctx context.Context, workflowID, news string, arg any) error {
	ctx, cancel := context.WithTimeout(ctx, takenWithin)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		WorkflowID: workflowID, UpdateName: news, Args: []any{arg}, WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err == nil {
		err = handle.Get(ctx, nil) // a refusal is in the answer
	}
	return err
}

func answer(ctx context.Context, handle client.WorkflowUpdateHandle, err error, doing string) (contract.Order, error) {
	var order contract.Order
	if err == nil {
		err = handle.Get(ctx, &order)
	}
	return order, mapError(err, doing)
}

func stepOptions(orderNumber, update, key string, arg any) client.UpdateWorkflowOptions {
	options := client.UpdateWorkflowOptions{
		UpdateID:     key,
		WorkflowID:   contract.OrderWorkflowID(orderNumber),
		UpdateName:   update,
		WaitForStage: client.WorkflowUpdateStageCompleted,
	}
	if arg != nil {
		options.Args = []any{arg}
	}
	return options
}

// startOptions refuse an id in use: the step that comes with a start must never reach somebody else's order.
func startOptions(in contract.OrderInput, withNumber bool) client.StartWorkflowOptions {
	o := in.Order
	return client.StartWorkflowOptions{
		ID:                       contract.OrderWorkflowID(o.Number),
		TaskQueue:                contract.TaskQueue,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		StaticSummary:            fmt.Sprintf("%s order %s", titleOf(o), o.Number),
		TypedSearchAttributes: temporal.NewSearchAttributes(append(dueAt(firstEnd(in, withNumber)),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind).ValueSet(kindOf(o)),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrWaitsFor).ValueSet(contract.FixCustomer),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet(string(contract.StageWizard)),
		)...),
	}
}

// dueAt is by when a process should go on, as it shows from its start. A filter that asks for NeedsAttention = false finds no process
// without a value, so the end comes with one.
func dueAt(end time.Time) []temporal.SearchAttributeUpdate {
	return []temporal.SearchAttributeUpdate{
		temporal.NewSearchAttributeKeyTime(contract.AttrDueAt).ValueSet(end),
		temporal.NewSearchAttributeKeyBool(contract.AttrNeedsAttention).ValueSet(false),
	}
}

// firstEnd is by when the customer has to go on: the number is kept until then, or the draft.
func firstEnd(in contract.OrderInput, withNumber bool) time.Time {
	if withNumber {
		return in.Order.CreatedAt.Add(in.Settings.HoldFor)
	}
	return in.Order.CreatedAt.Add(in.Settings.DraftTTL)
}

// kindOf tells numbers brought along apart: they take days, and another company.
func kindOf(o contract.Order) string {
	if o.NumberSource == contract.NumberPortIn {
		return string(o.Kind) + "-" + string(o.NumberSource)
	}
	return string(o.Kind)
}

func titleOf(o contract.Order) string {
	if o.NumberSource == contract.NumberPortIn {
		return kindTitles[o.Kind] + " port-in"
	}
	return kindTitles[o.Kind]
}

var kindTitles = map[contract.Kind]string{
	contract.KindSIM:             "SIM",
	contract.KindESIM:            "eSIM",
	contract.KindSIMReplacement:  "SIM replacement",
	contract.KindESIMReplacement: "eSIM replacement",
	contract.KindMultiSIM:        "Multi-SIM",
}
