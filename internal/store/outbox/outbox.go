// Package outbox stores the messages that wait to be sent.
package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

// Outbox stores the messages to customers, from their cause until they are sent or expired.
type Outbox struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:outbox,alias:o"`

	Key      string    `bun:",pk"`
	Month    time.Time `bun:",pk"` // its first moment
	Template string
	State    string
	Attempts int
	Failure  string
	QueuedAt time.Time
	SentAt   time.Time
}

// States of a message in the outbox.
const (
	MessageQueued  = "queued"
	MessageSent    = "sent"
	MessageRefused = "refused" // permanently, by the message provider, on every channel
	MessageExpired = "expired" // after a day in which it left on no channel
)

// QueuedMessage is a message that is due.
type QueuedMessage struct {
	Key      string
	Notice   contract.Notice
	Attempts int           // this one included
	Faults   int           // earlier tries that failed while the partner accepted other messages
	Settled  []string      // keys of its texts that have left or were refused
	DueFor   time.Duration // time since it became due
}

// MessageState is the state of a message.
type MessageState struct {
	Template string
	State    string
	Attempts int
	Failure  string // the last one, if any
	// Unreached are the channels on which it did not arrive: sms, email.
	Unreached []string `bun:",array"`
	// Ways has the state of the text on each channel, once the channels differ: sms, email.
	Ways     map[string]string
	QueuedAt time.Time
	SentAt   time.Time // zero before it is sent
}

const (
	// sendLease is the time for which a sender keeps a message to itself.
	sendLease = time.Minute
	// blockedFor is the pause of a message that waits for an earlier one of its subject.
	blockedFor = 2 * time.Second
	// claimFrom is how many due messages a claim examines.
	claimFrom = 64
)

// Queue inserts messages in the caller's transaction. A message with the same order, key and address is queued once in three months.
func (q Outbox) Queue(ctx context.Context, notices ...contract.Notice) error {
	if len(notices) == 0 {
		return nil
	}
	columns, err := q.Columns(notices)
	if err == nil {
		_, err = hot.QueueMessages.Exec(ctx, q.Conn, columns...)
	}
	return storeerrors.Translate("queue messages", err)
}

// Columns returns the keys, subjects, templates and sealed texts of messages.
func (q Outbox) Columns(notices []contract.Notice) ([]any, error) {
	keys, subjects, templates, sealed := make([]string, len(notices)), make([]string, len(notices)), make([]string, len(notices)), make([][]byte, len(notices))
	for n, notice := range notices {
		keys[n], subjects[n], templates[n] = fmt.Sprintf("%s-%s", notice.OrderID, notice.Key), notice.OrderID, notice.Template
		var err error
		if sealed[n], err = q.Keys.SealJSON(outboxSeal(keys[n]), notice); err != nil {
			return nil, err
		}
	}
	return []any{keys, subjects, templates, sealed}, nil
}

func outboxSeal(key string) string { return "outbox/" + key }

// Claim claims due messages, each after the earlier ones of its subject. The claim lasts until the lease ends.
func (q Outbox) Claim(ctx context.Context, limit int) ([]QueuedMessage, error) {
	all := make([]int32, contract.OutboxShards)
	for n := range all {
		all[n] = int32(n) //nolint:gosec // a few
	}
	return q.claim(ctx, all, limit)
}

// ClaimShard is Claim for the messages of one shard, from 1 to contract.OutboxShards. All messages of a subject are in one shard.
func (q Outbox) ClaimShard(ctx context.Context, shard, limit int) ([]QueuedMessage, error) {
	return q.claim(ctx, []int32{int32(shard - 1)}, limit) //nolint:gosec // one of a few
}

func (q Outbox) claim(ctx context.Context, shards []int32, limit int) ([]QueuedMessage, error) {
	rows, err := hot.ClaimMessages.Query(ctx, q.Conn, limit, claimFrom, sendLease.Seconds(), blockedFor.Seconds(), shards)
	if err != nil {
		return nil, storeerrors.Translate("claim messages", err)
	}
	defer func() { _ = rows.Close() }()
	var claimed []QueuedMessage
	var unreadable []string
	for rows.Next() {
		var m QueuedMessage
		var sealed []byte
		var queued time.Time
		var dueFor float64
		if err := rows.Scan(&m.Key, &sealed, &m.Attempts, &m.Faults, &queued, pgdialect.Array(&m.Settled), &dueFor); err != nil {
			return nil, storeerrors.Translate("claim messages", err)
		}
		if err := q.Keys.OpenJSON(outboxSeal(m.Key), sealed, &m.Notice); err != nil {
			unreadable = append(unreadable, m.Key)
			continue
		}
		m.Notice.CausedAt, m.DueFor = queued, time.Duration(dueFor*float64(time.Second))
		claimed = append(claimed, m)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, storeerrors.Translate("claim messages", err)
	}
	for _, key := range unreadable { // set aside, so that it does not block the messages behind it
		if err := q.NoteRefused(ctx, key, failUnreadable, nil); err != nil {
			return nil, err
		}
	}
	return claimed, nil
}

// failUnreadable marks a message that our keys cannot decrypt.
const failUnreadable = "unreadable"

// NoteSent records that messages were sent, once.
func (q Outbox) NoteSent(ctx context.Context, keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	_, err := hot.NoteSent.Exec(ctx, q.Conn, keys)
	return storeerrors.Translate("note sent messages", err)
}

// NoteSettled records the keys of the texts that have left or were refused, while another text of the message waits, and the states of
// its channels.
func (q Outbox) NoteSettled(ctx context.Context, key string, settled []string, ways map[string]string) error {
	_, err := q.message(key).Set("settled_keys = ?", pgdialect.Array(settled)).Set("ways = ways || ?", asObject(ways)).Where("state = 'queued'").Exec(ctx)
	return storeerrors.Translate("note settled texts", err)
}

// NoteUnreached records the channels on which a message did not arrive.
func (q Outbox) NoteUnreached(ctx context.Context, key string, ways []string) error {
	_, err := q.message(key).Set("unreached = ?", pgdialect.Array(ways)).Exec(ctx)
	return storeerrors.Translate("note unreached ways", err)
}

// NoteUndelivered records that a sent message did not arrive on a channel, and returns the message; ErrNotFound if there is none.
func (q Outbox) NoteUndelivered(ctx context.Context, key, channel string) (notice contract.Notice, err error) {
	var sealed []byte
	err = q.message(key).Set("unreached = array_append(array_remove(unreached, ?), ?)", channel, channel).Returning("notice").
		Scan(ctx, &sealed)
	if err != nil {
		return notice, storeerrors.Translate("note undelivered message", err)
	}
	return notice, q.Keys.OpenJSON(outboxSeal(key), sealed, &notice)
}

// WaysUnreached returns the unreached channels of an order's newest processed message, so that a working address is cleared. The copy of a
// message for the other way says nothing about them.
func (q Outbox) WaysUnreached(ctx context.Context, subjectID string) (ways []string, err error) {
	err = q.DB.NewSelect().Model((*row)(nil)).Column("unreached").Where("subject_id = ?", subjectID).Where("state IN ('sent', 'refused')").
		Where("key NOT LIKE ?", "%"+contract.CopyMark).Order("seq DESC").Limit(1).Scan(ctx, pgdialect.Array(&ways))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return ways, storeerrors.Translate("read unreached ways", err)
}

// asObject returns an empty object for no channels, because null would be a value.
func asObject(ways map[string]string) map[string]string {
	if ways == nil {
		return map[string]string{}
	}
	return ways
}

// leftOn finds out whether a text has left on a channel, also in an earlier try.
const leftOn = "EXISTS (SELECT FROM jsonb_each_text(ways || ?) AS way WHERE way.value = 'sent')"

// NoteRefused records that no text of a message can be sent any more, why, and the states of the channels of this try. A message that has
// left on a channel counts as sent. A result of another sender stays.
func (q Outbox) NoteRefused(ctx context.Context, key, failure string, ways map[string]string) error {
	_, err := q.message(key).Set("ways = ways || ?", asObject(ways)).Set("state = CASE WHEN "+leftOn+" THEN 'sent' ELSE 'refused' END", asObject(ways)).
		Set("sent_at = CASE WHEN "+leftOn+" THEN now() END", asObject(ways)).Set("failure = ?", failure).Where("state = 'queued'").Exec(ctx)
	return storeerrors.Translate("note refused message", err)
}

// Postpone postpones a message, or expires it after a day; one that has left on a channel counts as sent then. A result of another sender
// stays. faults is how many faults of the message itself it adds.
func (q Outbox) Postpone(ctx context.Context, key, failure string, pause time.Duration, faults int) error {
	none := asObject(nil)
	_, err := q.message(key).Set("failure = ?", failure).Set("due_at = now() + ? * interval '1 second'", pause.Seconds()).
		Set("faults = faults + ?", faults).
		Set("state = CASE WHEN give_up_at > now() THEN state WHEN "+leftOn+" THEN 'sent' ELSE 'expired' END", none).
		Set("sent_at = CASE WHEN give_up_at <= now() AND "+leftOn+" THEN now() END", none).
		Set(`ways = CASE WHEN give_up_at > now() THEN ways ELSE replace(ways::text, '"queued"', '"expired"')::jsonb END`).
		Where("state = 'queued'").Exec(ctx)
	return storeerrors.Translate("put message off", err)
}

// Forget drops a message that has no text to send.
func (q Outbox) Forget(ctx context.Context, key string) error {
	_, err := q.DB.NewDelete().Model((*row)(nil)).Where("key = ?", key).Where("month <= now()").Where("state = 'queued'").Exec(ctx)
	return storeerrors.Translate("forget message", err)
}

// Release returns a claimed message without a try.
func (q Outbox) Release(ctx context.Context, key string) error {
	_, err := q.message(key).Set("attempts = attempts - 1").Set("due_at = now()").Where("state = 'queued'").Exec(ctx)
	return storeerrors.Translate("give message back", err)
}

// message changes one message.
func (q Outbox) message(key string) *bun.UpdateQuery {
	return q.DB.NewUpdate().Model((*row)(nil)).Where("key = ?", key).Where("month <= now()")
}

// Of lists the messages of an order, oldest first. A text that left in the last try of its message has its state.
func (q Outbox) Of(ctx context.Context, subjectID string) ([]MessageState, error) {
	var all []MessageState
	err := q.DB.NewSelect().Model((*row)(nil)).Column("template", "state", "attempts", "failure", "unreached", "ways", "queued_at", "sent_at").
		Where("subject_id = ?", subjectID).Order("seq").Scan(ctx, &all)
	for _, m := range all {
		for channel, state := range m.Ways {
			if state == MessageQueued {
				m.Ways[channel] = m.State
			}
		}
	}
	return all, storeerrors.Translate("list messages", err)
}
