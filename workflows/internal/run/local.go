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
	return sitOut(ctx, attention, summary, isAnswer, func() error {
		return workflow.ExecuteLocalActivity(withLocalPolicy(ctx, summary), activity, args...).Get(ctx, result)
	})
}

// Do runs one activity whose ctx has its policy. Where it reads or writes a row of ours beside its call to a partner, our
// database is waited for as in Local: that is no answer of the partner's, and nothing follows from it.
func Do(ctx workflow.Context, attention *Attention, result, activity any, args ...any) error {
	partnerOrUs := func(err error) bool { return !isOurDatabase(err) }
	return sitOut(ctx, attention, workflow.GetActivityOptions(ctx).Summary, partnerOrUs, func() error {
		return workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, result)
	})
}

// Promptly runs one activity whose ctx has its policy, where a partner mostly answers at once.
func Promptly(ctx workflow.Context, result, activity any, args ...any) error {
	if answered, err := atOnce(ctx, result, activity, args...); answered {
		return err
	}
	return workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, result)
}

// atOnce makes a call as a local activity: one event in the history, in place of six and another task of the workflow. A
// partner that does not answer it within moments is called the long way, where operators see each try. A call that has
// begun is finished, so that its effect is known before anything is undone.
func atOnce(ctx workflow.Context, result, activity any, args ...any) (answered bool, err error) {
	if err := ctx.Err(); err != nil {
		return true, err
	}
	summary := workflow.GetActivityOptions(ctx).Summary
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: promptTimeout,
		Summary:                summary,
		RetryPolicy:            &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	err = workflow.ExecuteLocalActivity(ctx, activity, args...).Get(ctx, result)
	var failed *temporal.ApplicationError
	return err == nil || errors.As(err, &failed) && failed.NonRetryable(), err
}

// sitOut asks our database until it answers.
func sitOut(ctx workflow.Context, attention *Attention, summary string, answered func(error) bool, call func() error) error {
	begun, raised := workflow.Now(ctx), false
	for n := 0; ; n++ {
		err := call()
		if err == nil || answered(err) {
			if raised {
				attention.Drop(ctx, contract.FailUnavailable)
			}
			return err
		}
		if !raised && workflow.Now(ctx).Sub(begun) > attentionAfter {
			raised = true
			attention.Raise(ctx, contract.FailUnavailable)
		}
		pause := spread(ctx, DatabasePauses[min(n, len(DatabasePauses)-1)])
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

// DatabasePauses come between the times in which our database is asked; the last one repeats.
var DatabasePauses = []time.Duration{
	100 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute,
}

// attentionAfter is how long our database may be away before operators are told.
const attentionAfter = 20 * time.Second

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
	_, known := catalogued(err)
	return known && !isOurDatabase(err)
}

// isOurDatabase tells by its code that our database gave no answer.
func isOurDatabase(err error) bool {
	code, _ := catalogued(err)
	return code == contract.FailUnavailable || code == contract.FailInternal
}
