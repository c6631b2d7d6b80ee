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
	"selfcare/internal/gateway/messages"
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
	// partner is how the senders of both channels together take messages: it sets the batch. A message of which one text waits for a
	// channel that is away does not count.
	partner  pace.Partner
	channels map[string]*pace.Partner
	source   wordings
}

func newDelivery(m *Activities, shard int) delivery {
	own := *m
	channels := map[string]*pace.Partner{messages.SMS: {}, messages.Email: {}}
	return delivery{Activities: &own, shard: shard, source: m.wordings, channels: channels}
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
	failed   error           // a failure at the partner that may pass
	answered map[string]bool // by channel: whether its sender answered
}

// isPartial reports whether a text of the message is settled, and another one waits.
func (t tried) isPartial() bool {
	return t.failed != nil && (len(t.Settled) > 0 || len(t.listChannels(true)) > 0)
}

// listChannels returns the channels whose sender answered, or those whose sender did not.
func (t tried) listChannels(answered bool) (all []string) {
	for channel, did := range t.answered {
		if did == answered {
			all = append(all, channel)
		}
	}
	return all
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
	// Also when the worker stops meanwhile: what is not noted is sent again.
	defer func() { err = errors.Join(err, d.outbox.NoteSent(context.WithoutCancel(ctx), sent...)) }()
	for n, message := range messages {
		result, refused, err := d.send(ctx, message)
		if err != nil {
			return all, err
		}
		all = append(all, tried{message, result.failed, result.answered})
		switch {
		case result.failed != nil:
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

// longestWait is the pause of a message that waits for one channel while the other works.
const longestWait = 2 * time.Minute

// putOff sets when failed messages are tried again. A message that is itself at fault waits longer after each try; an outage
// of the partners lengthens no wait. While one channel is away, the messages that wait for it alone are tried more and more seldom, so
// that they do not hold up the other channel.
func (d *delivery) putOff(ctx context.Context, all []tried) error {
	now := time.Now()
	d.recordAnswers(now, all)
	for _, one := range all {
		if one.failed == nil {
			continue
		}
		pause, faults := pace.ProbeEvery, 0
		switch {
		case d.isAtFault(one, now.Add(-one.DueFor)):
			pause, faults = pace.PauseAfter(one.Faults+1), 1
		case one.isPartial():
			pause = min(pace.ProbeEvery<<min(one.Attempts-1, 10), longestWait)
		}
		if err := d.outbox.Postpone(ctx, one.Key, failureOf(one.failed), pause, faults); err != nil {
			return err
		}
	}
	return nil
}

func (d *delivery) recordAnswers(now time.Time, all []tried) {
	answered, failed := map[string]int{}, map[string]int{}
	for _, one := range all {
		for _, channel := range one.listChannels(true) {
			answered[channel]++
		}
		for _, channel := range one.listChannels(false) {
			failed[channel]++
		}
		switch {
		case one.failed == nil:
			answered[""]++
		case !one.isPartial():
			failed[""]++
		case len(one.listChannels(true)) > 0:
			answered[""]++
		}
	}
	d.partner.Tried(now, answered[""], failed[""])
	for channel, partner := range d.channels {
		partner.Tried(now, answered[channel], failed[channel])
	}
}

// isAtFault reports whether a message failed by itself: the sender of each channel that failed has answered others since.
func (d *delivery) isAtFault(one tried, since time.Time) bool {
	for _, channel := range one.listChannels(false) {
		if !d.channels[channel].IsAtFault(since) {
			return false
		}
	}
	return len(one.listChannels(false)) > 0 || d.partner.IsAtFault(since)
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

// send makes one try, and records what it settled: a final refusal, or some texts of several. The result has no failure if the message
// must not be tried again.
func (m *Activities) send(ctx context.Context, message outboxstore.QueuedMessage) (result told, refused bool, err error) {
	activity.RecordHeartbeat(ctx)
	result = m.notify(ctx, message.Notice, message.Settled, message.Attempts > 1)
	if len(result.unreached) > 0 {
		if err := m.noteUnreached(ctx, message, result); err != nil {
			return result, false, err
		}
	}
	switch {
	case message.Notice.Instead != "" && result.failed == nil && !result.hasTexts:
		return result, true, m.outbox.Forget(ctx, message.Key)
	case result.failed != nil && isFinal(result.failed):
		err = m.outbox.NoteRefused(ctx, message.Key, failureOf(result.failed), result.ways)
		result.failed = nil
		return result, true, err
	case result.failed != nil && len(result.settled) > len(message.Settled):
		err = m.outbox.NoteSettled(context.WithoutCancel(ctx), message.Key, result.settled, result.ways)
	}
	return result, false, err
}

// noteUnreached records the channels on which a message did not arrive, and queues a copy for the other
// way that the customer gave. A copy whose message has used both ways has no texts and is forgotten.
func (m *Activities) noteUnreached(ctx context.Context, message outboxstore.QueuedMessage, result told) error {
	if err := m.outbox.NoteUnreached(ctx, message.Key, result.unreached); err != nil {
		return err
	}
	again, has := message.Notice.Otherwise(result.unreached[0])
	if !has {
		return nil
	}
	return m.outbox.Queue(ctx, again)
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
