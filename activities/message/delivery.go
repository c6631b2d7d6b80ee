package message

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"golang.org/x/sync/errgroup"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/pace"
	"selfcare/activities/internal/standing"
	"selfcare/internal/contract"
	outboxstore "selfcare/internal/store/outbox"
)

// Settings of the delivery.
const (
	deliverBatch = 32
	deliverSends = 8 // at once
	idlePoll     = 200 * time.Millisecond
)

// DeliverMessages sends the messages of a shard of the outbox in batches, until its time is over or the worker stops; shard 0 is
// the whole outbox. It returns the number of handled messages. Killed half-way, it leaves messages claimed; the next sender takes
// them a minute later. The keys make a repeat harmless.
func (m *Activities) DeliverMessages(ctx context.Context, shard int) (int, error) {
	d, count := newDelivery(m, shard), 0
	err := standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		dealt, pause, err := d.takeTurn(ctx)
		count += dealt
		return pause, err
	})
	return count, err
}

// delivery is one sender at the outbox.
type delivery struct {
	*Activities // with the words of the turn
	shard       int
	partner     pace.Partner
	source      wordings
}

func newDelivery(m *Activities, shard int) delivery {
	own := *m
	return delivery{Activities: &own, shard: shard, source: m.wordings}
}

// takeTurn sends a batch. It returns the number of messages and the pause before the next turn.
func (d *delivery) takeTurn(ctx context.Context) (count int, pause time.Duration, err error) {
	activity.RecordHeartbeat(ctx)
	wasAway := d.partner.IsAway()
	claimed, err := d.claim(ctx, d.partner.Batch(deliverBatch))
	if err != nil {
		return 0, 0, failure.Map("claim messages", err)
	}
	d.wordings = &remembered{wordings: d.source}
	if err := d.deliver(ctx, claimed); err != nil {
		return 0, 0, failure.Map("note delivery", err)
	}
	isAway := d.partner.IsAway()
	switch {
	case isAway && len(claimed) > 0:
		return len(claimed), pace.ProbeEvery, nil
	case len(claimed) == deliverBatch, wasAway && !isAway:
		return len(claimed), 0, nil
	default:
		return len(claimed), idlePoll, nil
	}
}

func (d *delivery) claim(ctx context.Context, limit int) ([]outboxstore.QueuedMessage, error) {
	if d.shard == 0 {
		return d.outbox.Claim(ctx, limit)
	}
	return d.outbox.ClaimShard(ctx, d.shard, limit)
}

// tried is a message that was sent or failed.
type tried struct {
	outboxstore.QueuedMessage
	failed error // a failure at the partner that may pass
}

// deliver sends a batch: several subjects at once, but the messages of one subject one after the other, so that a customer
// reads them in order. It returns the first error of our own database.
func (d *delivery) deliver(ctx context.Context, batch []outboxstore.QueuedMessage) error {
	var (
		group  errgroup.Group
		access sync.Mutex
		all    []tried
	)
	group.SetLimit(deliverSends)
	for _, messages := range bySubject(batch) {
		group.Go(func() error {
			some, err := d.sendInOrder(ctx, messages)
			access.Lock()
			defer access.Unlock()
			all = append(all, some...)
			return err
		})
	}
	err := group.Wait()
	return errors.Join(err, d.putOff(ctx, all))
}

// sendInOrder sends the messages of one subject, and notes those that were sent. The messages behind a failed one are given back, because
// they must wait for it.
func (d *delivery) sendInOrder(ctx context.Context, messages []outboxstore.QueuedMessage) (all []tried, err error) {
	var sent []string
	defer func() { err = errors.Join(err, d.outbox.NoteSent(ctx, sent...)) }()
	for n, message := range messages {
		failed, refused, err := d.send(ctx, message)
		if err != nil {
			return all, err
		}
		all = append(all, tried{message, failed})
		switch {
		case failed != nil:
			return all, d.release(ctx, messages[n+1:])
		case !refused:
			sent = append(sent, message.Key)
		}
	}
	return all, nil
}

// release gives back messages that were not tried.
func (d *delivery) release(ctx context.Context, messages []outboxstore.QueuedMessage) error {
	for _, message := range messages {
		if err := d.outbox.Release(ctx, message.Key); err != nil {
			return err
		}
	}
	return nil
}

// putOff sets when failed messages are tried again. A message that is itself at fault waits longer after each try; an outage
// of the partner lengthens no wait.
func (d *delivery) putOff(ctx context.Context, all []tried) error {
	now, failed := time.Now(), 0
	for _, one := range all {
		if one.failed != nil {
			failed++
		}
	}
	d.partner.Tried(now, len(all)-failed, failed)
	for _, one := range all {
		if one.failed == nil {
			continue
		}
		pause, faults := pace.ProbeEvery, 0
		if d.partner.IsAtFault(now.Add(-one.DueFor)) {
			pause, faults = pace.PauseAfter(one.Faults+1), 1
		}
		if err := d.outbox.Postpone(ctx, one.Key, failureOf(one.failed), pause, faults); err != nil {
			return err
		}
	}
	return nil
}

// bySubject keeps the order within each subject.
func bySubject(batch []outboxstore.QueuedMessage) map[string][]outboxstore.QueuedMessage {
	subjects := map[string][]outboxstore.QueuedMessage{}
	for _, message := range batch {
		subject := message.Notice.OrderID
		subjects[subject] = append(subjects[subject], message)
	}
	return subjects
}

// send makes one try, and records that a message was finally refused. failed says why it must be tried again.
func (m *Activities) send(ctx context.Context, message outboxstore.QueuedMessage) (failed error, refused bool, err error) {
	activity.RecordHeartbeat(ctx)
	unreached, failed := m.notify(ctx, message.Notice)
	if len(unreached) > 0 {
		if err := m.outbox.NoteUnreached(ctx, message.Key, unreached); err != nil {
			return nil, false, err
		}
	}
	if failed != nil && isFinal(failed) {
		return nil, true, m.outbox.NoteRefused(ctx, message.Key, failureOf(failed))
	}
	return failed, false, nil
}

func isFinal(err error) bool {
	failed, ok := asApplicationError(err)
	return ok && failed.NonRetryable()
}

// failureOf returns a code, never a text, because texts may name a person.
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
