package process

import (
	"errors"
	"hash/fnv"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// CallLocal runs one statement or transaction of our own database as a local activity. Only a code of the catalogue counts as an
// answer. On any other error (no connection, read-only node, lock, missing column) the step waits and asks again, because an
// outside effect must be recorded. A long wait raises attention; from then on the server repeats the call, which adds nothing
// to the history.
func CallLocal(ctx workflow.Context, attention *Attention, summary string, result, activity any, args ...any) error {
	return retryUntilAnswered(ctx, attention, summary, databaseCall{
		answered: isAnswer, races: races,
		once: func() error {
			return workflow.ExecuteLocalActivity(withLocalPolicy(ctx, summary), activity, args...).Get(ctx, result)
		},
		onAndOn: func() error {
			return workflow.ExecuteActivity(withPatientPolicy(ctx, summary), activity, args...).Get(ctx, result)
		},
	})
}

// Do runs one activity under the policy of its ctx. If the activity also uses our database and that gives no answer, Do waits
// as Local does: the partner has not answered then.
func Do(ctx workflow.Context, attention *Attention, result, activity any, args ...any) error {
	partnerOrUs := func(err error) bool { return !isOurDatabase(err) }
	once := func() error { return workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, result) }
	return retryUntilAnswered(ctx, attention, workflow.GetActivityOptions(ctx).Summary, databaseCall{answered: partnerOrUs, once: once, onAndOn: once})
}

// DoPromptly runs one activity under the policy of its ctx. It is for partners that usually answer at once.
func DoPromptly(ctx workflow.Context, result, activity any, args ...any) error {
	if answered, err := callLocally(ctx, result, activity, args...); answered {
		return err
	}
	return workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, result)
}

// callLocally makes a call as a local activity: one history event instead of six and one workflow task less. A partner that does
// not answer within moments, or that this process already calls too often at once (contract.ErrorPartnerBusy), is called as a
// regular activity on its own queue, where operators see each try. A call that has begun is finished, so that its effect is
// known before anything is undone.
func callLocally(ctx workflow.Context, result, activity any, args ...any) (answered bool, err error) {
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

// databaseCall is one call that needs our database.
type databaseCall struct {
	answered func(error) bool
	races    int // how often a refusal is retried, because a simultaneous write may have caused it
	once     func() error
	onAndOn  func() error
}

// retryUntilAnswered asks our database until it answers. A final refusal goes to a caller that takes it. Otherwise the call
// waits, and operators see it.
func retryUntilAnswered(ctx workflow.Context, attention *Attention, summary string, call databaseCall) error {
	still := standstill{attention: attention}
	for {
		err := ask(ctx, attention, summary, call)
		if hasTaker(ctx) || !isUnwritten(err) {
			still.clear(ctx)
			return err
		}
		if err := still.pause(ctx, CodeOf(err)); err != nil {
			return err
		}
	}
}

// ask repeats the call until there is an answer, or for an hour if the caller takes over then.
func ask(ctx workflow.Context, attention *Attention, summary string, call databaseCall) error {
	begun, raised, next := workflow.Now(ctx), false, call.once
	for n := 0; ; n++ {
		err := next()
		isRaced := n < call.races && err != nil && CodeOf(err) == contract.FailRecord
		if !isRaced && call.answered(err) {
			if raised {
				attention.Drop(ctx, contract.FailUnavailable)
			}
			return err
		}
		waited, isLastPause := workflow.Now(ctx).Sub(begun), n == len(DatabasePauses)-1
		if !raised && (isLastPause || waited > attentionAfter) {
			raised = true
			attention.Raise(ctx, contract.FailUnavailable)
		}
		if givesUp(ctx) && waited >= databaseLimit {
			attention.Drop(ctx, contract.FailUnavailable)
			return noAnswer(summary, err)
		}
		if err := pauseForDatabase(ctx, summary, pauseAfter(n, waited)); err != nil {
			return err
		}
		if isLastPause {
			next = call.onAndOn
		}
	}
}

// pauseAfter is the pause after try n. The pauses grow, because each try adds events to the history.
func pauseAfter(n int, waited time.Duration) time.Duration {
	switch {
	case waited >= time.Hour:
		return 5 * time.Minute
	case waited >= 10*time.Minute:
		return time.Minute
	default:
		return DatabasePauses[min(n, len(DatabasePauses)-1)]
	}
}

func noAnswer(summary string, cause error) error {
	return temporal.NewApplicationErrorWithOptions(summary, string(contract.FailUnavailable), temporal.ApplicationErrorOptions{
		NonRetryable: true, Cause: cause,
	})
}

func pauseForDatabase(ctx workflow.Context, summary string, pause time.Duration) error {
	timer := workflow.TimerOptions{Summary: "waiting for the database: " + summary}
	return workflow.NewTimerWithOptions(ctx, spread(ctx, pause), timer).Get(ctx, nil)
}

// CallLocal is the function CallLocal for a process; the process shows that it waits.
func (p *Process[S]) CallLocal(ctx workflow.Context, summary string, result, activity any, args ...any) error {
	return CallLocal(ctx, p.Attention, summary, result, activity, args...)
}

// DatabasePauses are the pauses between the first tries to reach our database. After the last one operators are told, and the
// server repeats the call.
var DatabasePauses = []time.Duration{
	100 * time.Millisecond, 500 * time.Millisecond, 2 * time.Second, 5 * time.Second, 6 * time.Second, 6 * time.Second,
}

const (
	// attentionAfter is how long our database may be unavailable before operators are told.
	attentionAfter = 20 * time.Second
	// databaseAgain is the server's pause between two calls. With it a wait ends within ten seconds after the database is
	// back.
	databaseAgain = 6 * time.Second
	// databaseLimit is how long our database is asked before the caller takes over.
	databaseLimit = time.Hour
	// races is how many refusals of a write a simultaneous write may have caused.
	races = 2
)

// spread adds up to a quarter to a pause, so that processes that wait for the same thing do not ask at the same moment. A
// replay gets the same value.
func spread(ctx workflow.Context, pause time.Duration) time.Duration {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(workflow.GetInfo(ctx).WorkflowExecution.ID))
	return pause + pause*time.Duration(hash.Sum32()%250)/1000
}

// isAnswer tells an answer of our database from a failure to answer. A cancelled wait counts as an answer.
func isAnswer(err error) bool {
	if err == nil || temporal.IsCanceledError(err) {
		return true
	}
	var failed *temporal.ApplicationError
	if errors.As(err, &failed) && failed.Type() == contract.ErrorSavedAhead {
		return true
	}
	_, known := catalogued(err)
	return known && !isOurDatabase(err)
}

// isOurDatabase reports by the code that our database gave no answer.
func isOurDatabase(err error) bool {
	code, _ := catalogued(err)
	return code == contract.FailUnavailable || code == contract.FailInternal
}
