package metrics_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/lateorder"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/sweep"
	"selfcare/internal/platform/metrics"
)

func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	res := httptest.NewRecorder()
	m.Handler().ServeHTTP(res, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	return res.Body.String()
}

func TestRequest_Route_IsCounted(t *testing.T) {
	m := metrics.New()
	m.Request(http.MethodGet, "/orders/{id}", http.StatusOK, 3*time.Millisecond)
	m.Request(http.MethodGet, "/orders/{id}", http.StatusOK, 30*time.Second)
	page := scrape(t, m)
	require.Contains(t, page, `selfcare_http_request_duration_seconds_bucket{method="GET",route="/orders/{id}",status="200",le="0.005"} 1`)
	require.Contains(t, page, `selfcare_http_request_duration_seconds_count{method="GET",route="/orders/{id}",status="200"} 2`)
	require.Contains(t, page, "go_goroutines")
}

func TestCircuitChanged_Each_ShowsOneState(t *testing.T) {
	m := metrics.New()
	m.CircuitChanged("courier", "closed")
	m.CircuitChanged("courier", "open")
	m.CallDone("courier", "book", "unknown", time.Second)
	page := scrape(t, m)
	require.Contains(t, page, `selfcare_gateway_circuit_state{state="open",system="courier"} 1`)
	require.Contains(t, page, `selfcare_gateway_circuit_state{state="closed",system="courier"} 0`)
	require.Contains(t, page, `selfcare_gateway_call_duration_seconds_count{operation="book",outcome="unknown",system="courier"} 1`)
}

func TestUsageReported_Outcome_Counted(t *testing.T) {
	m := metrics.New()
	m.UsageReported("taken", 490)
	m.UsageReported("taken", 0)
	m.UsageReported("usage_amount", 1)
	page := scrape(t, m)
	require.Contains(t, page, `selfcare_usage_events_total{outcome="taken"} 490`)
	require.Contains(t, page, `selfcare_usage_events_total{outcome="usage_amount"} 1`)
}

func TestTemporal_SDKMetrics_AreInSeconds(t *testing.T) {
	m := metrics.New()
	handler, err := m.Temporal(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	handler.WithTags(map[string]string{"operation": "StartWorkflowExecution"}).Counter("temporal_request").Inc(2)
	handler.Timer("temporal_request_latency").Record(4 * time.Millisecond)
	handler.WithTags(map[string]string{"task_queue": "selfcare"}).Gauge("temporal_worker_task_slots_available").Update(7)
	page := scrape(t, m)
	require.Contains(t, page, `temporal_request_total{operation="StartWorkflowExecution"} 2`)
	require.Contains(t, page, `temporal_request_latency_seconds_bucket{le="0.005"} 1`)
	require.Contains(t, page, `temporal_worker_task_slots_available{task_queue="selfcare"} 7`)
}

type figures struct {
	held   map[contract.Code]int
	oldest time.Duration
	err    error
	shared []byte // the reading of another process
}

func (f figures) Share(ctx context.Context, _ time.Duration, read func(context.Context) ([]byte, error)) ([]byte, error) {
	if f.shared != nil {
		return f.shared, nil
	}
	return read(ctx)
}

func (f figures) CountHeldOrders(context.Context) (map[contract.Code]int, error) {
	return f.held, f.err
}

func (f figures) LateOrders(context.Context) ([]lateorder.Count, error) {
	return []lateorder.Count{{Kind: "esim-port-in", Stage: "placed", Orders: 8}}, f.err
}

func (f figures) CountHeldPurchases(context.Context) (map[contract.PurchaseKind]int, error) {
	return map[contract.PurchaseKind]int{contract.PurchaseVoucher: 2}, f.err
}

func (f figures) EInvoiceTrouble(context.Context) (held, rejected, late int, err error) {
	return 1, 0, 2, f.err
}

func (f figures) EInvoiceCertificates(context.Context) (map[string]time.Time, error) {
	return map[string]time.Time{"gone": time.Unix(0, 0)}, f.err
}

func (f figures) CountHeldSettlements(context.Context) (map[settlement.Kind]int, error) {
	return map[settlement.Kind]int{settlement.Missing: 3}, f.err
}

func (f figures) BillPeriodsOverdue(context.Context, time.Time) (int, error) { return 8, f.err }
func (f figures) PutAside(context.Context) (map[string]int, error) {
	return map[string]int{"bill": 9, "message": 0}, f.err
}

func (f figures) CountHeldBankPayments(context.Context) (int, error)  { return 4, f.err }
func (f figures) CountHeldDeactivations(context.Context) (int, error) { return 5, f.err }
func (f figures) CountHeldPortOuts(context.Context) (int, error)      { return 6, f.err }
func (f figures) CountNumberReturns(context.Context) (int, time.Duration, error) {
	return 7, 5 * time.Hour, f.err
}

func (f figures) LongestDuePlan(context.Context, time.Time) (time.Duration, error) {
	return 12 * time.Second, nil
}

func (f figures) OldestQueuedMessage(context.Context) (time.Duration, error) {
	return 7 * time.Second, f.err
}

func (f figures) RenewalsDue(context.Context, time.Time) (hours [24]int, err error) {
	hours[3] = 40
	return hours, f.err
}

func (f figures) AuditUnsealed(context.Context) (time.Duration, error) {
	return 40 * time.Second, f.err
}

func (f figures) AuditVerified(context.Context) (time.Duration, int, error) {
	return time.Hour, 2, f.err
}

func (f figures) Partitions(context.Context, time.Time) (ahead time.Duration, without int, err error) {
	return time.Hour, 12, f.err
}

func (f figures) Sweep(context.Context) ([]sweep.Count, time.Duration, error) {
	return []sweep.Count{{Process: "order", WithoutWorkflow: 1, Late: 2, WorkflowsWithoutRow: 3, RefusedWrites: 4}}, time.Minute, f.err
}

func (f figures) OldestUnknownPayment(context.Context) (time.Duration, error) {
	return f.oldest, nil
}

func watched(t *testing.T, read metrics.Figures) string {
	t.Helper()
	m := metrics.New()
	m.WatchBusiness(t.Context(), read, time.Now, slog.New(slog.DiscardHandler))
	return scrape(t, m)
}

func TestWatchBusiness_EachGauge_Shown(t *testing.T) {
	page := watched(t, &figures{held: map[contract.Code]int{contract.FailOutOfStock: 3}, oldest: 90 * time.Second})
	for _, want := range []string{
		`selfcare_orders_held{reason="sim_out_of_stock"} 3`,
		`selfcare_orders_late{kind="esim-port-in",stage="placed"} 8`,
		`selfcare_einvoices_troubled{why="held"} 1`,
		`selfcare_einvoices_troubled{why="rejected"} 0`,
		`selfcare_einvoices_troubled{why="late"} 2`,
		`selfcare_sadad_payments_held 4`,
		`selfcare_deactivations_held 5`,
		`selfcare_bill_periods_overdue 8`,
		`selfcare_rows_put_aside{of="bill"} 9`,
		`selfcare_rows_put_aside{of="message"} 0`,
		`selfcare_port_outs_held 6`,
		`selfcare_number_returns_owed 7`,
		`selfcare_number_returns_oldest_owed_seconds 18000`,
		`selfcare_renewals_due{hour="3"} 40`,
		`selfcare_renewals_due{hour="23"} 0`,
		`selfcare_plans_longest_due_seconds 12`,
		`selfcare_payments_oldest_unknown_seconds 90`,
		`selfcare_messages_oldest_queued_seconds 7`,
		`selfcare_audit_unsealed_seconds 40`,
		`selfcare_audit_verified_seconds 3600`,
		`selfcare_audit_faults 2`,
		`selfcare_rows_without_workflow{process="order"} 1`,
		`selfcare_rows_late{process="order"} 2`,
		`selfcare_workflows_without_row{process="order"} 3`,
		`selfcare_writes_refused{process="order"} 4`,
		`selfcare_sweep_age_seconds 60`,
		`selfcare_partitions_ahead_seconds 3600`,
		`selfcare_rows_without_partition 12`,
		`selfcare_business_figures_readable 1`,
	} {
		require.Contains(t, page, want+"\n")
	}
	require.Regexp(t, `selfcare_einvoices_certificate_left_seconds\{device="gone"\} -[0-9]`, page)
}

func TestWatchBusiness_ReadElsewhere_IsShown(t *testing.T) {
	page := watched(t, &figures{shared: []byte(`[
		{"gauge": "selfcare_orders_held", "labels": ["sim_out_of_stock"], "value": 3}, {"gauge": "selfcare_of_another_release", "value": 1},
		{"gauge": "selfcare_port_outs_held", "labels": ["of another release"], "value": 1}]`)})
	require.Contains(t, page, `selfcare_orders_held{reason="sim_out_of_stock"} 3`)
	require.NotContains(t, page, "another_release")
	require.NotContains(t, page, "selfcare_port_outs_held", "its labels are others")
	require.NotContains(t, page, "selfcare_deactivations_held", "a gauge that the reading lacks")
}

func TestWatchBusiness_ReadingBroken_SaysSo(t *testing.T) {
	page := watched(t, &figures{shared: []byte("{")})
	require.Contains(t, page, "selfcare_business_figures_readable 0\n")
}

func TestWatchBusiness_StoreDown_SaysSo(t *testing.T) {
	page := watched(t, figures{err: errors.New("no database")})
	require.Contains(t, page, `selfcare_business_figures_readable 0`)
	require.NotContains(t, page, "selfcare_orders_held{")
	require.Contains(t, page, "go_goroutines")
}

func TestWatchBusiness_EachPurchaseKind_HasSeries(t *testing.T) {
	page := watched(t, &figures{})
	for kind := range purchase.Definitions {
		want := 0
		if kind == contract.PurchaseVoucher {
			want = 2
		}
		require.Contains(t, page, fmt.Sprintf("selfcare_purchases_held{kind=%q} %d", string(kind), want))
	}
}

func TestWatchBusiness_EachDifference_HasSeries(t *testing.T) {
	page := watched(t, &figures{})
	for _, kind := range settlement.Kinds {
		want := 0
		if kind == settlement.Missing {
			want = 3
		}
		require.Contains(t, page, fmt.Sprintf("selfcare_settlements_held{kind=%q} %d", string(kind), want))
	}
}
