// Package idempotency stores the requests that may be repeated, with their answers.
package idempotency

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

// ReplayState is the known state of a request with an idempotency key.
type ReplayState string

// Replay states.
const (
	ReplayNew      ReplayState = "new"      // claimed by this call: do the work, then finish or drop
	ReplayDone     ReplayState = "done"     // answered before: send the same answer
	ReplayRunning  ReplayState = "running"  // another call works on it
	ReplayMismatch ReplayState = "mismatch" // the key was used for another request
)

// Replay is the answer to a claim on an idempotency key.
type Replay struct {
	State   ReplayState
	Status  int
	Body    []byte
	BegunAt time.Time // of the first claim that this one repeats; zero unless State is ReplayNew
}

// Requests stores requests with an idempotency key.
type Requests struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:idempotent_requests,alias:r"`

	Subject string `bun:",pk"`
	Key     string `bun:",pk"`
	Hash    []byte
	Status  sql.NullInt32
	Body    []byte // encrypted
}

// Begin claims an idempotency key of a subject for a request, or returns the state of the earlier claim. After lasts, the same
// key is a new request.
func (q Requests) Begin(ctx context.Context, subject, key string, hash []byte, lasts time.Duration) (Replay, error) {
	replay := Replay{State: ReplayNew}
	err := hot.BeginRequest.Row(ctx, q.Conn, subject, key, hash, lasts.Seconds()).Scan(&replay.BegunAt)
	if err == nil {
		return replay, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return Replay{}, storeerrors.Translate("begin request", err)
	}
	replay, err = q.replay(ctx, subject, key, hash)
	if errors.Is(err, sql.ErrNoRows) { // dropped a moment ago: the other client will try again, and so may ours
		return Replay{State: ReplayRunning}, nil
	}
	return replay, storeerrors.Translate("begin request", err)
}

func (q Requests) replay(ctx context.Context, subject, key string, hash []byte) (Replay, error) {
	var first row
	err := q.DB.NewSelect().Model(&first).Where("subject = ?", subject).Where("key = ?", key).Scan(ctx)
	switch {
	case err != nil:
		return Replay{}, err
	case !bytes.Equal(first.Hash, hash):
		return Replay{State: ReplayMismatch}, nil
	case !first.Status.Valid:
		return Replay{State: ReplayRunning}, nil
	}
	body, err := q.Keys.Open(requestSealContext(subject, key), first.Body)
	return Replay{State: ReplayDone, Status: int(first.Status.Int32), Body: body}, err
}

func requestSealContext(subject, key string) string {
	return "idempotent_requests/" + subject + "/" + key
}

// Finish stores the encrypted answer for replays. Only the first answer counts.
func (q Requests) Finish(ctx context.Context, subject, key string, status int, body []byte) error {
	_, err := hot.FinishRequest.Exec(ctx, q.Conn, subject, key, status, q.Keys.Seal(requestSealContext(subject, key), body))
	return storeerrors.Translate("finish request", err)
}

// Drop frees the key of a request without effect, so that it can be tried again.
func (q Requests) Drop(ctx context.Context, subject, key string) error {
	_, err := q.DB.NewDelete().Model((*row)(nil)).Where("subject = ?", subject).Where("key = ?", key).Where("status IS NULL").Exec(ctx)
	return storeerrors.Translate("drop request", err)
}

// Release lets another call take over a request at once. The new call repeats the request, so its beginning stays.
func (q Requests) Release(ctx context.Context, subject, key string) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("claimed_at = now() - interval '11 seconds'").
		Where("subject = ?", subject).Where("key = ?", key).Where("status IS NULL").Exec(ctx)
	return storeerrors.Translate("release request", err)
}

// Renew renews the claim of a long request.
func (q Requests) Renew(ctx context.Context, subject, key string) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("claimed_at = now()").
		TableExpr("(SELECT set_config('synchronous_commit', 'off', true) AS commit) AS hurried"). // no claim waits for the disk
		Where("hurried.commit = 'off'").Where("subject = ?", subject).Where("key = ?", key).Where("status IS NULL").Exec(ctx)
	return storeerrors.Translate("renew request", err)
}

// Purge deletes claims from before a time, and returns their number.
func (q Requests) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	purged, err = tx.PurgeRows(ctx, q.DB, (*row)(nil), "claimed_at", before)
	return purged, storeerrors.Translate("purge requests", err)
}
