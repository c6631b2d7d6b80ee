package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Neither claim nor answer waits for the disk: a crash of the database may forget the last ones, and then the request runs
// again under the same update id, which Temporal answers without repeating the effect.
const hurried = "(SELECT set_config('synchronous_commit', 'off', true) AS commit) AS hurried"

// A claim counts as lost after a minute: no request takes that long, so its server died. Any row is forgotten after a day.
const beginRequest = `
INSERT INTO idempotent_requests AS r (subject, key, hash)
SELECT $1, $2, $3 FROM ` + hurried + ` WHERE hurried.commit = 'off'
ON CONFLICT (subject, key) DO UPDATE SET hash = EXCLUDED.hash, status = NULL, body = NULL, claimed_at = now()
WHERE (r.status IS NULL AND r.hash = EXCLUDED.hash AND r.claimed_at < now() - interval '1 minute')
   OR r.claimed_at < now() - interval '24 hours'
RETURNING true`

// BeginRequest claims an idempotency key of a subject for a request, or says what became of it.
func (q *Queries) BeginRequest(ctx context.Context, subject, key string, hash []byte) (Replay, error) {
	err := q.prepared().row(ctx, beginRequest, subject, key, hash).Scan(new(bool))
	if err == nil {
		return Replay{State: ReplayNew}, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return Replay{}, translate("begin request", err)
	}
	replay, err := q.replay(ctx, subject, key, hash)
	if errors.Is(err, sql.ErrNoRows) { // dropped a moment ago: the twin's client will try again, and so may ours
		return Replay{State: ReplayRunning}, nil
	}
	return replay, translate("begin request", err)
}

func (q *Queries) replay(ctx context.Context, subject, key string, hash []byte) (Replay, error) {
	var first, sealed []byte
	var status sql.NullInt32
	err := q.prepared().row(ctx, "SELECT hash, status, body FROM idempotent_requests WHERE subject = $1 AND key = $2", subject, key).
		Scan(&first, &status, &sealed)
	switch {
	case err != nil:
		return Replay{}, err
	case !bytes.Equal(first, hash):
		return Replay{State: ReplayMismatch}, nil
	case !status.Valid:
		return Replay{State: ReplayRunning}, nil
	}
	body, err := q.keys.Open(requestPlace(subject, key), sealed)
	return Replay{State: ReplayDone, Status: int(status.Int32), Body: body}, err
}

func requestPlace(subject, key string) string { return "idempotent_requests/" + subject + "/" + key }

// FinishRequest keeps the answer for replays, encrypted. Only the first answer counts.
func (q *Queries) FinishRequest(ctx context.Context, subject, key string, status int, body []byte) error {
	_, err := q.prepared().exec(ctx, `
		UPDATE idempotent_requests SET status = $3, body = $4 FROM `+hurried+`
		WHERE hurried.commit = 'off' AND subject = $1 AND key = $2 AND status IS NULL`,
		subject, key, status, q.keys.Seal(requestPlace(subject, key), body))
	return translate("finish request", err)
}

// DropRequest frees the key of a request that had no effect, so that it can be tried again.
func (q *Queries) DropRequest(ctx context.Context, subject, key string) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM idempotent_requests WHERE subject = $1 AND key = $2 AND status IS NULL", subject, key)
	return translate("drop request", err)
}

// PurgeRequests deletes what was claimed before a time and answers with how many that were.
func (q *Queries) PurgeRequests(ctx context.Context, before time.Time) (purged int, err error) {
	changed, err := q.prepared().exec(ctx, "DELETE FROM idempotent_requests WHERE claimed_at < $1", before)
	if err != nil {
		return 0, fmt.Errorf("purge requests: %w", err)
	}
	return int(changed), nil
}
