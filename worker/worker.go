// Package worker registers the workflows and activities and runs them.
package worker

import (
	"context"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"

	autorechargeacts "selfcare/activities/autorecharge"
	bulkacts "selfcare/activities/bulk"
	"selfcare/activities/lateorder"
	"selfcare/activities/message"
	"selfcare/activities/order"
	purchaseacts "selfcare/activities/purchase"
	subscriptionacts "selfcare/activities/subscription"
	"selfcare/activities/sweep"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/store"
	"selfcare/workflows/autorecharge"
	billingflows "selfcare/workflows/bill"
	"selfcare/workflows/bulk"
	deactivationflows "selfcare/workflows/deactivation"
	"selfcare/workflows/jobs"
	"selfcare/workflows/linechange"
	"selfcare/workflows/lineproof"
	orderflows "selfcare/workflows/order"
	"selfcare/workflows/portin"
	"selfcare/workflows/portout"
	"selfcare/workflows/purchase"
	"selfcare/workflows/queries"
	"selfcare/workflows/refund"
	"selfcare/workflows/subscription"
	"selfcare/workflows/ticket"
)

// Parts are the dependencies of the activities.
type Parts struct {
	Store    *store.Store
	Announce order.Announcer
	Links    message.Links
	Plans    Plans // calls the workflows of subscriptions
	Bought   purchaseacts.Starter
	Autos    autorechargeacts.Starter // starts the dates of auto-recharges
	Resume   bulkacts.Resolver        // resumes held processes
	Tell     lateorder.Teller         // sends news to orders
	Sweeps   sweep.Engine             // reads the running workflows
	Devices  []string                 // stamp electronic invoices
	Figures  Figures                  // nil counts nothing
	partners.Gateways
}

// Figures counts the outcomes of orders and purchases.
type Figures interface {
	OrderChanged(before, next contract.Order)
	PurchaseChanged(before, next contract.Purchase)
}

// Plans calls the workflows of subscriptions for news, switches, suspensions and their end.
type Plans interface {
	subscriptionacts.Caller
	SwitchNow(ctx context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.PlanSubscription, error)
	SuspendLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
	ReturnLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
}

// Options of one worker process.
type Options struct {
	StopTimeout time.Duration // time that running activities get after a stop was requested
	BuildID     string        // the version of this worker
	Connections int           // to the database, shared by the whole process
	Queues      []string      // names of the queues that this process serves; empty serves all
	Slots       []string      // like payment=100: other numbers of activities at once than those of the table
	Tries       []string      // like payment=32: other numbers of first tries at once
	// Interceptors wrap all calls of the workers.
	Interceptors []interceptor.WorkerInterceptor
}

// Workers are the workers of one process, one for each task queue that it serves.
type Workers []worker.Worker

// New makes the workers of the queues that this process serves. They get no work before their build is made the current one.
func New(c client.Client, p Parts, o Options) (Workers, error) {
	served, tries, err := serve(o)
	if err != nil {
		return nil, err
	}
	worker.SetStickyWorkflowCacheSize(cachedWorkflows)
	all := activitiesOf(p)
	interceptors := append([]interceptor.WorkerInterceptor{newRouting(all), newLimited(all, tries), &paced{}}, o.Interceptors...)
	workers := make(Workers, 0, len(served))
	for _, q := range served {
		options := worker.Options{
			WorkerStopTimeout:                  o.StopTimeout,
			MaxConcurrentActivityExecutionSize: q.slots,
			ActivityTaskPollerBehavior:         activityPollers(),
			DisableWorkflowWorker:              !q.workflows,
			DeploymentOptions:                  Versioned(o.BuildID),
			Interceptors:                       interceptors,
		}
		if q.workflows {
			options.WorkflowTaskPollerBehavior = WorkflowPollers()
			options.MaxConcurrentLocalActivityExecutionSize = localActivities(o.Connections, ofDatabase(served), tries)
		}
		w := worker.New(c, q.name, options)
		if q.workflows {
			registerWorkflows(w, q)
			all.register(w, "") // a workflow calls any activity within its step
		} else {
			all.register(w, q.name)
		}
		workers = append(workers, w)
	}
	return workers, nil
}

// Start polls every queue; if one fails, all are stopped.
func (all Workers) Start() error {
	for i, w := range all {
		if err := w.Start(); err != nil {
			all[:i].Stop()
			return err
		}
	}
	return nil
}

// Stop stops all queues at once and waits for running work.
func (all Workers) Stop() {
	var stopping sync.WaitGroup
	for _, w := range all {
		stopping.Go(w.Stop)
	}
	stopping.Wait()
}

// Register registers all workflows and activities, for tests with one worker for everything.
func Register(w worker.Registry, p Parts) {
	for _, wf := range Workflows {
		w.RegisterWorkflow(wf)
	}
	activitiesOf(p).register(w, "")
}

// registerWorkflows registers the workflows that start on a queue. The queue for orders gets all: a workflow that began before
// its kind had a queue of its own stays there.
func registerWorkflows(w worker.Registry, q queue) {
	for _, wf := range Workflows {
		if q.name == contract.TaskQueue || contract.QueueOf(nameOf(wf)) == q.name {
			w.RegisterWorkflow(wf)
		}
	}
}

// nameOf returns the name under which a workflow is registered.
func nameOf(workflow any) string {
	path := runtime.FuncForPC(reflect.ValueOf(workflow).Pointer()).Name()
	return path[strings.LastIndex(path, ".")+1:]
}

// counting returns the counter, if there is one.
func counting[C any](p Parts) []C {
	if counter, ok := p.Figures.(C); ok {
		return []C{counter}
	}
	return nil
}

// Workflows are registered under their own names, each on the queue that contract.QueueOf names.
var Workflows = []any{
	jobs.Notice, jobs.MessageDelivery,
	orderflows.Order, jobs.BranchSync, jobs.CleanUp, jobs.AuditSealing,
	jobs.AuditVerification,
	jobs.LateOrders, jobs.Expectations, jobs.ServiceEnds, jobs.CardRemovals,
	jobs.RowSweep, jobs.NumberReturns,
	queries.SocialAddress, queries.SocialIdentity, queries.ParcelLabel, portin.PortIn, portout.PortOut,
	linechange.LineChange, linechange.PrimarySwitch, linechange.SettingChange, linechange.SIMDeactivation, refund.Refund, refund.LatePayment,
	purchase.Purchase, subscription.PlanSubscription, subscription.PlanShard, subscription.SubscriptionCalls,
	deactivationflows.LineDeactivation, lineproof.LineProof, jobs.EInvoiceDelivery, autorecharge.AutoRecharge, autorecharge.AutoRechargeDates,
	billingflows.BillingDay, billingflows.BillingCycle, billingflows.Dunning, billingflows.CreditNote, billingflows.SADADPayment,
	jobs.Reconciliation, jobs.DayReconciliation,
	queries.TopUpOffer, queries.NationalAddress, bulk.BulkResolution, ticket.ServiceRequest, ticket.AttachmentScan,
}
