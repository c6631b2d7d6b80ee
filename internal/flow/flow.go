// Package flow is the API's only way to Temporal. It speaks in orders and refusals; no SDK error leaves it unsorted.
package flow

import (
	"context"
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

// Start starts an order and waits for its first step: booking msisdn where one is given, opening without a number
// otherwise. Repeating it with the same order and key answers what the first call answered, also when that call's
// answer never arrived.
func (f *Orders) Start(ctx context.Context, in contract.OrderInput, msisdn, key string) (contract.Order, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	update := stepOptions(in.Order.ID, contract.UpdateOpen, key, nil)
	if msisdn != "" {
		update = stepOptions(in.Order.ID, contract.UpdateSelectNumber, key, contract.NumberChoice{MSISDN: msisdn})
	}
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(startOptions(in.Order), contract.WorkflowOrder, in),
		UpdateOptions:          update,
	})
	if alreadyStarted(err) { // and over by now: only its recorded answer is left
		handle = f.temporal.GetWorkflowUpdateHandle(client.GetWorkflowUpdateHandleOptions{
			WorkflowID: update.WorkflowID, UpdateID: key,
		})
		err = nil
	}
	return answer(ctx, handle, err, "start order")
}

// Update passes one step on to a running order and waits for the order as it stands after it. The key makes the step
// happen once, however often it is sent.
func (f *Orders) Update(ctx context.Context, orderID, update, key string, arg any) (contract.Order, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, stepOptions(orderID, update, key, arg))
	return answer(ctx, handle, err, update)
}

// ChoosePortWindow moves the switch of an order's number and waits for the port as it stands then. Where no port is under
// way there is nothing to move.
func (f *Orders) ChoosePortWindow(ctx context.Context, orderID, key string, in contract.PortWindowChoice) (contract.Port, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	update := stepOptions(orderID, contract.UpdateChoosePortWindow, key, in)
	update.WorkflowID = contract.PortInWorkflowID(orderID)
	var port contract.Port
	handle, err := f.temporal.UpdateWorkflow(ctx, update)
	if err == nil {
		err = handle.Get(ctx, &port)
	}
	if notFound(err) {
		return port, contract.Refuse(contract.FailPortWindowShut)
	}
	return port, sorted(err, contract.UpdateChoosePortWindow)
}

// Signal tells a workflow that something happened elsewhere. A workflow that is over does not need to know: no error.
func (f *Orders) Signal(ctx context.Context, workflowID, signal string, arg any) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	err := f.temporal.SignalWorkflow(ctx, workflowID, "", signal, arg)
	if notFound(err) {
		return nil
	}
	return sorted(err, signal)
}

func answer(ctx context.Context, handle client.WorkflowUpdateHandle, err error, doing string) (contract.Order, error) {
	var order contract.Order
	if err == nil {
		err = handle.Get(ctx, &order)
	}
	return order, sorted(err, doing)
}

func stepOptions(orderID, update, key string, arg any) client.UpdateWorkflowOptions {
	options := client.UpdateWorkflowOptions{
		UpdateID:     key,
		WorkflowID:   contract.OrderWorkflowID(orderID),
		UpdateName:   update,
		WaitForStage: client.WorkflowUpdateStageCompleted,
	}
	if arg != nil {
		options.Args = []any{arg}
	}
	return options
}

// startOptions let a repeated start find the running order instead of starting a second one under the same id.
func startOptions(o contract.Order) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID:                       contract.OrderWorkflowID(o.ID),
		TaskQueue:                contract.TaskQueue,
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
		StaticSummary:            fmt.Sprintf("%s order %s", kindTitles[o.Kind], o.Number),
		TypedSearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind).ValueSet(string(o.Kind)),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet(string(contract.StageWizard)),
		),
	}
}

var kindTitles = map[contract.Kind]string{
	contract.KindSIM:             "SIM",
	contract.KindESIM:            "eSIM",
	contract.KindSIMReplacement:  "SIM replacement",
	contract.KindESIMReplacement: "eSIM replacement",
	contract.KindMultiSIM:        "Multi-SIM",
}
