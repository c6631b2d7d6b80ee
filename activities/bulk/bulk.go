// Package bulk retries a whole set of held work, one item after the other.
package bulk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/gateway"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	supportcasestore "selfcare/internal/store/supportcase"
)

// Activities record the progress of a bulk.
type Activities struct{ store *store.Store }

// Resumption resumes the items of a bulk.
type Resumption struct {
	store *store.Store
	way   Resolver
}

// Resolver passes a decision to a held process. The key is the idempotency key. A refusal is final; any other error may pass.
type Resolver interface {
	Resume(ctx context.Context, c supportcase.Case, key string, in contract.Resolution) error
}

// New takes the database.
func New(s *store.Store) *Activities { return &Activities{s} }

// NewResumption takes the database and the port to the held processes.
func NewResumption(s *store.Store, w Resolver) *Resumption { return &Resumption{s, w} }

// OpenBulk fixes the items of a bulk: all retryable work that its filter finds now. It is idempotent.
func (a *Activities) OpenBulk(ctx context.Context, b contract.Bulk, at contract.At) (contract.Bulk, error) {
	if saved, known, err := a.store.Bulks.Get(ctx, b.ID); err != nil || known {
		return saved, failure.Map("read bulk", err)
	}
	err := a.store.InTx(ctx, func(q *store.Tx) (err error) {
		b, err = openBulk(ctx, q, b, at.Now)
		return err
	})
	return b, failure.Map("open bulk", err)
}

func openBulk(ctx context.Context, q *store.Tx, b contract.Bulk, now time.Time) (contract.Bulk, error) {
	if err := supportcase.ValidateBulk(b.Filter); err != nil {
		return b, err
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return b, err
	}
	if b.Filter.Until.IsZero() {
		b.Filter.Until = now
	}
	found, err := q.Cases.Matching(ctx, b.Filter)
	if err != nil {
		return b, err
	}
	var resumable []supportcase.Case
	for _, c := range found {
		if supportcase.ValidateResume(c, b.StartedBy, now) == nil {
			resumable = append(resumable, c)
		}
	}
	if b, err = supportcase.OpenBulk(b, len(resumable), settings.BulkPerMinute, now); err != nil {
		return b, err
	}
	if err := q.Bulks.Open(ctx, b, resumable); err != nil {
		return b, err
	}
	return b, q.Audit.Write(ctx, entry(b, "bulk-started", b.StartedBy))
}

// entry is the audit entry for an action on a bulk.
func entry(b contract.Bulk, action, actor string) audit.Record {
	return audit.Record{
		Key: fmt.Sprintf("%s:%s:%d", action, b.ID, b.Seq), OrderID: b.ID, Actor: actor, Action: action, Note: b.Note,
		Details: map[string]string{"bulk": b.ID, "kind": b.Filter.Kind, "code": string(b.Filter.Code), "items": fmt.Sprint(b.Total)},
	}
}

// MoveBulk pauses, continues or ends a bulk. If our database has a later state, the workflow continues from that.
func (a *Activities) MoveBulk(ctx context.Context, b contract.Bulk, in contract.BulkMove) (contract.Bulk, error) {
	next, err := supportcase.MoveBulk(b, in.To, in.Now)
	if err != nil || next.State == b.State {
		return next, failure.Map("move bulk", err)
	}
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		saved, err := q.Bulks.Save(ctx, next)
		switch {
		case err != nil:
			return err
		case !saved:
			return storeerrors.ErrStale
		case in.By == "":
			return nil
		default:
			return q.Audit.Write(ctx, entry(next, "bulk-"+string(next.State), in.By))
		}
	})
	if !errors.Is(err, storeerrors.ErrStale) {
		return next, failure.Map("move bulk", err)
	}
	saved, _, err := a.store.Bulks.Get(ctx, b.ID)
	if err != nil {
		return b, failure.Map("read bulk", err)
	}
	return b, failure.Ahead(saved)
}

// ResumeItem retries one piece of held work in the name of the bulk's starter, unless it is resolved meanwhile. It may be
// repeated: the process knows the key, and a hold is resumed by one bulk at most.
func (a *Resumption) ResumeItem(ctx context.Context, of contract.BulkItem) (contract.BulkOutcome, error) {
	item, err := a.store.Bulks.Item(ctx, of)
	if err != nil || item.Outcome != contract.BulkWaiting {
		return item.Outcome, failure.Map("read item of bulk", err)
	}
	b, _, err := a.store.Bulks.Get(ctx, of.BulkID)
	if err != nil {
		return "", failure.Map("read bulk", err)
	}
	outcome, code, err := a.resume(ctx, b, item)
	if err != nil {
		return "", failure.Map("resume item", err)
	}
	return outcome, failure.Map("finish item of bulk", a.store.Bulks.Finish(ctx, of, outcome, code, time.Now()))
}

func (a *Resumption) resume(ctx context.Context, b contract.Bulk, item supportcasestore.Item) (contract.BulkOutcome, contract.Code, error) {
	c, err := a.claimCase(ctx, b, item)
	if err == nil {
		err = a.pass(ctx, c, keyOf(item), contract.Resolution{Action: contract.ResolveRetry, Actor: b.StartedBy, Note: noteOf(b, item)})
	}
	var refused *contract.Refusal
	switch {
	case err == nil:
		return contract.BulkResumed, "", nil
	case !errors.As(err, &refused):
		return "", "", err
	case !supportcase.ResolvedAlready(refused.Code):
		return contract.BulkRefused, refused.Code, nil
	}
	ours, err := a.store.Bulks.HasNote(ctx, b.StartedBy, noteOf(b, item)) // by a try of this item whose answer was lost
	if ours {
		return contract.BulkResumed, "", err
	}
	return contract.BulkResolved, "", err
}

// pass hands the decision to the process. A process that does not answer is asked again for a limited time, because other
// items wait.
func (a *Resumption) pass(ctx context.Context, c supportcase.Case, key string, in contract.Resolution) error {
	err := a.way.Resume(ctx, c, key, in)
	var refused *contract.Refusal
	if err == nil || errors.As(err, &refused) {
		return err
	}
	return fmt.Errorf("%w: %w", gateway.ErrUnknown, err)
}

// claimCase returns the case as it is now, once this bulk alone acts on it. A hold that began after the bulk found it is another
// hold: the first one is resolved.
func (a *Resumption) claimCase(ctx context.Context, b contract.Bulk, item supportcasestore.Item) (c supportcase.Case, err error) {
	of := contract.BulkItem{BulkID: item.BulkID, Position: item.Position}
	mine, err := a.store.Bulks.Act(ctx, of)
	if err != nil {
		return c, err
	}
	c, is, err := a.store.Cases.Get(ctx, item.Kind, item.CaseID)
	if err != nil {
		return c, err
	}
	if !mine || !is || !c.Held || !c.Since.Equal(item.HeldSince) {
		return c, contract.Refuse(contract.FailCaseNotHeld)
	}
	return c, supportcase.ValidateResume(c, b.StartedBy, time.Now())
}

// GiveUpItem records that a process has not answered for too long; the bulk continues without it.
func (a *Activities) GiveUpItem(ctx context.Context, in contract.BulkGivenUp) error {
	return failure.Map("give item of bulk up", a.store.Bulks.Finish(ctx, in.BulkItem, contract.BulkRefused, in.Code, in.Now))
}

// keyOf returns the idempotency key of the decision.
func keyOf(i supportcasestore.Item) string {
	return fmt.Sprintf("%s/%d", contract.BulkWorkflowID(i.BulkID), i.Position)
}

// noteOf returns the note of an item in the audit log.
func noteOf(b contract.Bulk, i supportcasestore.Item) string { return b.Note + " (" + keyOf(i) + ")" }
