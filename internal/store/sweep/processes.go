// Package sweep compares rows with their workflows.
package sweep

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"selfcare/internal/contract"
)

// Process is a kind of row with a workflow.
type Process struct {
	Name     string
	Workflow string // type; empty if its rows are only checked for lateness
	Prefix   string // of the ids of its workflows

	rows      string // FROM clause, with the row as t
	key       string // unique id among the open rows, which are read in its order
	id        string // rest of the workflow id after the prefix
	find      string // the rows of the ids in ?0
	underWay  string // open rows, which need a workflow
	changedAt string
	mayBeLate string // rows that continue by themselves at dueAt; empty: none
	dueAt     string
	isID      func(id string) bool // tells whether a row can have an id
	aside     string               // rows whose write was refused; empty: only workflows have such writes
	calls     string               // table of lines whose workflow is called, or started again; empty: a person has to act
}

// Mends tells that a sweep repairs its findings.
func (p Process) Mends() bool { return p.calls != "" }

const (
	// A row that was just written is skipped: its workflow may be starting or ending.
	settled = "10 minutes"
	// A row is late this long after it should have continued.
	overdue = "1 hour"
)

const (
	byLine      = "t.line_id = ANY(?0::uuid[])"
	byNumber    = "t.number = ANY(?0)"
	byReference = "t.reference = ANY(?0)"
)

func isUUID(id string) bool { return uuid.Validate(id) == nil }

func isDateOfLine(id string) bool {
	line, date, _ := strings.Cut(id, "/")
	_, err := time.Parse(time.DateOnly, date)
	return isUUID(line) && err == nil
}

// Names of processes whose rows may be put aside.
const (
	PlanProcess      = "plan"
	AutoRechargeRule = "auto-recharge-rule"
)

// Processes lists the processes with rows. Their conditions match the indexes by which they are read.
var Processes = []Process{
	{
		Name: "order", Workflow: contract.WorkflowOrder, Prefix: contract.OrderWorkflowID(""), rows: "orders AS t", key: "t.id", id: "t.number",
		find: byNumber, underWay: "t.stage NOT IN ('active', 'cancelled', 'abandoned')", changedAt: "t.updated_at",
	},
	{
		Name: "purchase", Workflow: contract.WorkflowPurchase, Prefix: contract.PurchaseWorkflowID(""), rows: "purchases AS t", key: "t.id", id: "t.number",
		find: byNumber, underWay: "t.stage NOT IN ('completed', 'failed')", changedAt: "t.updated_at",
		mayBeLate: "t.stage = 'scheduled'", dueAt: "moment_of(t.state ->> 'effectiveAt')",
	},
	{ // an idle line needs no workflow
		Name: PlanProcess, Workflow: contract.WorkflowPlanSubscription, Prefix: contract.PlanSubscriptionWorkflowID(""), calls: "subscription_calls",
		rows: "plan_subscriptions AS t", key: "t.line_id", id: "t.line_id", find: byLine, isID: isUUID,
		underWay: "t.stage <> 'ended' AND (t.next_plan IS NOT NULL OR t.behind_since IS NOT NULL)", changedAt: "t.updated_at",
		mayBeLate: "t.due_at IS NOT NULL AND t.stage <> 'ended'", dueAt: "t.due_at", aside: "t.aside_until IS NOT NULL",
	},
	{
		Name: "port-out", Workflow: contract.WorkflowPortOut, Prefix: contract.PortOutWorkflowID(""), rows: "port_outs AS t", key: "t.line_id",
		id: "t.reference", find: byReference, underWay: "t.stage IN ('agreed', 'moving')", changedAt: "t.updated_at",
	},
	{
		Name: "deactivation", Workflow: contract.WorkflowLineDeactivation, Prefix: contract.DeactivationWorkflowID(""), rows: "line_deactivations AS t",
		key: "t.line_id", id: "t.line_id", find: byLine, isID: isUUID, underWay: "t.stage IN ('waiting', 'ending', 'held')",
		changedAt: "t.updated_at", mayBeLate: "t.stage = 'waiting'", dueAt: "t.undo_until",
	},
	serviceRequest(contract.TicketComplaint),
	serviceRequest(contract.TicketReseller),
	{
		Name: "bulk", Workflow: contract.WorkflowBulkResolution, Prefix: contract.BulkWorkflowID(""), rows: "bulk_resolutions AS t", key: "t.id", id: "t.id",
		find: "t.id = ANY(?0::uuid[])", isID: isUUID, underWay: "t.ended_at IS NULL", changedAt: "t.started_at",
	},
	{ // a refunded order keeps its stage
		Name: "refund", Workflow: contract.WorkflowRefund, Prefix: contract.RefundWorkflowID(""), rows: "orders AS t", key: "t.id", id: "t.number",
		find: byNumber, underWay: "t.stage = 'active' AND jsonb_typeof(t.state -> 'refund') = 'object' AND t.state -> 'refund' ->> 'doneAt' IS NULL", changedAt: "t.updated_at",
	},
	{ // a rule has no workflow
		Name: AutoRechargeRule, Prefix: contract.AutoRechargePrefix, rows: "auto_recharges AS t", id: "t.line_id", find: byLine + " AND t.state <> 'ended'", isID: isUUID,
		mayBeLate: "t.due_at IS NOT NULL", dueAt: "greatest(t.due_at, t.aside_until)", aside: "t.aside_until IS NOT NULL",
	},
	{
		Name: "auto-recharge", Prefix: contract.AutoRechargePrefix, rows: "auto_recharge_runs AS t", id: "(t.line_id || '/' || to_char(t.date, 'YYYY-MM-DD'))",
		find: "(t.line_id, t.date) IN (SELECT split_part(id, '/', 1)::uuid, split_part(id, '/', 2)::date FROM unnest(?0::text[]) AS id)", isID: isDateOfLine,
		mayBeLate: "t.stage = 'waiting'", dueAt: "t.next_try",
	},
	{ // a claim of an order, a port-out, a deactivation or a change of its own; a draft's claim expires by itself
		Name: lineChange, Prefix: contract.LineChangeWorkflowID(""), rows: "line_changes AS t", id: "t.line_id", find: byLine, isID: isUUID,
		mayBeLate: "t.expires_at IS NULL", dueAt: "t.until",
	},
}

const (
	lineChange = "line-change"
	otherWork  = "job"
)

// rowless are processes without rows that a sweep reads. Only their refused writes are found.
var rowless = []Process{
	{Name: lineChange, Workflow: contract.WorkflowLineChange, Prefix: contract.LineChangeWorkflowID("")},
	{Name: lineChange, Workflow: contract.WorkflowPrimarySwitch, Prefix: contract.LineChangeWorkflowID("")},
	{Name: lineChange, Workflow: contract.WorkflowSIMDeactivation, Prefix: contract.LineChangeWorkflowID("")},
	{Name: lineChange, Workflow: contract.WorkflowSettingChange, Prefix: contract.LineChangeWorkflowID("")},
	{Name: "line-proof", Workflow: contract.WorkflowLineProof, Prefix: contract.LineProofWorkflowID("")},
	{Name: "late-payment", Workflow: contract.WorkflowLatePayment, Prefix: contract.LatePaymentWorkflowID("")},
	{Name: "auto-recharge", Workflow: contract.WorkflowAutoRecharge, Prefix: contract.AutoRechargePrefix},
	{Name: "credit-note", Workflow: contract.WorkflowCreditNote, Prefix: contract.CreditNoteWorkflowID("")},
	{Name: "sadad-payment", Workflow: contract.WorkflowSADADPayment, Prefix: contract.SADADPaymentWorkflowID("")},
}

// WorkflowsOf returns the workflow id of a process's finding; none for a process without one.
func WorkflowsOf(process, named string) []string {
	for _, p := range slices.Concat(Processes, rowless) {
		if p.Name == process && p.Workflow != "" {
			return []string{p.Prefix + named}
		}
	}
	return nil
}

// NameOf returns the name of the process that a workflow belongs to.
func NameOf(workflowType, id string) string {
	for _, p := range slices.Concat(Processes, rowless) {
		if p.Workflow == workflowType && p.Has(id) {
			return p.Name
		}
	}
	return otherWork
}

// Names returns the name of each process, once.
func Names() (names []string) {
	for _, p := range slices.Concat(Processes, rowless) {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return append(names, otherWork)
}

func serviceRequest(kind contract.TicketKind) Process {
	return Process{
		Name: string(kind), Workflow: contract.WorkflowTicket, Prefix: contract.TicketWorkflowID(kind, ""), rows: "service_requests AS t", key: "t.id", id: "t.reference",
		find: byReference, underWay: "t.stage <> 'closed' AND t.kind = '" + string(kind) + "'", changedAt: "t.updated_at",
		mayBeLate: "t.stage IN ('received', 'in-work') AND NOT t.overdue AND t.kind = '" + string(kind) + "'", dueAt: "t.due_at",
	}
}
