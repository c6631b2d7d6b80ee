package worker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.temporal.io/sdk/worker"
)

// allPartners stands for the queues of all partners in the configuration.
const allPartners = "partners"

// serve returns the queues that a process serves, with the numbers of its configuration, and the limit of tries by queue. The
// tries count for queues that another process serves, too: they run where the workflow runs.
func serve(o Options) (served []queue, tries map[string]int, err error) {
	slots, err := numbers("WORKER_SLOTS", o.Slots)
	if err != nil {
		return nil, nil, err
	}
	limits, err := numbers("WORKER_TRIES", o.Tries)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range o.Queues {
		if name != allPartners && !isQueue(name) {
			return nil, nil, unknownQueue("WORKER_QUEUES", name)
		}
	}
	tries = map[string]int{}
	for _, q := range queues {
		if n, set := limits[q.short]; set {
			q.tries = n
		}
		if q.tries > 0 {
			tries[q.name] = q.tries
		}
		if n, set := slots[q.short]; set {
			q.slots = n
		}
		if len(o.Queues) == 0 || slices.Contains(o.Queues, q.short) || isPartner(q) && slices.Contains(o.Queues, allPartners) {
			served = append(served, q)
		}
	}
	return served, tries, nil
}

func isQueue(short string) bool {
	return slices.ContainsFunc(queues, func(q queue) bool { return q.short == short })
}

func isPartner(q queue) bool { return q.name == partner(q.short, nil).name }

func unknownQueue(variable, name string) error {
	known := make([]string, len(queues))
	for i, q := range queues {
		known[i] = q.short
	}
	return fmt.Errorf("%s: there is no queue %q, but %s", variable, name, strings.Join(known, ", "))
}

// numbers reads values like payment=100.
func numbers(variable string, values []string) (map[string]int, error) {
	read := map[string]int{}
	for _, value := range values {
		name, number, _ := strings.Cut(value, "=")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s: %q must be like payment=100", variable, value)
		}
		if !isQueue(name) {
			return nil, unknownQueue(variable, name)
		}
		read[name] = n
	}
	return read, nil
}

const connectionsLeft = 8 // for regular activities, and for the API if one process does both

// LocalActivities returns the slots of a worker that serves everything by itself.
func LocalActivities(connections int) int {
	_, tries, _ := serve(Options{}) // without a configuration there is no mistake in it
	return localActivities(connections, 1, tries)
}

// localActivities returns how many calls of our database and tries at partners a worker runs at once. Most calls hold a
// database connection, and one that waits for a connection beyond its own time-out counts as a lost database: the workers of a
// process share the connections. The tries hold none, and a slow partner must not delay the calls.
func localActivities(connections, workers int, tries map[string]int) int {
	all := max((connections-connectionsLeft)/max(workers, 1), 1)
	for _, n := range tries {
		all += n
	}
	return all
}

// ofDatabase counts the queues whose workflows mostly call our database.
func ofDatabase(served []queue) int {
	n := 0
	for _, q := range served {
		if q.short == "orders" || q.short == "money" {
			n++
		}
	}
	return n
}

// activityPollers poll more while there is more work. Most queues are idle most of the time: the first try of a call needs none.
func activityPollers() worker.PollerBehavior {
	return worker.NewPollerBehaviorAutoscaling(worker.PollerBehaviorAutoscalingOptions{
		InitialNumberOfPollers: 2, MinimumNumberOfPollers: 2, MaximumNumberOfPollers: 16,
	})
}
