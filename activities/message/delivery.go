package message

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// How the outbox is emptied.
const (
	deliverFor   = 10 * time.Minute // then the workflow starts the activity anew
	deliverBatch = 32
	deliverSends = 8 // at once
	idlePoll     = 200 * time.Millisecond
	longestPause = 30 * time.Minute
)

// DeliverMessages sends what the outbox holds, batch after batch, until its time is over or the worker stops. It says how
// many messages it has dealt with. Killed half-way it leaves messages claimed, which the next one takes a minute later; the
// keys make a repeat harmless.
func (m *Activities) DeliverMessages(ctx context.Context) (int, error) {
	over := time.NewTimer(deliverFor)
	defer over.Stop()
	for count := 0; ; {
		activity.RecordHeartbeat(ctx)
		claimed, err := m.outbox.Claim(ctx, deliverBatch)
		if err != nil {
			return count, failure.Map("claim messages", err)
		}
		if err := m.deliver(ctx, claimed); err != nil {
			return count, failure.Map("note delivery", err)
		}
		count += len(claimed)
		pause := idlePoll
		if len(claimed) == deliverBatch {
			pause = 0
		}
		select {
		case <-ctx.Done():
			return count, ctx.Err()
		case <-activity.GetWorkerStopChannel(ctx):
			return count, nil
		case <-over.C:
			return count, nil
		case <-time.After(pause):
		}
	}
}

// deliver sends a batch, of several orders at once but one order's messages one after the other: a customer reads them in
// the order they happened in. It answers with the first error of our own database.
func (m *Activities) deliver(ctx context.Context, batch []store.QueuedMessage) error {
	var (
		wait   sync.WaitGroup
		slots  = make(chan struct{}, deliverSends)
		failed = make(chan error, len(batch))
	)
	for _, messages := range bySubject(batch) {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			for _, message := range messages {
				if err := m.send(ctx, message); err != nil {
					failed <- err
				}
			}
		})
	}
	wait.Wait()
	close(failed)
	return <-failed
}

// bySubject keeps the order within each subject.
func bySubject(batch []store.QueuedMessage) map[string][]store.QueuedMessage {
	subjects := map[string][]store.QueuedMessage{}
	for _, message := range batch {
		subject := message.Notice.OrderID
		subjects[subject] = append(subjects[subject], message)
	}
	return subjects
}

// send makes one try. What the sender refuses for good is noted; anything else is tried again at growing intervals.
func (m *Activities) send(ctx context.Context, message store.QueuedMessage) error {
	activity.RecordHeartbeat(ctx)
	unreached, err := m.notify(ctx, message.Notice)
	if len(unreached) > 0 {
		if err := m.outbox.Unreached(ctx, message.Key, unreached); err != nil {
			return err
		}
	}
	switch {
	case err == nil:
		return m.outbox.Sent(ctx, message.Key)
	case isFinal(err):
		return m.outbox.Refused(ctx, message.Key, failureOf(err))
	default:
		return m.outbox.Later(ctx, message.Key, failureOf(err), pauseAfter(message.Attempts))
	}
}

// pauseAfter doubles from one second to half an hour.
func pauseAfter(attempts int) time.Duration {
	return min(time.Second<<min(attempts-1, 20), longestPause)
}

func isFinal(err error) bool {
	failed, ok := asApplicationError(err)
	return ok && failed.NonRetryable()
}

// failureOf is a code, never a text: texts may name a person.
func failureOf(err error) string {
	if failed, ok := asApplicationError(err); ok {
		return failed.Type()
	}
	return string(contract.FailOutsideSystem)
}

func asApplicationError(err error) (*temporal.ApplicationError, bool) {
	var failed *temporal.ApplicationError
	ok := errors.As(err, &failed)
	return failed, ok
}
