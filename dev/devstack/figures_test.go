package devstack

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.yaml.in/yaml/v3"

	"selfcare/dev/customer"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

// prometheusOwn are the figures that Prometheus itself adds to a scrape.
var prometheusOwn = []string{"up"}

// Processes that have worked report every figure of the dashboard and the alerts: a name that changes on one side only
// would mean an empty panel, and an alert that never fires.
func TestRun_Metrics_HaveEachUsedFigure(t *testing.T) {
	testkit.Nightly(t, "stack")
	api, worker := "127.0.0.1:"+freePort(t), "127.0.0.1:"+freePort(t)
	t.Setenv("OPS_ADDR", worker) // only for the worker: the stack has these settings, but its file leaves this variable out
	c := openApart(t, map[string]string{"OPS_ADDR": api})
	c.fails("esim", "downloadOrder") // an activity of the order, which is retried from the queue
	shopper := c.shopper(customer.AnyPerson())
	require.NoError(t, shopper.StartWithAny(c.ctx, "bronze"))
	require.NoError(t, shopper.ChoosePlan(c.ctx, "hawakom-55"))
	c.finishes(shopper)
	require.NoError(t, shopper.Await(c.ctx, isActive))
	c.reportsAnError()
	c.hasAStepFail()
	c.holdsAnOrder()

	var told, missing []string
	require.Eventually(t, func() bool {
		told = slices.Concat(namesAt(t, api), namesAt(t, worker), prometheusOwn)
		missing = slices.DeleteFunc(lookedAt(t), func(name string) bool { return slices.Contains(told, name) })
		return len(missing) == 0
	}, time.Minute, time.Second, "not reported by any process: %v", &missing)
	require.Contains(t, scraped(t, worker), `selfcare_orders_total{kind="esim",outcome="active"} 1`)
	require.Contains(t, scraped(t, worker), `selfcare_payments_total{of="order",outcome="paid"} 1`)
	require.Contains(t, scraped(t, api), `selfcare_codes_sent_total{purpose="contact"} 1`)
	require.Contains(t, scraped(t, api), `selfcare_webhook_lag_seconds_count{system="esim"}`)
	requireNoPerson(t, scraped(t, api)+scraped(t, worker), *shopper.Order.Msisdn, shopper.Order.Id, shopper.Order.OrderNumber)
	c.close()
}

// reportsAnError sends a browser's error report.
func (c *counter) reportsAnError() {
	c.t.Helper()
	const report = `{"page": "order-sim/:orderId/:slug", "build": "0.1.0", "browser": "safari", "language": "en",
		"errors": [{"name": "TypeError", "words": ["is", "not"], "at": "assets/start-page-1a2b3c4.js:1:2041"}],
		"vitals": [{"name": "LCP", "value": 900}, {"name": "INP", "value": 90}, {"name": "CLS", "value": 0.1}]}`
	request, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, strings.TrimSuffix(c.cfg.PublicURL, "/")+"/api/client-reports", strings.NewReader(report))
	require.NoError(c.t, err)
	request.Header.Set("Content-Type", "application/json")
	answer, err := patient.Do(request)
	require.NoError(c.t, err)
	said, err := io.ReadAll(answer.Body)
	require.NoError(c.t, err)
	require.NoError(c.t, answer.Body.Close())
	require.Less(c.t, answer.StatusCode, http.StatusBadRequest, string(said))
}

// hasAStepFail starts a process without a known workflow, as after a rollback that went too far.
func (c *counter) hasAStepFail() {
	c.t.Helper()
	id := "unknown/" + uuid.NewString()
	_, err := c.client.ExecuteWorkflow(c.t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: contract.TaskQueue, WorkflowRunTimeout: time.Minute}, "Unknown")
	require.NoError(c.t, err)
}

// holdsAnOrder shows an order of another customer as held, and as late.
func (c *counter) holdsAnOrder() {
	c.t.Helper()
	other := c.shopper(customer.AnyPerson())
	require.NoError(c.t, other.StartWithAny(c.ctx, "bronze"))
	_, err := c.db.ExecContext(c.t.Context(), "UPDATE orders SET stage = 'held', failure_code = 'courier_refused', awaited = 'preparing', late_at = now() WHERE id = ?", other.Order.Id)
	require.NoError(c.t, err)
}

// fails makes a partner refuse its next two calls, so that an activity is retried.
func (c *counter) fails(system, operation string) {
	c.t.Helper()
	address := strings.TrimSuffix(c.variables["PAYMENT_URL"], "/payment") + "/control/" + system + "/scenarios"
	body := fmt.Sprintf(`{"operation": %q, "outcome": "error", "times": 2}`, operation)
	request, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, address, strings.NewReader(body))
	require.NoError(c.t, err)
	request.Header.Set("Content-Type", "application/json")
	answer, err := patient.Do(request)
	require.NoError(c.t, err)
	require.Less(c.t, answer.StatusCode, http.StatusBadRequest)
	require.NoError(c.t, answer.Body.Close())
}

func scraped(t *testing.T, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/metrics", http.NoBody)
	require.NoError(t, err)
	answer, err := patient.Do(request)
	require.NoError(t, err)
	page, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return string(page)
}

var sampleName = regexp.MustCompile(`(?m)^([a-z_:][a-zA-Z0-9_:]*)[{ ]`)

func namesAt(t *testing.T, address string) []string {
	t.Helper()
	names := map[string]bool{}
	for _, found := range sampleName.FindAllStringSubmatch(scraped(t, address), -1) {
		names[found[1]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// figureName finds the figures of an expression. The tests of deploy prove that every figure matches it.
var figureName = regexp.MustCompile(`\b(?:up|(?:go|process|selfcare|temporal)_[a-z_]+)\b`)

// ofOthers is reported by the operator's own script: the product makes no backups.
const ofOthers = "selfcare_backup_last_success_timestamp_seconds"

// lookedAt lists the figures in all expressions of the dashboard and the rules.
func lookedAt(t *testing.T) []string {
	t.Helper()
	names := map[string]bool{}
	for _, text := range append(panelExpressions(t), ruleExpressions(t)...) {
		for _, name := range figureName.FindAllString(text, -1) {
			names[name] = name != ofOthers
		}
	}
	maps.DeleteFunc(names, func(_ string, told bool) bool { return !told })
	require.Greater(t, len(names), 20)
	return slices.Sorted(maps.Keys(names))
}

func panelExpressions(t *testing.T) (all []string) {
	t.Helper()
	text, err := os.ReadFile(repository + "/deploy/grafana/selfcare.json")
	require.NoError(t, err)
	var dashboard struct {
		Panels []struct {
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(text, &dashboard))
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			all = append(all, target.Expr)
		}
	}
	require.NotEmpty(t, all)
	return all
}

func ruleExpressions(t *testing.T) (all []string) {
	t.Helper()
	text, err := os.ReadFile(repository + "/deploy/prometheus/rules.yaml")
	require.NoError(t, err)
	var file struct {
		Groups []struct {
			Rules []struct{ Expr string }
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	for _, group := range file.Groups {
		for _, rule := range group.Rules {
			all = append(all, rule.Expr)
		}
	}
	require.NotEmpty(t, all)
	return all
}

func requireNoPerson(t *testing.T, page string, personal ...string) {
	t.Helper()
	for _, one := range personal {
		require.NotContains(t, page, one, fmt.Sprint("a figure names ", one))
	}
}
