package rollout

import (
	"context"

	"go.temporal.io/sdk/client"
)

// State is the role of a version.
type State string

// States of a version.
const (
	Current  State = "current"
	Ramping  State = "ramping"
	Draining State = "draining" // it has pinned runs, or the server has not checked yet
	Drained  State = "drained"
	Waiting  State = "waiting" // it has never taken work
)

// Version is one build of the workers.
type Version struct {
	BuildID string
	State   State
	Percent float32 // of the work, while it ramps
	Workers int
	Missing []Queue // queues that none of its workers polls
}

// Status lists the versions, newest first.
func (d *Deployment) Status(ctx context.Context) ([]Version, error) {
	found, err := d.describe(ctx)
	if err != nil {
		return nil, err
	}
	polling := make([]map[string]map[string]bool, len(d.queues))
	for i, queue := range d.queues {
		if polling[i], err = d.workers(ctx, queue); err != nil {
			return nil, err
		}
	}
	var versions []Version
	for _, summary := range builds(found) {
		version := Version{BuildID: summary.Version.BuildID}
		version.State, version.Percent = stateOf(summary, found.Info.RoutingConfig)
		for i, queue := range d.queues {
			workers := len(polling[i][version.BuildID])
			version.Workers = max(version.Workers, workers)
			if workers == 0 {
				version.Missing = append(version.Missing, queue)
			}
		}
		versions = append(versions, version)
	}
	return versions, nil
}

func stateOf(v client.WorkerDeploymentVersionSummary, routing client.WorkerDeploymentRoutingConfig) (State, float32) {
	switch {
	case routing.CurrentVersion != nil && *routing.CurrentVersion == v.Version:
		return Current, 0
	case routing.RampingVersion != nil && *routing.RampingVersion == v.Version:
		return Ramping, routing.RampingVersionPercentage
	case v.DrainageStatus == client.WorkerDeploymentVersionDrainageStatusDraining:
		return Draining, 0
	case v.DrainageStatus == client.WorkerDeploymentVersionDrainageStatusDrained:
		return Drained, 0
	default:
		return Waiting, 0
	}
}
