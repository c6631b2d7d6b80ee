//go:build record

package workflows_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	sdk "go.temporal.io/sdk/worker"
	"google.golang.org/protobuf/encoding/protojson"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	platform "selfcare/internal/platform/temporal"
	"selfcare/worker"
	"selfcare/workflows/internal/workflowtest"
)

// recorder replaces the names of people and machines in recorded histories.
const recorder = "recorder"

// recording is one order that really runs: on a Temporal server, through the API's own calls, with the fakes.
type recording struct {
	t       *testing.T
	server  client.Client
	orders  *flow.Orders
	books   *workflowtest.Books
	shop    *workflowtest.PurchaseBooks
	plans   *workflowtest.PlanBooks
	leaving *workflowtest.PortOutBooks
	endings *workflowtest.DeactivationBooks
	tickets *workflowtest.TicketBooks
	autos   *workflowtest.AutoRechargeBooks
	bills   *workflowtest.BillBooks
	bulks   *workflowtest.BulkBooks
	outside *workflowtest.Outside
	input   contract.OrderInput
	asked   int
	behind  time.Duration // how far the clocks of outside systems are behind
}

// TestRecord writes the histories that the replay test reads, and overwrites those of the same name.
func TestRecord(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // replay at every task; a sticky queue would also carry the machine's name
	server := startServer(t)
	for name, perform := range recordings {
		t.Run(name, func(t *testing.T) {
			p := newRecording(t, server, name)
			perform(p)
			p.save("order-"+name, contract.OrderWorkflowID(p.id()))
			p.savePorts("port-in-" + name)
		})
	}
}

func startServer(t *testing.T) client.Client {
	binary, err := filepath.Abs("../bin/temporal")
	require.NoError(t, err)
	server, err := testsuite.StartDevServer(t.Context(), testsuite.DevServerOptions{
		ExistingPath: binary, LogLevel: "error", DBFilename: filepath.Join(t.TempDir(), "temporal.db"),
		ExtraArgs:     []string{"--sqlite-pragma", "journal_mode=WAL", "--sqlite-pragma", "synchronous=0"},
		ClientOptions: &client.Options{Identity: recorder, Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler))},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })
	require.NoError(t, platform.EnsureSearchAttributes(t.Context(), server.Client(), client.DefaultNamespace))
	return server.Client()
}

// newRecording has its own worker and fakes. Only one recording runs at a time, because all use the same task queue.
func newRecording(t *testing.T, server client.Client, name string) *recording {
	j := workflowtest.NewJournal()
	p := &recording{t: t, server: server, orders: flow.New(server), books: workflowtest.NewBooks(j), shop: workflowtest.NewPurchaseBooks(j), plans: workflowtest.NewPlanBooks(j, workflowtest.NewPlan()), leaving: workflowtest.NewPortOutBooks(j), endings: workflowtest.NewDeactivationBooks(j), tickets: workflowtest.NewTicketBooks(j), autos: workflowtest.NewAutoRechargeBooks(j), bills: workflowtest.NewBillBooks(j), bulks: workflowtest.NewBulkBooks(j), input: workflowtest.NewOrder()}
	p.outside = workflowtest.NewOutside(j, func() time.Time { return time.Now().Add(-p.behind) })
	p.input.Order.ID, p.input.Order.Number = name, name // opaque to the workflow; here they keep the recordings apart
	p.input.Order.CreatedAt = time.Now().UTC()
	for _, queue := range []string{contract.TaskQueue, contract.TaskQueueMoney, contract.TaskQueueMessages, contract.TaskQueueKeepers} {
		w := sdk.New(server, queue, sdk.Options{Identity: recorder})
		for _, workflow := range worker.Workflows {
			w.RegisterWorkflow(workflow)
		}
		workflowtest.Register(w, p.books, p.shop, p.plans, p.leaving, p.endings, p.tickets, p.autos, p.bills, p.bulks, workflowtest.NewProofBooks(j), p.outside)
		require.NoError(t, w.Start())
		t.Cleanup(w.Stop)
	}
	return p
}

func (p *recording) id() string { return p.input.Order.ID }

func (p *recording) number(int) string { return p.input.Order.Number }

func (p *recording) key() string {
	p.asked++
	return p.id() + "-" + string(rune('a'+p.asked))
}

func (p *recording) opens() {
	_, err := p.orders.Start(p.t.Context(), p.input, p.number, workflowtest.Msisdn, p.key())
	require.NoError(p.t, err)
}

func (p *recording) says(update string, arg any) contract.Order {
	answer, err := p.orders.Update(p.t.Context(), p.id(), update, p.key(), arg)
	require.NoError(p.t, err)
	return answer
}

func (p *recording) isRefused(want contract.Code, update string, arg any) {
	_, err := p.orders.Update(p.t.Context(), p.id(), update, p.key(), arg)
	require.EqualError(p.t, err, string(want))
}

// asks is says for a step whose answer takes long; the function returned waits for it.
func (p *recording) asks(update string, arg any) (answer func() error) {
	answered, key := make(chan error, 1), p.key()
	taken := p.happened(enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED)
	go func() {
		_, err := p.orders.Update(p.t.Context(), p.id(), update, key, arg)
		answered <- err
	}()
	p.untilHappened(taken+1, enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED)
	return func() error { return <-answered }
}

// untilHappened waits until the order's history has so many events of a type.
func (p *recording) untilHappened(times int, event enumspb.EventType) {
	require.Eventually(p.t, func() bool { return p.happened(event) >= times }, time.Minute, 20*time.Millisecond)
}

func (p *recording) happened(event enumspb.EventType) int {
	times := 0
	for _, one := range p.history(contract.OrderWorkflowID(p.id()), "", false) {
		if one.GetEventType() == event {
			times++
		}
	}
	return times
}

// untilFailed waits until a fault occurred, and mends it.
func (p *recording) untilFailed(effect string) {
	require.Eventually(p.t, func() bool { return p.outside.Happened(effect) > 0 }, time.Minute, 10*time.Millisecond)
	p.outside.Fails(effect, nil)
}

// isOld waits until the order has that age.
func (p *recording) isOld(age time.Duration) {
	require.Eventually(p.t, func() bool { return time.Since(p.input.Order.CreatedAt) > age }, time.Minute, 10*time.Millisecond)
}

func (p *recording) reports(workflowID, signal string, arg any) {
	require.NoError(p.t, p.orders.Tell(p.t.Context(), workflowID, signal, arg))
}

// isLate sends the report of the keeper that looks for late orders.
func (p *recording) isLate(in contract.Stage) {
	p.reports(contract.OrderWorkflowID(p.id()), contract.SignalOrderLate, contract.OrderLate{Stage: in, ExpectedBy: time.Now().Add(time.Hour)})
}

func (p *recording) until(what func(contract.Order) bool) {
	require.Eventually(p.t, func() bool { return what(p.books.Last()) }, time.Minute, 10*time.Millisecond)
}

func (p *recording) untilStage(stage contract.Stage) {
	p.until(func(o contract.Order) bool { return o.Stage == stage })
}

// ends waits for the workflow itself, so that the history is complete.
func (p *recording) ends(in contract.Stage) {
	require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), contract.OrderWorkflowID(p.id()), "").Get(p.t.Context(), nil))
	require.Equal(p.t, in, p.books.Last().Stage)
}

func (p *recording) save(name, workflowID string) { p.saveRun(name, workflowID, "") }

func (p *recording) saveRun(name, workflowID, runID string) {
	recorded := &historypb.History{Events: p.history(workflowID, runID, true)}
	text, err := protojson.Marshal(recorded)
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(histories, name+".json"), append(text, '\n'), 0o644))
}

// savePorts writes each run of the order's port: a port that needed a person was started again.
func (p *recording) savePorts(name string) {
	for _, event := range p.history(contract.OrderWorkflowID(p.id()), "", true) {
		started := event.GetChildWorkflowExecutionStartedEventAttributes()
		if started.GetWorkflowType().GetName() == contract.WorkflowPortIn {
			p.saveRun(name, started.GetWorkflowExecution().GetWorkflowId(), started.GetWorkflowExecution().GetRunId())
			name += "-again"
		}
	}
}

// history returns the events so far, or all of them once the workflow has ended.
func (p *recording) history(workflowID, runID string, whole bool) (all []*historypb.HistoryEvent) {
	events := p.server.GetWorkflowHistory(p.t.Context(), workflowID, runID, whole, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		event, err := events.Next()
		require.NoError(p.t, err)
		all = append(all, event)
	}
	return all
}
