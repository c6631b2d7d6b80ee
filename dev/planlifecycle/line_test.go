package planlifecycle_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/subprocess"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/flow"
	"selfcare/internal/ledger"
	platform "selfcare/internal/platform/temporal"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/seal"
)

// Plans of one day each, so that thousands of cycles fit into the years of a clock.
const (
	smallPlan, largePlan = "day-small", "day-large"
	largePrice           = 300
	leisure              = 50 // factor of paid cycles over wanted ones: they go on until the owner is heard
)

var inService = time.Date(2026, time.November, 15, 9, 0, 0, 0, calendar.Riyadh)

// punctual makes events come at their moment: a server collects due timers within a second, and delays each run by as
// much.
var punctual = map[string]string{
	"history.timerProcessorMaxTimeShift": `"1ms"`, "history.workflowIdReuseMinimalInterval": `"1ms"`, "history.timerProcessorMaxPollRPS": "1000", "history.transferProcessorMaxPollRPS": "1000",
	"history.visibilityProcessorMaxPollRPS": "1000", "matching.numTaskqueueReadPartitions": "1", "matching.numTaskqueueWritePartitions": "1",
}

// line is a line with a plan that runs for years on its own server and database.
type line struct {
	t      *testing.T
	id     string
	server client.Client
	plans  *flow.Subscriptions
	db     *bun.DB
	store  *store.Store
	env    map[string]string // of its workers
	topUp  contract.Halalas
}

func newLine(t *testing.T, cycles int) *line {
	t.Helper()
	server, url := testkit.TemporalServer(t, punctual), testkit.PostgresURL(t)
	dataKeys, indexKey := "test:"+testkit.RandomKey(), testkit.RandomKey()
	keys, err := seal.Parse(dataKeys, indexKey)
	require.NoError(t, err)
	require.NoError(t, platform.EnsureSearchAttributes(t.Context(), server.Client(), client.DefaultNamespace))
	l := &line{t: t, server: server.Client(), plans: flow.NewSubscriptions(server.Client()), db: testkit.Connect(t, url), topUp: contract.Halalas(cycles * largePrice * leisure)}
	l.store = store.New(l.db, keys)
	l.env = map[string]string{envTemporal: server.FrontendHostPort(), envDatabase: url, envDataKeys: dataKeys, envIndexKey: indexKey}
	l.sell()
	l.begin()
	return l
}

func (l *line) sell() {
	l.t.Helper()
	_, err := l.db.ExecContext(l.t.Context(), "INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('day', 'By the day', 'يومية', 0)")
	require.NoError(l.t, err)
	for position, price := range []int{100, largePrice} {
		id := []string{smallPlan, largePlan}[position]
		_, err := l.db.ExecContext(l.t.Context(), `
			INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, items)
			VALUES (?, upper(?), ?, ?, ?, 'prepaid', 'day', 1, ?, '[{"type": "data", "unit": "MB", "amount": 1024, "labelEn": "1 GB", "labelAr": "1"}]')`,
			id, id, id, id, price, position)
		require.NoError(l.t, err)
	}
}

// begin creates the line with a balance for all its cycles, and starts the workflow of its shard, with a short task timeout, so
// that a killed worker is noticed soon.
func (l *line) begin() {
	l.t.Helper()
	ctx := l.t.Context()
	var err error
	l.id, err = l.store.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000001", Kind: linestore.Voice, Type: "prepaid", PlanID: smallPlan, Person: contract.Person{IDNumber: "1000000008"},
	}, inService)
	require.NoError(l.t, err)
	require.NoError(l.t, l.store.Ledger.Post(ctx, ledger.Posting{Key: "top-up", Subject: l.id, Kind: "top-up", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(l.id), Amount: -l.topUp}, {Account: "customer", Amount: l.topUp},
	}}))
	require.NoError(l.t, seed.BeginPlans(ctx, l.db, l.store, inService))
	shard, known := contract.PlanShardOf(l.id)
	require.True(l.t, known)
	_, err = l.server.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: contract.PlanShardWorkflowID(shard), TaskQueue: contract.QueueOf(contract.WorkflowPlanShard), WorkflowTaskTimeout: 2 * time.Second,
	}, contract.WorkflowPlanShard, contract.PlanShardInput{Shard: shard})
	require.NoError(l.t, err)
}

func (l *line) plan() contract.PlanSubscription {
	l.t.Helper()
	s, err := l.store.PlanSubscriptions.Get(l.t.Context(), l.id)
	require.NoError(l.t, err)
	return s
}

// reaches waits until a cycle was charged, and holds accepts the plan.
func (l *line) reaches(ctx context.Context, cycle int, holds func(contract.PlanSubscription) bool) error {
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		if s, err := l.store.PlanSubscriptions.Get(ctx, l.id); err == nil && s.Cycle >= cycle && holds(s) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}

// works runs a worker until it dies; it tells whether the system killed it.
func (l *line) works(ctx context.Context, dies death) (killed bool, err error) {
	return subprocess.Lives(ctx, asWorker, l.env, map[string]string{envDiesIn: strconv.Itoa(dies.cycle), envDiesAt: string(dies.when)})
}

// runs counts the events of each ended run, the first one first.
func (l *line) runs() (events []int) {
	l.t.Helper()
	shard, _ := contract.PlanShardOf(l.id)
	id := contract.PlanShardWorkflowID(shard)
	found, err := l.server.DescribeWorkflowExecution(l.t.Context(), id, "")
	require.NoError(l.t, err)
	for run := found.GetWorkflowExecutionInfo().GetFirstRunId(); ; {
		count, next := 0, ""
		history := l.server.GetWorkflowHistory(l.t.Context(), id, run, false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
		for history.HasNext() {
			event, err := history.Next()
			require.NoError(l.t, err)
			count++
			next = event.GetWorkflowExecutionContinuedAsNewEventAttributes().GetNewExecutionRunId()
		}
		if next == "" {
			return events
		}
		events, run = append(events, count), next
	}
}
