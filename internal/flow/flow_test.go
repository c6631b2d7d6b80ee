package flow_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	updatepb "go.temporal.io/api/update/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

// engine is a real development server that the tests of this package share.
var engine client.Client

func TestMain(m *testing.M) { os.Exit(runWithEngine(m)) }

func runWithEngine(m *testing.M) int {
	binary, err := filepath.Abs("../../bin/temporal")
	if err != nil {
		return failed(err)
	}
	if _, err := os.Stat(binary); err != nil {
		return failed(fmt.Errorf("build the development server first (make bin/temporal): %w", err))
	}
	server, err := testsuite.StartDevServer(context.Background(), testsuite.DevServerOptions{
		ExistingPath: binary, LogLevel: "error", ClientOptions: &client.Options{Logger: silent{}},
		SearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind).ValueSet(""),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet(""),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrWaitsFor).ValueSet(""),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(""),
			temporal.NewSearchAttributeKeyTime(contract.AttrDueAt).ValueSet(time.Time{}),
			temporal.NewSearchAttributeKeyTime(contract.AttrNextCycle).ValueSet(time.Time{}),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrFailureCode).ValueSet(""),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrPartnerRef).ValueSet(""),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrPlanID).ValueSet(""),
			temporal.NewSearchAttributeKeyBool(contract.AttrNeedsAttention).ValueSet(false),
			temporal.NewSearchAttributeKeyBool(contract.AttrLate).ValueSet(false),
		),
	})
	if err != nil {
		return failed(err)
	}
	defer func() { _ = server.Stop() }()
	engine = server.Client()
	return m.Run()
}

func failed(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}

type silent struct{}

var _ log.Logger = silent{}

func (silent) Debug(string, ...any) {}
func (silent) Info(string, ...any)  {}
func (silent) Warn(string, ...any)  {}
func (silent) Error(string, ...any) {}

const (
	takenNumber  = "0570000009"
	brokenNumber = "0570000008"
)

// toyOrder behaves like an order: the first step decides whether it continues, and steps are refused with codes.
func toyOrder(ctx workflow.Context, in contract.OrderInput) error {
	state, opened := in.Order, false
	takes := func(_ workflow.Context, choice contract.NumberChoice) (contract.Order, error) {
		opened = true
		switch choice.MSISDN {
		case takenNumber:
			return state, temporal.NewNonRetryableApplicationError("taken", string(contract.FailNumberTaken), nil,
				map[string]contract.Code{"msisdn": contract.FailNumberTaken})
		case brokenNumber:
			return state, temporal.NewNonRetryableApplicationError("secret of ours", "SomePanic", nil)
		}
		state.Seq++
		state.Booking = &contract.Booking{MSISDN: choice.MSISDN}
		return state, nil
	}
	ends := func(workflow.Context) (contract.Order, error) {
		state.Stage = contract.StageCancelled
		return state, nil
	}
	if err := workflow.SetUpdateHandler(ctx, contract.UpdateSelectNumber, takes); err != nil {
		return err
	}
	opens := func(workflow.Context) (contract.Order, error) { return state, nil }
	if err := workflow.SetUpdateHandler(ctx, contract.UpdateOpen, opens); err != nil {
		return err
	}
	if err := workflow.SetUpdateHandler(ctx, contract.UpdateCancel, ends); err != nil {
		return err
	}
	over := func() bool {
		return opened && state.Booking == nil || state.Stage.Closed()
	}
	return workflow.Await(ctx, func() bool { return over() && workflow.AllHandlersFinished(ctx) })
}

func work(t *testing.T) {
	t.Helper()
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	w.RegisterWorkflowWithOptions(toyOrder, workflow.RegisterOptions{Name: contract.WorkflowOrder})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
}

func newInput() contract.OrderInput {
	return contract.OrderInput{Order: contract.Order{ID: uuid.NewString(), Number: "SC" + uuid.NewString(), Kind: contract.KindSIM}}
}

// numberOf draws the only number of an order.
func numberOf(in contract.OrderInput) func(int) string {
	return func(int) string { return in.Order.Number }
}

func requireRefused(t *testing.T, err error, code contract.Code) {
	t.Helper()
	var refused *contract.Refusal
	require.ErrorAs(t, err, &refused)
	require.Equal(t, code, refused.Code)
}

func TestStart_Repeated_ReturnsFirstAnswer(t *testing.T) {
	work(t)
	orders, in := flow.New(engine), newInput()
	first, err := orders.Start(t.Context(), in, numberOf(in), "0570000001", "start-000001")
	require.NoError(t, err)
	require.Equal(t, "0570000001", first.Booking.MSISDN)

	again, err := orders.Start(t.Context(), in, numberOf(in), "0570000001", "start-000001")
	require.NoError(t, err)
	require.Equal(t, first, again)

	described, err := engine.DescribeWorkflow(t.Context(), contract.OrderWorkflowID(in.Order.Number), "")
	require.NoError(t, err)
	summary, err := described.GetStaticSummary()
	require.NoError(t, err)
	require.Equal(t, "SIM order "+in.Order.Number, summary)
	kind, ok := described.TypedSearchAttributes.GetKeyword(temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind))
	require.True(t, ok)
	require.Equal(t, "sim", kind)
}

func TestStart_PortIn_HasItsOwnKind(t *testing.T) {
	work(t)
	orders, in := flow.New(engine), newInput()
	in.Order.Kind, in.Order.NumberSource = contract.KindESIM, contract.NumberPortIn
	_, err := orders.Start(t.Context(), in, numberOf(in), "0570000001", "start-000001")
	require.NoError(t, err)

	described, err := engine.DescribeWorkflow(t.Context(), contract.OrderWorkflowID(in.Order.Number), "")
	require.NoError(t, err)
	summary, err := described.GetStaticSummary()
	require.NoError(t, err)
	require.Equal(t, "eSIM port-in order "+in.Order.Number, summary)
	kind, _ := described.TypedSearchAttributes.GetKeyword(temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind))
	require.Equal(t, "esim-port-in", kind)
	waits, _ := described.TypedSearchAttributes.GetKeyword(temporal.NewSearchAttributeKeyKeyword(contract.AttrWaitsFor))
	require.Equal(t, "customer", waits)
}

func TestStart_NewOrder_ShowsItsDeadline(t *testing.T) {
	work(t)
	for msisdn, end := range map[string]time.Duration{"0570000001": 15 * time.Minute, "": 24 * time.Hour} {
		in := newInput()
		in.Order.CreatedAt = time.Date(2026, time.March, 1, 9, 0, 0, 0, time.UTC)
		in.Settings = contract.Settings{HoldFor: 15 * time.Minute, DraftTTL: 24 * time.Hour}
		_, err := flow.New(engine).Start(t.Context(), in, numberOf(in), msisdn, "start-000001")
		require.NoError(t, err)
		described, err := engine.DescribeWorkflow(t.Context(), contract.OrderWorkflowID(in.Order.Number), "")
		require.NoError(t, err)
		due, _ := described.TypedSearchAttributes.GetTime(temporal.NewSearchAttributeKeyTime(contract.AttrDueAt))
		require.Equal(t, in.Order.CreatedAt.Add(end), due.UTC())
	}
}

func TestStart_RefusedBooking_RepeatsRefusal(t *testing.T) {
	work(t)
	orders, in := flow.New(engine), newInput()
	_, err := orders.Start(t.Context(), in, numberOf(in), takenNumber, "start-000001")
	requireRefused(t, err, contract.FailNumberTaken)
	require.NoError(t, engine.GetWorkflow(t.Context(), contract.OrderWorkflowID(in.Order.Number), "").Get(t.Context(), nil))

	_, err = orders.Start(t.Context(), in, numberOf(in), takenNumber, "start-000001")
	requireRefused(t, err, contract.FailNumberTaken)
}

func TestUpdate_SameKey_HappensOnce(t *testing.T) {
	work(t)
	orders, in := flow.New(engine), newInput()
	_, err := orders.Start(t.Context(), in, numberOf(in), "0570000001", "start-000001")
	require.NoError(t, err)
	for range 3 {
		taken, err := orders.Update(t.Context(), in.Order.Number, contract.UpdateSelectNumber, "step-0000001", contract.NumberChoice{MSISDN: "0570000002"})
		require.NoError(t, err)
		require.EqualValues(t, 2, taken.Seq)
	}
}

func TestMapError_EachError_Classified(t *testing.T) {
	work(t)
	orders, in := flow.New(engine), newInput()
	_, err := orders.Start(t.Context(), in, numberOf(in), "0570000001", "start-000001")
	require.NoError(t, err)

	_, err = orders.Update(t.Context(), in.Order.Number, contract.UpdateSelectNumber, "step-0000001", contract.NumberChoice{MSISDN: takenNumber})
	var refused *contract.Refusal
	require.ErrorAs(t, err, &refused)
	require.Equal(t, map[string]contract.Code{"msisdn": contract.FailNumberTaken}, refused.Fields)

	_, err = orders.Update(t.Context(), in.Order.Number, contract.UpdateSelectNumber, "step-0000002", contract.NumberChoice{MSISDN: brokenNumber})
	require.Error(t, err)
	require.NotErrorAs(t, err, &refused, "an internal error became a refusal")

	_, err = orders.Update(t.Context(), in.Order.Number, contract.UpdateCancel, "step-0000003", nil)
	require.NoError(t, err)
	require.NoError(t, engine.GetWorkflow(t.Context(), contract.OrderWorkflowID(in.Order.Number), "").Get(t.Context(), nil))
	_, err = orders.Update(t.Context(), in.Order.Number, contract.UpdateCancel, "step-0000004", nil)
	requireRefused(t, err, contract.FailOrderClosed)
	_, err = orders.Update(t.Context(), uuid.NewString(), contract.UpdateCancel, "step-0000005", nil)
	requireRefused(t, err, contract.FailOrderClosed)
}

// waits tells whether an order's step has reached the server.
func waits(t *testing.T, in contract.OrderInput, key string) bool {
	t.Helper()
	_, err := engine.WorkflowService().PollWorkflowExecutionUpdate(t.Context(), &workflowservice.PollWorkflowExecutionUpdateRequest{
		Namespace: client.DefaultNamespace,
		UpdateRef: &updatepb.UpdateRef{
			WorkflowExecution: &commonpb.WorkflowExecution{WorkflowId: contract.OrderWorkflowID(in.Order.Number)}, UpdateId: key,
		},
	})
	return err == nil
}

func TestStart_NoWorker_OutcomeIsUnknown(t *testing.T) {
	orders, in := flow.New(engine), newInput()
	ctx, givesUp := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() {
		_, err := orders.Start(ctx, in, numberOf(in), "0570000001", "start-000001")
		first <- err
	}()
	require.Eventually(t, func() bool { return waits(t, in, "start-000001") }, time.Minute, 10*time.Millisecond)
	givesUp()
	require.ErrorIs(t, <-first, flow.ErrOutcomeUnknown)

	work(t)
	started, err := orders.Start(t.Context(), in, numberOf(in), "0570000001", "start-000001")
	require.NoError(t, err)
	require.EqualValues(t, 1, started.Seq)
}

// noted returns each event of a workflow's history that carries a call-back.
func noted(t *testing.T, workflowID string) (events []enumspb.EventType) {
	t.Helper()
	history := engine.GetWorkflowHistory(t.Context(), workflowID, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for history.HasNext() {
		event, err := history.Next()
		require.NoError(t, err)
		brings := event.GetWorkflowExecutionSignaledEventAttributes() != nil ||
			event.GetWorkflowExecutionUpdateAcceptedEventAttributes().GetAcceptedRequest().GetInput().GetName() == contract.SignalPaymentReported
		if brings {
			events = append(events, event.GetEventType())
		}
	}
	return events
}

func TestTell_NoWorker_LeavesASignal(t *testing.T) {
	orders := flow.New(engine)
	news := contract.PaymentReported{EventID: "evt_1"}
	queue := uuid.NewString() // the last poll of a stopped worker can still receive a task
	started := func(workflow string) (workflowID string) {
		run, err := engine.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{TaskQueue: queue}, workflow)
		require.NoError(t, err)
		return run.GetID()
	}
	waiting := started("Listener")
	require.NoError(t, orders.Tell(t.Context(), waiting, contract.SignalPaymentReported, news))
	require.Equal(t, []enumspb.EventType{enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED}, noted(t, waiting), "no worker runs")

	w := worker.New(engine, queue, worker.Options{})
	w.RegisterWorkflowWithOptions(listener, workflow.RegisterOptions{Name: "Listener"})
	w.RegisterWorkflowWithOptions(deaf, workflow.RegisterOptions{Name: "Deaf"})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	var heard contract.PaymentReported
	require.NoError(t, engine.GetWorkflow(t.Context(), waiting, "").Get(t.Context(), &heard))
	require.Equal(t, news, heard)

	for workflow, brought := range map[string]enumspb.EventType{
		"Listener": enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED,
		"Deaf":     enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
	} {
		id := started(workflow)
		require.NoError(t, orders.Tell(t.Context(), id, contract.SignalPaymentReported, news))
		require.NoError(t, engine.GetWorkflow(t.Context(), id, "").Get(t.Context(), &heard), workflow)
		require.Equal(t, news, heard, workflow)
		require.Equal(t, []enumspb.EventType{brought}, noted(t, id), workflow)
		require.ErrorIs(t, orders.Tell(t.Context(), id, contract.SignalPaymentReported, news), flow.ErrOver, workflow)
	}
}

// listener accepts updates and signals.
func listener(ctx workflow.Context) (heard contract.PaymentReported, err error) {
	err = workflow.SetUpdateHandler(ctx, contract.SignalPaymentReported, func(_ workflow.Context, news contract.PaymentReported) error {
		heard = news
		return nil
	})
	workflow.Go(ctx, func(ctx workflow.Context) {
		workflow.GetSignalChannel(ctx, contract.SignalPaymentReported).Receive(ctx, &heard)
	})
	err = errors.Join(err, workflow.Await(ctx, func() bool { return heard.EventID != "" && workflow.AllHandlersFinished(ctx) }))
	return heard, err
}

// deaf knows no update, like a workflow of an older build.
func deaf(ctx workflow.Context) (heard contract.PaymentReported, err error) {
	workflow.GetSignalChannel(ctx, contract.SignalPaymentReported).Receive(ctx, &heard)
	return heard, nil
}

func TestTell_EndedWorkflow_IsErrOver(t *testing.T) {
	orders := flow.New(engine)
	err := orders.Tell(t.Context(), contract.OrderWorkflowID(uuid.NewString()), contract.SignalPaymentReported, contract.PaymentReported{EventID: "e"})
	require.ErrorIs(t, err, flow.ErrOver)
}

func TestChoosePortWindow_Over_Refused(t *testing.T) {
	_, err := flow.New(engine).ChoosePortWindow(t.Context(), uuid.NewString(), "window-000001", contract.PortWindowChoice{Window: contract.WindowEarliest})
	requireRefused(t, err, contract.FailPortWindowShut)
}

func TestPersonDeadline_NoServer_EndsEarly(t *testing.T) {
	nowhere, err := client.NewLazyClient(client.Options{HostPort: "127.0.0.1:1", Logger: silent{}})
	require.NoError(t, err)
	t.Cleanup(nowhere.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err = flow.New(nowhere).Start(ctx, newInput(), numberOf(newInput()), "0570000001", "start-000001")
	require.ErrorIs(t, err, flow.ErrOutcomeUnknown)
	require.NoError(t, ctx.Err(), "answered before the time of a request was over, which is 25 s")
}

func TestUpdate_NoServer_OutcomeIsUnknown(t *testing.T) {
	nowhere, err := client.NewLazyClient(client.Options{HostPort: "127.0.0.1:1", Logger: silent{}})
	require.NoError(t, err)
	t.Cleanup(nowhere.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, flow.New(nowhere).Tell(ctx, "payment/x", contract.SignalPaymentReported, nil), flow.ErrOutcomeUnknown)
	_, err = flow.New(nowhere).Update(ctx, "x", contract.UpdateCancel, "step-0000001", nil)
	require.ErrorIs(t, err, flow.ErrOutcomeUnknown)
}
