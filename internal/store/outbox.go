package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
)

// Outbox are the messages to customers, from the change that causes them until they are sent or out of date.
type Outbox struct{ *conn }

// States of a message in the outbox.
const (
	MessageQueued  = "queued"
	MessageSent    = "sent"
	MessageRefused = "refused" // for good, by whoever sends messages
	MessageExpired = "expired" // a day has gone
)

// QueuedMessage is a message that is to be sent now.
type QueuedMessage struct {
	Key      string
	Notice   contract.Notice
	Attempts int           // this one included
	Faults   int           // tries before this one that failed while the partner took other messages
	DueFor   time.Duration // how long ago it became due
}

// MessageState says what became of a message.
type MessageState struct {
	Template string
	State    string
	Attempts int
	Failure  string // the last one, where there was any
	QueuedAt time.Time
	SentAt   time.Time // zero until it was sent
}

const (
	// sendLease is how long a message is its sender's before another one may take it.
	sendLease = time.Minute
	// blockedFor is when a message is looked at again that waits for an earlier one of its subject.
	blockedFor = 2 * time.Second
	// claimFrom is how many messages that are due are looked at for a claim.
	claimFrom = 64
)

// queueMessages has a row for each message; the same again is dropped.
const queueMessages = `
INSERT INTO outbox (key, subject_id, template, notice)
SELECT m.key, m.subject_id, m.template, m.notice FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) AS m (key, subject_id, template, notice)
ON CONFLICT (key) DO NOTHING`

// Queue writes messages into the caller's transaction. A message with the same order, key and address is queued once.
func (q Outbox) Queue(ctx context.Context, notices ...contract.Notice) error {
	if len(notices) == 0 {
		return nil
	}
	columns, err := q.columns(notices)
	if err == nil {
		_, err = q.prepared().exec(ctx, queueMessages, columns...)
	}
	return translate("queue messages", err)
}

// columns are the keys, subjects, templates and sealed texts of messages.
func (q Outbox) columns(notices []contract.Notice) ([]any, error) {
	keys, subjects, templates, sealed := make([]string, len(notices)), make([]string, len(notices)), make([]string, len(notices)), make([][]byte, len(notices))
	for n, notice := range notices {
		keys[n], subjects[n], templates[n] = fmt.Sprintf("%s-%s", notice.OrderID, notice.Key), notice.OrderID, notice.Template
		var err error
		if sealed[n], err = q.keys.SealJSON(outboxSeal(keys[n]), notice); err != nil {
			return nil, err
		}
	}
	return []any{keys, subjects, templates, sealed}, nil
}

func outboxSeal(key string) string { return "outbox/" + key }

// claimMessages takes $1 messages of the $2 that became due first. A message is blocked while an earlier one of its subject is queued
// that is not taken with it: it is in another sender's hands, or waits for its next try. Blocked ones go out of the way of the others.
const claimMessages = `
WITH candidate AS (
	SELECT key, subject_id, seq, due_at FROM outbox WHERE state = 'queued' AND due_at <= now()
	ORDER BY due_at, seq LIMIT $2 FOR UPDATE SKIP LOCKED),
looked AS (
	SELECT c.*, EXISTS (
		SELECT FROM outbox AS earlier
		WHERE earlier.subject_id = c.subject_id AND earlier.state = 'queued' AND earlier.seq < c.seq
			AND earlier.key NOT IN (SELECT key FROM candidate)) AS blocked
	FROM candidate AS c),
turn AS (
	SELECT key, due_at, blocked, row_number() OVER (PARTITION BY blocked ORDER BY subject_due, subject_id, seq) AS place
	FROM (SELECT *, first_value(due_at) OVER (PARTITION BY subject_id ORDER BY seq) AS subject_due FROM looked) AS l),
claimed AS (
	UPDATE outbox AS o SET
		attempts = o.attempts + CASE WHEN t.blocked THEN 0 ELSE 1 END,
		due_at = now() + CASE WHEN t.blocked THEN $4::float8 ELSE $3 END * interval '1 second'
	FROM turn AS t WHERE o.key = t.key AND (t.blocked OR t.place <= $1)
	RETURNING o.seq, o.key, o.notice, o.attempts, o.faults, o.queued_at, extract(epoch FROM now() - t.due_at)::float8 AS due_for, t.blocked)
SELECT key, notice, attempts, faults, queued_at, due_for FROM claimed WHERE NOT blocked ORDER BY seq`

// Claim takes messages that are due, each after the earlier ones of its subject; until the lease is over they are the caller's.
func (q Outbox) Claim(ctx context.Context, limit int) ([]QueuedMessage, error) {
	rows, err := q.prepared().query(ctx, claimMessages, limit, claimFrom, sendLease.Seconds(), blockedFor.Seconds())
	if err != nil {
		return nil, translate("claim messages", err)
	}
	defer func() { _ = rows.Close() }()
	var claimed []QueuedMessage
	var unreadable []string
	for rows.Next() {
		var m QueuedMessage
		var sealed []byte
		var queued time.Time
		var dueFor float64
		if err := rows.Scan(&m.Key, &sealed, &m.Attempts, &m.Faults, &queued, &dueFor); err != nil {
			return nil, translate("claim messages", err)
		}
		if err := q.keys.OpenJSON(outboxSeal(m.Key), sealed, &m.Notice); err != nil {
			unreadable = append(unreadable, m.Key)
			continue
		}
		m.Notice.CausedAt, m.DueFor = queued, time.Duration(dueFor*float64(time.Second))
		claimed = append(claimed, m)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, translate("claim messages", err)
	}
	for _, key := range unreadable { // put aside: it would keep all behind it from being sent
		if err := q.NoteRefused(ctx, key, failUnreadable); err != nil {
			return nil, err
		}
	}
	return claimed, nil
}

// failUnreadable says of a message that it cannot be opened with the keys we have.
const failUnreadable = "unreadable"

// NoteSent notes that a message has gone out.
func (q Outbox) NoteSent(ctx context.Context, key string) error {
	return q.move(ctx, "note sent message", `UPDATE outbox SET state = 'sent', sent_at = now(), failure = NULL WHERE key = $1`, key)
}

// NoteUnreached notes on which ways nobody could be reached with a message.
func (q Outbox) NoteUnreached(ctx context.Context, key string, ways []string) error {
	return q.move(ctx, "note unreached ways", `UPDATE outbox SET unreached = $2 WHERE key = $1`, key, ways)
}

// WaysUnreached are those of an order's newest message that was dealt with: an address that works again is forgotten.
func (q Outbox) WaysUnreached(ctx context.Context, subjectID string) (ways []string, err error) {
	err = q.prepared().row(ctx, `
		SELECT unreached FROM outbox WHERE subject_id = $1 AND state IN ('sent', 'refused') ORDER BY seq DESC LIMIT 1`, subjectID).
		Scan(pgdialect.Array(&ways))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return ways, translate("read unreached ways", err)
}

// NoteRefused notes that a message cannot be sent, and why.
func (q Outbox) NoteRefused(ctx context.Context, key, failure string) error {
	return q.move(ctx, "note refused message", `UPDATE outbox SET state = 'refused', failure = $2 WHERE key = $1`, key, failure)
}

// Later has a message tried again after a pause, or given up where it is a day old. faults is how many faults of its own that adds.
func (q Outbox) Later(ctx context.Context, key, failure string, pause time.Duration, faults int) error {
	return q.move(ctx, "put message off", `
		UPDATE outbox SET failure = $2, due_at = now() + $3 * interval '1 second', faults = faults + $4,
			state = CASE WHEN give_up_at <= now() THEN 'expired' ELSE state END
		WHERE key = $1`, key, failure, pause.Seconds(), faults)
}

// Release gives back a message that was claimed and not tried.
func (q Outbox) Release(ctx context.Context, key string) error {
	return q.move(ctx, "give message back", `UPDATE outbox SET attempts = attempts - 1, due_at = now() WHERE key = $1 AND state = 'queued'`, key)
}

func (q Outbox) move(ctx context.Context, operation, statement string, args ...any) error {
	_, err := q.prepared().exec(ctx, statement, args...)
	return translate(operation, err)
}

// Purge deletes what was sent, refused or given up and was queued before a time, and answers with how many messages that
// were. Repeated, it goes on where it ended.
func (q Outbox) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	for {
		changed, err := q.prepared().exec(ctx, `
			DELETE FROM outbox WHERE key IN (SELECT key FROM outbox WHERE state <> 'queued' AND queued_at < $1 LIMIT $2)`,
			before, purgeAtOnce)
		purged += int(changed)
		if err != nil || changed < purgeAtOnce {
			return purged, translate("purge messages", err)
		}
	}
}

// Of lists the messages of an order, oldest first.
func (q Outbox) Of(ctx context.Context, subjectID string) ([]MessageState, error) {
	rows, err := q.prepared().query(ctx, `
		SELECT template, state, attempts, coalesce(failure, ''), queued_at, coalesce(sent_at, '0001-01-01')
		FROM outbox WHERE subject_id = $1 ORDER BY seq`, subjectID)
	if err != nil {
		return nil, translate("list messages", err)
	}
	defer func() { _ = rows.Close() }()
	var all []MessageState
	for rows.Next() {
		var m MessageState
		if err := rows.Scan(&m.Template, &m.State, &m.Attempts, &m.Failure, &m.QueuedAt, &m.SentAt); err != nil {
			return nil, translate("list messages", err)
		}
		all = append(all, m)
	}
	return all, translate("list messages", rows.Err())
}
