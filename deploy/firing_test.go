package deploy_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
	"github.com/stretchr/testify/require"
)

// minutes is the length of a case's past: longer than the day that an alert looks back.
const minutes = 26 * 60

// course is a series by the minute.
type course func(minute int) float64

func level(value float64) course { return func(int) float64 { return value } }

// rising grows by that much each minute.
func rising(by float64) course { return func(minute int) float64 { return by * float64(minute) } }

// since is one course until that many minutes before the end, and another one afterwards.
func since(last int, before, after course) course {
	return func(minute int) float64 {
		if begin := minutes - last; minute > begin {
			return before(begin) + after(minute) - after(begin)
		}
		return before(minute)
	}
}

// until is a course that drops to zero that many minutes before the end.
func until(last int, before course) course {
	return func(minute int) float64 {
		if minute > minutes-last {
			return 0
		}
		return before(minute)
	}
}

type history map[string]course

const (
	fine   = `selfcare_http_request_duration_seconds_count{route="/api/plans",status="200"}`
	failed = `selfcare_http_request_duration_seconds_count{route="/api/orders",status="500"}`
	paid   = `selfcare_payments_total{of="order",outcome="paid"}`
	no     = `selfcare_payments_total{of="order",outcome="declined"}`
	codes  = `selfcare_codes_sent_total{purpose="login"}`
	quick  = `selfcare_http_request_duration_seconds_bucket{route="/api/plans",status="200",le="0.1"}`
	slow   = `selfcare_http_request_duration_seconds_bucket{route="/api/plans",status="200",le="5"}`
	all    = `selfcare_http_request_duration_seconds_bucket{route="/api/plans",status="200",le="+Inf"}`
	early  = `selfcare_webhook_lag_seconds_bucket{system="courier",le="5"}`
	late   = `selfcare_webhook_lag_seconds_bucket{system="courier",le="3600"}`
	ever   = `selfcare_webhook_lag_seconds_bucket{system="courier",le="+Inf"}`
	prompt = `temporal_workflow_task_schedule_to_start_latency_seconds_bucket{le="0.1"}`
	behind = `temporal_workflow_task_schedule_to_start_latency_seconds_bucket{le="10"}`
	every  = `temporal_workflow_task_schedule_to_start_latency_seconds_bucket{le="+Inf"}`
)

// moments have, for each alert, a case in which it fires, and a similar one in which it rests.
var moments = map[string]struct{ fires, rests history }{
	"SelfcareErrors":        {history{fine: rising(600), failed: rising(30)}, history{fine: rising(600), failed: rising(3)}},
	"SelfcareSlow":          {history{quick: rising(60), slow: rising(100), all: rising(100)}, history{quick: rising(99), slow: rising(100), all: rising(100)}},
	"SelfcareMessagesLate":  {history{"selfcare_messages_oldest_queued_seconds": level(1200)}, history{"selfcare_messages_oldest_queued_seconds": since(3, level(10), level(10))}},
	"SelfcareBrowserErrors": {history{`selfcare_client_errors_total{page="home",name="TypeError"}`: rising(60)}, history{`selfcare_client_errors_total{page="home",name="TypeError"}`: rising(1)}},
	"SelfcareLimitsHit":     {history{`selfcare_limits_hit_total{limit="code",answer="refused"}`: rising(120)}, history{`selfcare_limits_hit_total{limit="code",answer="robot"}`: rising(120)}},
	"SelfcareCodesSurge":    {history{codes: since(60, rising(10), rising(600))}, history{codes: rising(600)}},

	"SelfcarePaymentsFail":    {history{paid: rising(1), no: rising(4)}, history{paid: rising(10), no: rising(4)}},
	"SelfcarePaymentUnknown":  {history{"selfcare_payments_oldest_unknown_seconds": level(4000)}, history{"selfcare_payments_oldest_unknown_seconds": level(60)}},
	"SelfcareSettlementsHeld": {history{`selfcare_settlements_held{kind="missing"}`: level(1), "selfcare_sadad_payments_held": level(0)}, history{`selfcare_settlements_held{kind="missing"}`: level(0), "selfcare_sadad_payments_held": level(0)}},
	"SelfcareBillDayMissed":   {history{"selfcare_bill_periods_overdue": level(1)}, history{"selfcare_bill_periods_overdue": level(0)}},
	"SelfcareRowsPutAside":    {history{`selfcare_rows_put_aside{of="bill"}`: level(1)}, history{`selfcare_rows_put_aside{of="bill"}`: level(0)}},
	"SelfcareEInvoiceCertificateEnds": {
		history{`selfcare_einvoices_certificate_left_seconds{device="a"}`: level(29 * 24 * 3600), `selfcare_einvoices_certificate_left_seconds{device="b"}`: level(90 * 24 * 3600)},
		history{`selfcare_einvoices_certificate_left_seconds{device="a"}`: level(31 * 24 * 3600)},
	},
	"SelfcareEInvoicesTroubled": {history{`selfcare_einvoices_troubled{why="late"}`: level(2)}, history{`selfcare_einvoices_troubled{why="late"}`: level(0)}},

	"SelfcareOrdersHeld":     {history{`selfcare_orders_held{reason="courier_refused"}`: level(1)}, history{fine: rising(1)}},
	"SelfcareOrdersLate":     {history{`selfcare_orders_late{kind="sim",stage="dispatched"}`: level(15), `selfcare_orders_late{kind="multisim",stage="dispatched"}`: level(15)}, history{`selfcare_orders_late{kind="sim",stage="dispatched",instance="a"}`: level(15), `selfcare_orders_late{kind="sim",stage="dispatched",instance="b"}`: level(15)}},
	"SelfcareManyOrdersHeld": {history{`selfcare_orders_held{reason="courier_refused",instance="a"}`: level(25), `selfcare_orders_held{reason="courier_refused",instance="b"}`: level(25)}, history{`selfcare_orders_held{reason="courier_refused",instance="a"}`: level(15), `selfcare_orders_held{reason="courier_refused",instance="b"}`: level(15)}},
	"SelfcareWorkHeld":       {history{`selfcare_purchases_held{kind="recharge"}`: level(0), "selfcare_deactivations_held": level(0), "selfcare_port_outs_held": level(1)}, history{`selfcare_purchases_held{kind="recharge"}`: level(0), "selfcare_deactivations_held": level(0), "selfcare_port_outs_held": level(0)}},
	"SelfcareNumberReturnsLate": {
		history{`selfcare_number_returns_oldest_owed_seconds{instance="a"}`: level(4*3600 + 60), `selfcare_number_returns_oldest_owed_seconds{instance="b"}`: level(0)},
		history{"selfcare_number_returns_oldest_owed_seconds": level(3 * 3600)},
	},
	"SelfcarePartnerAway":  {history{`selfcare_gateway_circuit_state{system="payment",state="open"}`: level(1)}, history{`selfcare_gateway_circuit_state{system="payment",state="closed"}`: level(1), `selfcare_gateway_circuit_state{system="payment",state="open"}`: level(0)}},
	"SelfcareWebhooksLate": {history{early: rising(1), late: rising(10), ever: rising(10)}, history{early: rising(10), late: rising(10), ever: rising(10)}},

	"SelfcareDown":               {history{`up{job="selfcare",instance="api"}`: level(0)}, history{`up{job="selfcare",instance="api"}`: level(1)}},
	"SelfcareRestarts":           {history{`process_start_time_seconds{job="selfcare"}`: rising(1)}, history{`process_start_time_seconds{job="selfcare"}`: since(10, level(5), rising(0))}},
	"SelfcareDatabaseUnreadable": {history{"selfcare_business_figures_readable": level(0)}, history{`selfcare_business_figures_readable{instance="a"}`: level(0), `selfcare_business_figures_readable{instance="b"}`: level(1)}},
	"SelfcareDatabasePoolFull":   {history{`go_sql_wait_duration_seconds_total{db_name="selfcare",instance="a"}`: rising(300)}, history{`go_sql_wait_duration_seconds_total{db_name="selfcare",instance="a"}`: rising(3)}},
	"SelfcareWorkersBehind":      {history{prompt: rising(1), behind: rising(10), every: rising(10)}, history{prompt: rising(10), behind: rising(10), every: rising(10)}},
	"SelfcareQueueFull": {
		history{`temporal_worker_task_slots_available{worker_type="ActivityWorker",task_queue="selfcare-partner-esim"}`: level(0), `temporal_worker_task_slots_available{worker_type="ActivityWorker",task_queue="selfcare"}`: level(9)},
		history{`temporal_worker_task_slots_available{worker_type="ActivityWorker",task_queue="selfcare",instance="a"}`: level(0), `temporal_worker_task_slots_available{worker_type="ActivityWorker",task_queue="selfcare",instance="b"}`: level(3)},
	},
	"SelfcareNoWorker":  {history{fine: rising(1)}, history{`temporal_worker_task_slots_available{worker_type="ActivityWorker"}`: level(0)}},
	"SelfcareStepsFail": {history{`temporal_workflow_task_execution_failed_total{workflow_type="Order"}`: rising(2)}, history{`temporal_workflow_task_execution_failed_total{workflow_type="Order"}`: level(40)}},

	"SelfcareRowsWithoutWorkflow": {
		history{`selfcare_rows_without_workflow{process="order"}`: level(0), `selfcare_workflows_without_row{process="order"}`: level(1)},
		history{`selfcare_rows_without_workflow{process="order"}`: since(5, level(0), level(1)), `selfcare_workflows_without_row{process="order"}`: level(0)},
	},
	"SelfcarePlansLate": {history{"selfcare_plans_longest_due_seconds": level(2400)}, history{"selfcare_plans_longest_due_seconds": until(5, level(2400))}},
	"SelfcareRowsLate":  {history{`selfcare_rows_late{process="plan"}`: level(3)}, history{`selfcare_rows_late{process="plan"}`: until(60, level(3))}},
	"SelfcareWritesRefused": {
		history{`selfcare_writes_refused{process="refund"}`: level(1)}, history{`selfcare_writes_refused{process="refund"}`: since(5, level(0), level(1))},
	},
	"SelfcareSweepMissing": {history{"selfcare_sweep_age_seconds": level(20_000)}, history{"selfcare_sweep_age_seconds": level(3_700)}},

	"SelfcareAuditFaults": {history{"selfcare_audit_faults": until(600, level(2))}, history{`selfcare_audit_faults{instance="a"}`: level(0), `selfcare_audit_faults{instance="b"}`: level(0)}},
	"SelfcarePartitionsMissing": {
		history{`selfcare_partitions_ahead_seconds{instance="a"}`: level(400_000), `selfcare_partitions_ahead_seconds{instance="b"}`: level(1_200_000), "selfcare_rows_without_partition": level(0)},
		history{"selfcare_partitions_ahead_seconds": level(1_200_000), "selfcare_rows_without_partition": since(5, level(0), rising(10))},
	},
	"SelfcareBackupOld": {
		history{fine: rising(1)},
		history{"selfcare_backup_last_success_timestamp_seconds": func(minute int) float64 { return float64(minute-20) * 60 }},
	},
	"SelfcareAuditUnwatched": {history{"selfcare_audit_unsealed_seconds": level(20), "selfcare_audit_verified_seconds": level(200_000)}, history{"selfcare_audit_unsealed_seconds": since(5, level(20), rising(200)), "selfcare_audit_verified_seconds": level(86_000)}},
}

func TestAlerts_EachCase_FiresOrRests(t *testing.T) {
	known := alerts(t)
	require.Len(t, moments, len(known))
	for _, a := range known {
		t.Run(a.Alert, func(t *testing.T) {
			require.Contains(t, moments, a.Alert)
			require.True(t, fires(t, a, moments[a.Alert].fires), "the alert does not fire")
			require.False(t, fires(t, a, moments[a.Alert].rests), "the alert fires without a cause")
		})
	}
}

// fires tells whether the expression holds at the end, and has held for the alert's waiting time.
func fires(t *testing.T, a alert, past history) bool {
	t.Helper()
	var waits model.Duration
	if a.For != "" {
		var err error
		waits, err = model.ParseDuration(a.For)
		require.NoError(t, err)
	}
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1e6, Timeout: time.Minute})
	end := time.Unix(minutes*60, 0)
	query, err := engine.NewRangeQuery(t.Context(), past, nil, a.Expr, end.Add(-time.Duration(waits)), end, time.Minute)
	require.NoError(t, err)
	defer query.Close()
	found, err := query.Exec(t.Context()).Matrix()
	require.NoError(t, err)
	steps := int(time.Duration(waits)/time.Minute) + 1
	return slices.ContainsFunc(found, func(s promql.Series) bool { return len(s.Floats) == steps })
}

// Querier makes the series of a case from its courses.
func (h history) Querier(int64, int64) (storage.Querier, error) {
	return &storage.MockQuerier{SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
		set := &seriesSet{}
		for _, name := range slices.Sorted(maps.Keys(h)) {
			about, err := parser.ParseMetric(name)
			if err != nil {
				return storage.ErrSeriesSet(err)
			}
			if !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !m.Matches(about.Get(m.Name)) }) {
				set.all = append(set.all, storage.NewListSeries(about, h[name].samples()))
			}
		}
		return set
	}}, nil
}

func (c course) samples() []chunks.Sample {
	all := make([]chunks.Sample, 0, minutes+1)
	for minute := range minutes + 1 {
		all = append(all, sample{int64(minute) * time.Minute.Milliseconds(), c(minute)})
	}
	return all
}

type seriesSet struct {
	all []storage.Series
	at  int
}

func (s *seriesSet) Next() bool                        { s.at++; return s.at <= len(s.all) }
func (s *seriesSet) At() storage.Series                { return s.all[s.at-1] }
func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }

type sample struct {
	at    int64
	value float64
}

func (s sample) T() int64                      { return s.at }
func (s sample) F() float64                    { return s.value }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }
