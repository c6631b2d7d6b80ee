package run

import (
	"errors"
	"hash/fnv"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Local runs one statement or transaction of our own database as a local activity. Only a code of the catalogue is an
// answer. Anything else (no connection, a read-only node, a lock, a missing column) makes the step wait and ask again:
// what has happened outside must be written down, however long that takes. A wait that lasts calls for attention.
func Local(ctx workflow.Context, attention *Attention, summary string, result, activity any, args ...any) error {
	for n := 0; ; n++ {
		err := workflow.ExecuteLocalActivity(withLocalPolicy(ctx, summary), activity, args...).Get(ctx, result)
		if err == nil || isAnswer(err) {
			if n > attentionAfter {
				attention.Drop(ctx, contract.FailUnavailable)
			}
			return err
		}
		if n == attentionAfter {
			attention.Raise(ctx, contract.FailUnavailable)
		}
		pause := spread(ctx, databasePauses[min(n, len(databasePauses)-1)])
		timer := workflow.TimerOptions{Summary: "our database gives no answer: " + summary}
		if err := workflow.NewTimerWithOptions(ctx, pause, timer).Get(ctx, nil); err != nil {
			return err
		}
	}
}

// Local is Local for a process, which shows that it waits.
func (p *Process[S]) Local(ctx workflow.Context, summary string, result, activity any, args ...any) error {
	return Local(ctx, p.Attention, summary, result, activity, args...)
}

// databasePauses come between the times in which our database is asked; the last one repeats.
var databasePauses = []time.Duration{
	100 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute,
}

// attentionAfter is the try after which operators are told: by then some twenty seconds have gone.
const attentionAfter = 5

// spread keeps processes that wait for the same thing from asking at the same moment: up to a quarter more, the same on
// each replay.
func spread(ctx workflow.Context, pause time.Duration) time.Duration {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(workflow.GetInfo(ctx).WorkflowExecution.ID))
	return pause + pause*time.Duration(hash.Sum32()%250)/1000
}

// isAnswer tells what our database decided from what kept it from answering. A cancelled wait is none of its faults.
func isAnswer(err error) bool {
	if temporal.IsCanceledError(err) {
		return true
	}
	var failed *temporal.ApplicationError
	if errors.As(err, &failed) && failed.Type() == contract.ErrorSavedAhead {
		return true
	}
	code, known := catalogued(err)
	return known && code != contract.FailUnavailable && code != contract.FailInternal
}
