// Package sweep compares rows with the workflows that look after them.
package sweep

import (
	"selfcare/internal/contract"
	"selfcare/internal/contract/ticket"
)

// Process is one kind of row that a workflow looks after.
type Process struct {
	Name     string
	Workflow string // type; empty where its rows are only looked at for being late
	Prefix   string // of the ids of its workflows
	// Scheduled tells that a schedule stands in the place of the workflow.
	Scheduled bool

	rows       string // FROM, with the row as t
	key        string // a unique id among the rows under way: they are read in its order
	id         string // what follows the prefix
	find       string // the rows of the ids in ?0
	underWay   string // rows that have a workflow
	changedAt  string
	mayBeLate  string // rows that go on by themselves at dueAt; empty: none
	dueAt      string
	idsAreUUID bool
	known      string // rows that may have a workflow; empty: any
	calls      string // table of lines whose workflow is called, or begun anew; empty: people see to it
}

// Mends tells that a sweep puts right what it finds.
func (p Process) Mends() bool { return p.calls != "" }

const (
	// A row that was just written is left out: its workflow may be starting, or ending.
	settled = "10 minutes"
	// A row is late when it should have gone on so long ago.
	overdue = "1 hour"
)

const (
	byLine      = "t.line_id = ANY(?0::uuid[])"
	byNumber    = "t.number = ANY(?0)"
	byReference = "t.reference = ANY(?0)"
)

// Processes are those that have rows. The conditions are those of the indexes that they are read by.
var Processes = []Process{
	{
		Name: "order", Workflow: contract.WorkflowOrder, Prefix: contract.OrderWorkflowID(""), rows: "orders AS t", key: "t.id", id: "t.number",
		find: byNumber, underWay: "t.stage NOT IN ('active', 'cancelled', 'abandoned')", changedAt: "t.updated_at",
	},
	{
		Name: "purchase", Workflow: contract.WorkflowPurchase, Prefix: contract.PurchaseWorkflowID(""), rows: "purchases AS t", key: "t.id", id: "t.number",
		find: byNumber, underWay: "t.stage NOT IN ('completed', 'failed')", changedAt: "t.updated_at",
	},
	{
		Name: "plan", Workflow: contract.WorkflowPlanSubscription, Prefix: contract.PlanSubscriptionWorkflowID(""), calls: "subscription_calls",
		rows: "plan_subscriptions AS t", key: "t.line_id", id: "t.line_id", find: byLine, idsAreUUID: true,
		underWay: "t.stage <> 'ended'", changedAt: "t.updated_at", mayBeLate: "t.due_at IS NOT NULL AND t.stage <> 'ended'", dueAt: "t.due_at",
	},
	{
		Name: "port-out", Workflow: contract.WorkflowPortOut, Prefix: contract.PortOutWorkflowID(""), rows: "port_outs AS t", key: "t.line_id",
		id: "t.reference", find: byReference, underWay: "t.stage IN ('agreed', 'moving')", changedAt: "t.updated_at",
	},
	{
		Name: "deactivation", Workflow: contract.WorkflowLineDeactivation, Prefix: contract.DeactivationWorkflowID(""), rows: "line_deactivations AS t",
		key: "t.line_id", id: "t.line_id", find: byLine, idsAreUUID: true, underWay: "t.stage IN ('waiting', 'ending', 'held')",
		changedAt: "t.updated_at", mayBeLate: "t.stage = 'waiting'", dueAt: "t.undo_until",
	},
	serviceRequest(ticket.Complaint),
	serviceRequest(ticket.Reseller),
	{
		Name: "bulk", Workflow: contract.WorkflowBulkResolution, Prefix: contract.BulkWorkflowID(""), rows: "bulk_resolutions AS t", key: "t.id", id: "t.id",
		find: "t.id = ANY(?0::uuid[])", idsAreUUID: true, underWay: "t.ended_at IS NULL", changedAt: "t.started_at",
	},
	{ // an order that is refunded keeps its stage
		Name: "refund", Workflow: contract.WorkflowRefund, Prefix: contract.RefundWorkflowID(""), rows: "orders AS t", key: "t.id", id: "t.number",
		find: byNumber, underWay: "t.stage = 'active' AND jsonb_typeof(t.state -> 'refund') = 'object' AND t.state -> 'refund' ->> 'doneAt' IS NULL", changedAt: "t.updated_at",
	},
	{
		Name: "auto-recharge-schedule", Scheduled: true, Prefix: contract.AutoRechargeID(""), calls: "auto_recharge_calls",
		rows: "auto_recharges AS t", key: "t.id", id: "t.line_id", find: byLine, idsAreUUID: true, underWay: "t.state <> 'ended'", changedAt: "t.changed_at",
		known: "(t.state <> 'ended' OR t.changed_at > now() - interval '" + settled + "')", // its schedule is taken away in moments
	},
	{ // each run has a workflow of its own, which the schedule starts
		Name: "auto-recharge", Prefix: contract.AutoRechargeID(""), rows: "auto_recharge_runs AS t", id: "t.line_id", find: byLine, idsAreUUID: true,
		mayBeLate: "t.stage = 'waiting'", dueAt: "t.next_try",
	},
}

// WorkflowsOf is the workflow of what a process names; none where a schedule stands in its place, or the process is not known.
func WorkflowsOf(process, named string) []string {
	for _, p := range Processes {
		if p.Name == process && p.Workflow != "" {
			return []string{p.Prefix + named}
		}
	}
	return nil
}

func serviceRequest(kind ticket.Kind) Process {
	return Process{
		Name: string(kind), Workflow: ticket.Workflow, Prefix: ticket.WorkflowID(kind, ""), rows: "service_requests AS t", key: "t.id", id: "t.reference",
		find: byReference, underWay: "t.stage <> 'closed' AND t.kind = '" + string(kind) + "'", changedAt: "t.updated_at",
		mayBeLate: "t.stage IN ('received', 'in-work') AND NOT t.overdue AND t.kind = '" + string(kind) + "'", dueAt: "t.due_at",
	}
}
