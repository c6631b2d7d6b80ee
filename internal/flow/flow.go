// Package flow is the API's only access to Temporal. Its terms are orders and refusals; it classifies every SDK error.
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

// answerWithin is how long a person waits for a step before the page asks them to try again.
const answerWithin = 25 * time.Second

// Orders starts orders and sends steps to them.
type Orders struct {
	temporal client.Client
}

// New returns Orders for a client.
func New(c client.Client) *Orders { return &Orders{temporal: c} }

// numberTries is how many order numbers a start tries: each is in use with the probability of orders to numbers.
const numberTries = 8

// Start starts an order and waits for its first step: booking msisdn if given, otherwise opening without a number. number draws
// the order's number, which is the workflow's id. Temporal or our database refuses a number in use, and the next one is drawn. A
// repeated start with the same numbers and key returns the first answer, also when that answer never arrived.
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
	again := alreadyStarted(err) // by this start's own repetition, or by another order
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

// Update sends a step to a running order and returns the order after it. The key makes the step happen once.
func (f *Orders) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, stepOptions(orderNumber, update, key, arg))
	return answer(ctx, handle, err, update)
}

// ChoosePortWindow moves the switch of an order's number and returns the port. Without a running port it is refused.
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

// Tell sends news to a workflow. It first tries an update, which costs the server a third of a signal. When no worker accepts it
// at once, it sends a signal, so a workflow may receive the same news twice. An ended workflow returns ErrOver, because it rarely
// needs the news. A workflow that has received too many news continues by polling.
func (f *Orders) Tell(ctx context.Context, workflowID, news string, arg any) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	err := f.handOver(ctx, workflowID, news, arg)
	if isWornOut(err) {
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

// takenWithin is how long a worker has to accept an update.
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

// startOptions refuse an id in use, because the first step must never reach another customer's order.
func startOptions(in contract.OrderInput, withNumber bool) client.StartWorkflowOptions {
	o := in.Order
	return client.StartWorkflowOptions{
		ID:                       contract.OrderWorkflowID(o.Number),
		TaskQueue:                contract.QueueOf(contract.WorkflowOrder),
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

// dueAt sets the time by which a workflow should continue, from its start on. A filter for NeedsAttention = false finds only
// workflows with a value, so that attribute is set, too.
func dueAt(end time.Time) []temporal.SearchAttributeUpdate {
	return []temporal.SearchAttributeUpdate{
		temporal.NewSearchAttributeKeyTime(contract.AttrDueAt).ValueSet(end),
		temporal.NewSearchAttributeKeyBool(contract.AttrNeedsAttention).ValueSet(false),
	}
}

// firstEnd returns the first deadline of the customer: the end of the number's hold, or of the draft.
func firstEnd(in contract.OrderInput, withNumber bool) time.Time {
	if withNumber {
		return in.Order.CreatedAt.Add(in.Settings.HoldFor)
	}
	return in.Order.CreatedAt.Add(in.Settings.DraftTTL)
}

// kindOf distinguishes orders with a port-in, because they take days and need another company.
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
