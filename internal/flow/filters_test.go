package flow_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

// documentedDue is the time in the documented filters; before and after are ends on both sides of it.
var (
	documentedDue = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	before, after = documentedDue.Add(-time.Hour), documentedDue.Add(48 * time.Hour)
)

// filters lists the documented filters, each with the workflows of world that it finds.
var filters = map[string][]string{
	`WorkflowId = "order/SC12345678"`:                                            {"order/SC12345678"},
	`WorkflowId = "port-in/SC12345678"`:                                          {"port-in/SC12345678"},
	`NeedsAttention = true`:                                                      {"held-due", "held-later"},
	`NeedsAttention = true AND FailureCode = "courier_refused"`:                  {"held-due"},
	`WorkflowType = "Order" AND WaitsFor = "us" AND ExecutionStatus = "Running"`: {"held-later", "esim"},
	`OrderKind IN ("sim-port-in", "esim-port-in")`:                               {"order/SC12345678", "port"},
	`OrderKind IN ("sim-port-in", "esim-port-in") AND WaitsFor = "customer" AND FailureCode STARTS_WITH "port_"`: {"port"},
	`WaitsFor = "customer" AND FailureCode STARTS_WITH "esim_"`:                                                  {"not-installed"},
	`WorkflowType = "Order" AND Stage = "dispatched"`:                                                            {"parcel"},
	`Late = true AND ExecutionStatus = "Running"`:                                                                {"parcel", "not-installed"},
	`Late = true AND Stage = "dispatched"`:                                                                       {"parcel"},
	`PartnerRef = "290019498498"`:                                                                                {"parcel"},
	`PartnerRef = "<order id>-1"`:                                                                                {"esim"},
	`WorkflowType = "Order" AND ExecutionStatus = "Running" AND NeedsAttention = false AND DueAt < "2026-11-20T12:00:00Z"`: {"parcel", "started-due"},
	`NeedsAttention = true AND DueAt < "2026-11-20T12:00:00Z" AND ExecutionStatus = "Running"`:                             {"held-due"},
	`WorkflowId = "subscription/<lineId>"`:                                                                     {"subscription/<lineId>"},
	`LineRef = "<lineId>"`:                                                                                     {"subscription/<lineId>", "proof"},
	`WorkflowType = "PlanSubscription" AND ExecutionStatus = "Running"`:                                        {"grace", "subscription/<lineId>"},
	`WorkflowType = "PlanSubscription" AND PlanId = "hawakom-90" AND ExecutionStatus = "Running"`:              {"subscription/<lineId>"},
	`WorkflowType = "PlanSubscription" AND NextCycle < "2026-11-21T00:00:00Z" AND ExecutionStatus = "Running"`: {"subscription/<lineId>"},
	`WorkflowType = "PlanSubscription" AND Stage = "grace" AND ExecutionStatus = "Running"`:                    {"grace"},
	`WorkflowType = "LineProof" AND ExecutionStatus = "Running"`:                                               {"proof"},
	`WorkflowType = "PlanShard" AND ExecutionStatus = "Running"`:                                               {"shard"},
}

func keyword(name, value string) temporal.SearchAttributeUpdate {
	return temporal.NewSearchAttributeKeyKeyword(name).ValueSet(value)
}

func flag(name string, value bool) temporal.SearchAttributeUpdate {
	return temporal.NewSearchAttributeKeyBool(name).ValueSet(value)
}

func moment(name string, value time.Time) temporal.SearchAttributeUpdate {
	return temporal.NewSearchAttributeKeyTime(name).ValueSet(value)
}

// world starts workflows as the product shows them. It returns the name of each by its workflow id.
func world(t *testing.T) map[string]string {
	t.Helper()
	names := map[string]string{}
	starts := func(process, name string, shown ...temporal.SearchAttributeUpdate) {
		id := name
		if !strings.Contains(name, "/") {
			id = name + "/" + uuid.NewString()
		}
		_, err := engine.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{
			ID: id, TaskQueue: "filters", TypedSearchAttributes: temporal.NewSearchAttributes(shown...),
		}, process)
		require.NoError(t, err)
		names[id] = name
	}
	order := contract.WorkflowOrder
	starts(order, "order/SC12345678", keyword(contract.AttrOrderKind, "sim-port-in"), keyword(contract.AttrWaitsFor, "donor"))
	starts(contract.WorkflowPortIn, "port-in/SC12345678")
	starts(order, "held-due", flag(contract.AttrNeedsAttention, true), keyword(contract.AttrFailureCode, "courier_refused"), moment(contract.AttrDueAt, before))
	starts(order, "held-later", flag(contract.AttrNeedsAttention, true), keyword(contract.AttrFailureCode, "sim_out_of_stock"),
		moment(contract.AttrDueAt, after), keyword(contract.AttrWaitsFor, "us"))
	starts(order, "port", keyword(contract.AttrOrderKind, "esim-port-in"), keyword(contract.AttrWaitsFor, "customer"), keyword(contract.AttrFailureCode, "port_dues"))
	starts(order, "not-installed", keyword(contract.AttrWaitsFor, "customer"), keyword(contract.AttrFailureCode, "esim_not_installed"), flag(contract.AttrLate, true))
	starts(order, "parcel", keyword(contract.AttrStage, "dispatched"), flag(contract.AttrLate, true), keyword(contract.AttrPartnerRef, "290019498498"),
		flag(contract.AttrNeedsAttention, false), moment(contract.AttrDueAt, before))
	starts(order, "esim", keyword(contract.AttrWaitsFor, "us"), keyword(contract.AttrPartnerRef, "<order id>-1"))
	starts(contract.WorkflowPlanSubscription, "subscription/<lineId>", keyword(contract.AttrLineRef, "<lineId>"), keyword(contract.AttrPlanID, "hawakom-90"),
		moment(contract.AttrNextCycle, before), flag(contract.AttrNeedsAttention, false), moment(contract.AttrDueAt, before))
	starts(contract.WorkflowPlanSubscription, "grace", keyword(contract.AttrStage, "grace"), moment(contract.AttrNextCycle, after))
	starts(contract.WorkflowPlanShard, "shard")
	starts(contract.WorkflowLineProof, "proof", keyword(contract.AttrLineRef, "<lineId>"))
	for name, due := range map[string]time.Time{"started-due": before, "started-later": after} {
		names[startedWithEnd(t, due)] = name
	}
	t.Cleanup(func() {
		for id := range names {
			require.NoError(t, engine.TerminateWorkflow(context.Background(), id, "", "the test is over"))
		}
	})
	return names
}

// startedWithEnd starts an order as the API does, with an end of its draft.
func startedWithEnd(t *testing.T, due time.Time) (workflowID string) {
	t.Helper()
	in := newInput()
	in.Settings.DraftTTL = 24 * time.Hour
	in.Order.CreatedAt = due.Add(-in.Settings.DraftTTL)
	_, err := flow.New(engine).Start(t.Context(), in, numberOf(in), "", "start-"+in.Order.ID)
	require.NoError(t, err)
	return contract.OrderWorkflowID(in.Order.Number)
}

func TestFilters_Documented_FindTheirs(t *testing.T) {
	work(t)
	names := world(t)
	for _, filter := range documented(t) {
		want, known := filters[filter]
		require.True(t, known, "add the results of this filter to the test: %s", filter)
		slices.Sort(want)
		require.Eventually(t, func() bool { return slices.Equal(want, found(t, filter, names)) }, 15*time.Second, 200*time.Millisecond,
			"%s does not find %v alone", filter, want)
	}
}

// found returns the workflows of the test that a filter finds.
func found(t *testing.T, filter string, names map[string]string) (shown []string) {
	t.Helper()
	answer, err := engine.ListWorkflow(t.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: filter, PageSize: 1000})
	require.NoError(t, err, filter)
	for _, execution := range answer.GetExecutions() {
		if name, ours := names[execution.GetExecution().GetWorkflowId()]; ours {
			shown = append(shown, name)
		}
	}
	slices.Sort(shown)
	return slices.Compact(shown) // a repeat of the test in one process also finds the runs of the last one
}

var (
	quotedFilter = regexp.MustCompile("`((?:WorkflowId|WorkflowType|ExecutionStatus|[A-Z][A-Za-z]+) (?:=|<|>|IN|STARTS_WITH) [^`]+)`")
	queryFlag    = regexp.MustCompile(`--query '([^']+)'`)
	attributes   = []string{
		"WorkflowId", "WorkflowType", "ExecutionStatus", contract.AttrOrderKind, contract.AttrStage, contract.AttrNeedsAttention, contract.AttrFailureCode,
		contract.AttrDueAt, contract.AttrLate, contract.AttrWaitsFor, contract.AttrLineRef, contract.AttrPartnerRef, contract.AttrPlanID, contract.AttrNextCycle,
	}
)

// documented are the filters in README and docs, each once.
func documented(t *testing.T) (all []string) {
	t.Helper()
	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	tasks, err := filepath.Glob("../../docs/operations/*.md")
	require.NoError(t, err)
	for _, page := range slices.Concat(pages, tasks, []string{"../../README.md"}) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, match := range append(quotedFilter.FindAllStringSubmatch(string(text), -1), queryFlag.FindAllStringSubmatch(string(text), -1)...) {
			first, _, _ := strings.Cut(match[1], " ")
			if slices.Contains(attributes, first) {
				all = append(all, match[1])
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	require.Len(t, all, len(filters), "each filter of the test is in a document")
	return all
}
