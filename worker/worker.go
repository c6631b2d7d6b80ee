// Package worker registers the workflows and activities and runs them.
package worker

import (
	"sync"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/store"
	"selfcare/workflows"
)

// Parts is what the activities work with.
type Parts struct {
	Store    *store.Store
	Announce activities.Announcer
	partners.Gateways
}

// Options of one worker process.
type Options struct {
	StopTimeout time.Duration // how long activities under way may finish after a stop was asked for
	BuildID     string        // the version that this worker is of
	Connections int           // to the database, shared by all that this process does
}

// Workers are one process's workers, one for each task queue.
type Workers []worker.Worker

// New makes the workers of all task queues. They get no work before their build has been made the current one.
func New(c client.Client, p Parts, o Options) Workers {
	worker.SetStickyWorkflowCacheSize(cachedWorkflows)
	orders := worker.New(c, contract.TaskQueue, worker.Options{
		WorkerStopTimeout:                       o.StopTimeout,
		MaxConcurrentWorkflowTaskPollers:        8,
		MaxConcurrentActivityTaskPollers:        8,
		MaxConcurrentLocalActivityExecutionSize: LocalActivities(o.Connections),
		DeploymentOptions:                       Versioned(o.BuildID),
	})
	Register(orders, p)
	messages := worker.New(c, contract.TaskQueueMessages, worker.Options{
		WorkerStopTimeout: o.StopTimeout,
		DeploymentOptions: Versioned(o.BuildID),
	})
	RegisterMessages(messages, p)
	return Workers{orders, messages}
}

// Start begins to poll every queue; where one cannot, none does.
func (all Workers) Start() error {
	for i, w := range all {
		if err := w.Start(); err != nil {
			all[:i].Stop()
			return err
		}
	}
	return nil
}

// Stop lets what is under way finish and ends, all queues at once.
func (all Workers) Stop() {
	var stopping sync.WaitGroup
	for _, w := range all {
		stopping.Go(w.Stop)
	}
	stopping.Wait()
}

// Register is the one list of workflows and activities of the main queue; replay tests use it too.
func Register(w worker.Registry, p Parts) {
	for _, wf := range Workflows {
		w.RegisterWorkflow(wf)
	}
	w.RegisterActivity(activities.NewOrders(p.Store, p.Announce))
	w.RegisterActivity(activities.NewPayments(p.Payment))
	w.RegisterActivity(activities.NewIdentity(p.Identity))
	w.RegisterActivity(activities.NewRegistry(p.Registry))
	w.RegisterActivity(activities.NewCourier(p.Courier, p.Store))
	w.RegisterActivity(activities.NewNetwork(p.Network))
	w.RegisterActivity(activities.NewRecords(p.Store))
	w.RegisterActivity(activities.NewSocial(p.Social))
	w.RegisterActivity(activities.NewESIM(p.ESIM, p.Store))
	w.RegisterActivity(activities.NewPortability(p.Portability, p.Store))
	w.RegisterActivity(activities.NewLines(p.Store))
}

// RegisterMessages is the list of the queue for messages.
func RegisterMessages(w worker.Registry, p Parts) {
	for _, wf := range MessageWorkflows {
		w.RegisterWorkflow(wf)
	}
	w.RegisterActivity(activities.NewMessages(p.Messages, p.Store.Users, p.Store.Outbox))
}

// MessageWorkflows are the workflows of the queue for messages, registered under their own names.
var MessageWorkflows = []any{workflows.Notice, workflows.MessageDelivery}

// Workflows are those of the main queue, registered under their own names.
var Workflows = []any{
	workflows.Order, workflows.BranchSync, workflows.CleanUp,
	workflows.SocialAddress, workflows.SocialIdentity, workflows.PortIn,
	workflows.LineChange, workflows.PrimarySwitch, workflows.SIMDeactivation, workflows.Refund, workflows.LatePayment,
}
