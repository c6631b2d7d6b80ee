// Package worker registers the workflows and activities and runs them.
package worker

import (
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/network"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/portability"
	"selfcare/internal/gateway/registry"
	"selfcare/internal/gateway/social"
	"selfcare/internal/store"
	"selfcare/workflows"
)

// Parts is what the activities work with.
type Parts struct {
	Store    *store.Store
	Announce activities.Announcer
	Payment  payment.Gateway
	Identity identity.Gateway
	Registry registry.Gateway
	Courier  courier.Gateway
	Messages messages.Gateway
	Network  network.Gateway
	Social   social.Gateway
	ESIM     esim.Gateway

	Portability portability.Gateway
}

// Options of one worker process.
type Options struct {
	StopTimeout time.Duration // how long activities under way may finish after a stop was asked for
	BuildID     string        // the commit, shown with the worker in the Temporal UI
}

// New makes a worker that knows all workflows and activities. Start it with Start, end it with Stop.
func New(c client.Client, p Parts, o Options) worker.Worker {
	w := worker.New(c, contract.TaskQueue, worker.Options{
		WorkerStopTimeout:                       o.StopTimeout,
		MaxConcurrentWorkflowTaskPollers:        8,
		MaxConcurrentActivityTaskPollers:        8,
		MaxConcurrentLocalActivityExecutionSize: 64,
		DeploymentOptions: worker.DeploymentOptions{
			Version: worker.WorkerDeploymentVersion{DeploymentName: contract.TaskQueue, BuildID: o.BuildID},
		},
	})
	Register(w, p)
	return w
}

// Register is the one list of workflows and activities; replay tests use it too.
func Register(w worker.Registry, p Parts) {
	for _, wf := range Workflows {
		w.RegisterWorkflow(wf)
	}
	w.RegisterActivity(activities.NewOrders(p.Store, p.Announce))
	w.RegisterActivity(activities.NewPayments(p.Payment))
	w.RegisterActivity(activities.NewIdentity(p.Identity))
	w.RegisterActivity(activities.NewRegistry(p.Registry))
	w.RegisterActivity(activities.NewCourier(p.Courier, p.Store))
	w.RegisterActivity(activities.NewMessages(p.Messages, p.Store))
	w.RegisterActivity(activities.NewNetwork(p.Network))
	w.RegisterActivity(activities.NewRecords(p.Store))
	w.RegisterActivity(activities.NewSocial(p.Social))
	w.RegisterActivity(activities.NewESIM(p.ESIM, p.Store))
	w.RegisterActivity(activities.NewPortability(p.Portability, p.Store))
	w.RegisterActivity(activities.NewLines(p.Store))
}

// Workflows are all workflow functions, registered under their own names.
var Workflows = []any{
	workflows.Order, workflows.Payment, workflows.Shipment, workflows.BranchSync, workflows.CleanUp, workflows.Notice,
	workflows.SocialAddress, workflows.SocialIdentity, workflows.ESIMProfile, workflows.PortIn,
	workflows.LineChange, workflows.PrimarySwitch, workflows.SIMDeactivation, workflows.Refund,
}
