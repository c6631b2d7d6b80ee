// Package worker registers the workflows and activities and runs them.
package worker

import (
	"context"
	"sync"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"

	auditacts "selfcare/activities/audit"
	autorechargeacts "selfcare/activities/autorecharge"
	"selfcare/activities/bill"
	bulkacts "selfcare/activities/bulk"
	"selfcare/activities/courier"
	"selfcare/activities/deactivation"
	einvoiceacts "selfcare/activities/einvoice"
	endingacts "selfcare/activities/ending"
	"selfcare/activities/esim"
	gamesacts "selfcare/activities/games"
	"selfcare/activities/identity"
	"selfcare/activities/lateorder"
	"selfcare/activities/line"
	"selfcare/activities/maintenance"
	"selfcare/activities/message"
	"selfcare/activities/network"
	"selfcare/activities/order"
	"selfcare/activities/payment"
	"selfcare/activities/portability"
	portoutacts "selfcare/activities/portout"
	purchaseacts "selfcare/activities/purchase"
	"selfcare/activities/settlement"
	"selfcare/activities/social"
	subscriptionacts "selfcare/activities/subscription"
	"selfcare/activities/sweep"
	ticketacts "selfcare/activities/ticket"
	topupacts "selfcare/activities/topup"
	vasacts "selfcare/activities/vas"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice/stamp"
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
	Store     *store.Store
	Announce  order.Announcer
	Links     message.Links
	Plans     Plans // calls the workflows of subscriptions
	Bought    purchaseacts.Starter
	Autos     autorechargeacts.Scheduler // changes the schedules of auto-recharges
	Resume    bulkacts.Resolver          // resumes held processes
	Tell      lateorder.Teller           // sends news to orders
	Sweeps    sweep.Engine               // reads the running workflows
	Schedules sweep.Schedules            // reads and deletes schedules
	Invoices  Invoices
	Figures   Figures // nil counts nothing
	partners.Gateways
}

// Figures counts the outcomes of orders and purchases.
type Figures interface {
	OrderChanged(before, next contract.Order)
	PurchaseChanged(before, next contract.Purchase)
}

// Plans calls the workflows of subscriptions for news, switches, suspensions and their end.
type Plans interface {
	Call(ctx context.Context, s contract.PlanSubscription) error
	SwitchNow(ctx context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.PlanSubscription, error)
	SuspendLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
	ReturnLine(ctx context.Context, s contract.PlanSubscription, key string, in contract.SuspensionChoice) (contract.PlanSubscription, error)
}

// Invoices is the device that stamps invoices, with our name for it.
type Invoices struct {
	Name   string
	Device *stamp.Device
}

// Options of one worker process.
type Options struct {
	StopTimeout time.Duration // time that running activities get after a stop was requested
	BuildID     string        // the version of this worker
	Connections int           // to the database, shared by the whole process
	// Interceptors wrap all calls of the workers.
	Interceptors []interceptor.WorkerInterceptor
}

// Workers are the workers of one process, one for each task queue.
type Workers []worker.Worker

// New makes the workers of all task queues. They get no work before their build is made the current one.
func New(c client.Client, p Parts, o Options) Workers {
	worker.SetStickyWorkflowCacheSize(cachedWorkflows)
	orders := worker.New(c, contract.TaskQueue, worker.Options{
		WorkerStopTimeout:                       o.StopTimeout,
		WorkflowTaskPollerBehavior:              WorkflowPollers(),
		MaxConcurrentActivityTaskPollers:        8,
		MaxConcurrentLocalActivityExecutionSize: LocalActivities(o.Connections),
		DeploymentOptions:                       Versioned(o.BuildID),
		Interceptors:                            append([]interceptor.WorkerInterceptor{&paced{}}, o.Interceptors...),
	})
	Register(orders, p)
	messages := worker.New(c, contract.TaskQueueMessages, worker.Options{
		WorkerStopTimeout: o.StopTimeout,
		DeploymentOptions: Versioned(o.BuildID),
		Interceptors:      append([]interceptor.WorkerInterceptor{&paced{}}, o.Interceptors...),
	})
	RegisterMessages(messages, p)
	return Workers{orders, messages}
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

// Register registers the workflows and activities of the main queue; replay tests use it too.
func Register(w worker.Registry, p Parts) {
	for _, wf := range Workflows {
		w.RegisterWorkflow(wf)
	}
	w.RegisterActivity(order.New(p.Store, p.Announce, counting[order.Counter](p)...))
	w.RegisterActivity(payment.New(p.Payment, p.Store.Cards, p.Store.PaymentStatements))
	w.RegisterActivity(settlement.New(p.Store, p.Payment))
	w.RegisterActivity(identity.New(p.Identity))
	w.RegisterActivity(identity.NewRegistry(p.Registry))
	w.RegisterActivity(courier.New(p.Courier, p.Store.Catalogue))
	w.RegisterActivity(network.New(p.Network))
	w.RegisterActivity(maintenance.New(p.Store.Requests, p.Store.Sessions, p.Store.FailedSignIns, p.Store.Partitions))
	w.RegisterActivity(auditacts.New(p.Store.Seals, auditacts.Every))
	w.RegisterActivity(auditacts.NewVerification(p.Store.Seals))
	w.RegisterActivity(social.New(p.Social))
	w.RegisterActivity(topupacts.New(p.TopUp))
	w.RegisterActivity(vasacts.New(p.Content, p.Store.Lines))
	w.RegisterActivity(gamesacts.New(p.Games))
	w.RegisterActivity(vasacts.NewEnding(p.Content, p.Store.Services, vasacts.Every))
	w.RegisterActivity(esim.New(p.ESIM, p.Store.Profiles))
	w.RegisterActivity(portability.New(p.Portability, p.Store.Settings, p.Store.Ports))
	w.RegisterActivity(portoutacts.New(p.Store))
	w.RegisterActivity(portoutacts.NewService(p.Store.Lines, p.Network))
	w.RegisterActivity(line.New(p.Store))
	w.RegisterActivity(endingacts.New(p.Store))
	w.RegisterActivity(endingacts.NewNetwork(p.Store.Lines, p.Network))
	w.RegisterActivity(endingacts.NewReturns(p.Store.NumberReturns, p.Store.Numbers, p.Portability, endingacts.ReturnsEvery))
	w.RegisterActivity(deactivation.New(p.Store))
	w.RegisterActivity(ticketacts.New(p.Store))
	w.RegisterActivity(ticketacts.NewScanning(p.Store.Files, p.Scan))
	w.RegisterActivity(bill.New(p.Store))
	w.RegisterActivity(bulkacts.New(p.Store, p.Resume))
	w.RegisterActivity(lateorder.New(p.Store, p.Tell, lateorder.Every))
	w.RegisterActivity(sweep.NewActivities(p.Store.Sweeps, p.Sweeps, p.Schedules))
	w.RegisterActivity(einvoiceacts.New(p.Store, p.ZATCA, p.Invoices.Name, p.Invoices.Device))
	starts := purchaseacts.NewStarts(p.Store.Purchases, p.Bought)
	w.RegisterActivity(purchaseacts.New(p.Store, counting[purchaseacts.Counter](p)...))
	w.RegisterActivity(starts)
	w.RegisterActivity(purchaseacts.NewSwitching(p.Store.PlanSubscriptions, p.Plans))
	w.RegisterActivity(subscriptionacts.New(p.Store))
	w.RegisterActivity(subscriptionacts.NewService(p.Store.Lines, p.Network))
	w.RegisterActivity(autorechargeacts.New(p.Store, p.Links.Origin))
	schedules := autorechargeacts.NewSchedules(p.Store, p.Autos, p.Links.Origin)
	w.RegisterActivity(subscriptionacts.NewCalls(p.Store, p.Plans, starts, schedules))
	w.RegisterActivity(subscriptionacts.NewProven(p.Store.Identities, p.Store.PlanSubscriptions, p.Plans))
}

// counting returns the counter, if there is one.
func counting[C any](p Parts) []C {
	if counter, ok := p.Figures.(C); ok {
		return []C{counter}
	}
	return nil
}

// RegisterMessages registers the workflows and activities of the queue for messages.
func RegisterMessages(w worker.Registry, p Parts) {
	for _, wf := range MessageWorkflows {
		w.RegisterWorkflow(wf)
	}
	w.RegisterActivity(message.New(p.Messages, p.Store.Users, p.Store.Outbox, p.Links, p.Store.Proposals))
}

// MessageWorkflows are the workflows of the queue for messages, registered under their own names.
var MessageWorkflows = []any{jobs.Notice, jobs.MessageDelivery}

// Workflows are those of the main queue, registered under their own names.
var Workflows = []any{
	orderflows.Order, jobs.BranchSync, jobs.CleanUp, jobs.AuditSealing,
	jobs.AuditVerification,
	jobs.LateOrders, jobs.Expectations, jobs.ServiceEnds,
	jobs.RowSweep, jobs.NumberReturns,
	queries.SocialAddress, queries.SocialIdentity, portin.PortIn, portout.PortOut,
	linechange.LineChange, linechange.PrimarySwitch, linechange.SettingChange, linechange.SIMDeactivation, refund.Refund, refund.LatePayment,
	purchase.Purchase, subscription.PlanSubscription, subscription.SubscriptionCalls, subscription.SubscriptionAdoption,
	deactivationflows.LineDeactivation, lineproof.LineProof, jobs.EInvoiceDelivery, autorecharge.AutoRecharge,
	billingflows.BillingDay, billingflows.BillingCycle, billingflows.Dunning, billingflows.CreditNote, billingflows.SADADPayment,
	jobs.Reconciliation, jobs.DayReconciliation,
	queries.TopUpOffer, bulk.BulkResolution, ticket.ServiceRequest, ticket.AttachmentScan,
}
