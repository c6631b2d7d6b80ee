// Package bulk tries a whole set of held work again, one after the other.
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
	stored "selfcare/internal/store/supportcase"
)

// Activities write how far a bulk has come, and resume its items.
type Activities struct {
	store *store.Store
	way   Resolver
}

// Resolver passes a decision on to the process that is held. The key makes it happen once. A refusal is final, anything else may pass.
type Resolver interface {
	Resume(ctx context.Context, c supportcase.Case, key string, in contract.Resolution) error
}

// New needs the database, and the way to the processes that are held.
func New(s *store.Store, w Resolver) *Activities { return &Activities{s, w} }

// OpenBulk fixes what a bulk is about: what its filter finds now and may be tried again. Done again it changes nothing.
func (a *Activities) OpenBulk(ctx context.Context, b contract.Bulk, at contract.At) (contract.Bulk, error) {
	if saved, known, err := a.store.Bulks.Get(ctx, b.ID); err != nil || known {
		return saved, failure.Map("read bulk", err)
	}
	err := a.store.InTx(ctx, func(q *store.Tx) (err error) {
		b, err = opens(ctx, q, b, at.Now)
		return err
	})
	return b, failure.Map("open bulk", err)
}

func opens(ctx context.Context, q *store.Tx, b contract.Bulk, now time.Time) (contract.Bulk, error) {
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
	if len(resumable) == 0 {
		return b, contract.Refuse(contract.FailBulkNothing)
	}
	b.State, b.PerMinute, b.Total, b.StartedAt, b.Seq = contract.BulkRunning, settings.BulkPerMinute, len(resumable), now, 1
	if err := q.Bulks.Open(ctx, b, resumable); err != nil {
		return b, err
	}
	return b, q.Audit.Write(ctx, entry(b, "bulk-started", b.StartedBy))
}

// entry says in the audit log who did something with a bulk.
func entry(b contract.Bulk, action, actor string) store.AuditEntry {
	return store.AuditEntry{
		Key: fmt.Sprintf("%s:%s:%d", action, b.ID, b.Seq), OrderID: b.ID, Actor: actor, Action: action, Note: b.Note,
		Details: map[string]string{"bulk": b.ID, "kind": b.Filter.Kind, "code": string(b.Filter.Code), "items": fmt.Sprint(b.Total)},
	}
}

// MoveBulk pauses a bulk, has it go on, or ends it. Where our database has a later state already, the workflow goes on from that.
func (a *Activities) MoveBulk(ctx context.Context, b contract.Bulk, in contract.BulkMove) (contract.Bulk, error) {
	next, err := supportcase.MoveBulk(b, in.To, in.Now)
	if err != nil || next.State == b.State {
		return next, failure.Map("move bulk", err)
	}
	next.Seq = b.Seq + 1
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		saved, err := q.Bulks.Save(ctx, next)
		switch {
		case err != nil:
			return err
		case !saved:
			return store.ErrStale
		case in.By == "":
			return nil
		default:
			return q.Audit.Write(ctx, entry(next, "bulk-"+string(next.State), in.By))
		}
	})
	if !errors.Is(err, store.ErrStale) {
		return next, failure.Map("move bulk", err)
	}
	saved, _, err := a.store.Bulks.Get(ctx, b.ID)
	if err != nil {
		return b, failure.Map("read bulk", err)
	}
	return b, failure.Ahead(saved)
}

// ResumeItem has one piece of work tried again in the name of who started the bulk, unless somebody has resolved it meanwhile. It may
// be repeated: the process knows the key, and what was held once is resumed by one bulk.
func (a *Activities) ResumeItem(ctx context.Context, of contract.BulkItem) (contract.BulkOutcome, error) {
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

func (a *Activities) resume(ctx context.Context, b contract.Bulk, item stored.Item) (contract.BulkOutcome, contract.Code, error) {
	c, err := a.mine(ctx, b, item)
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
	ours, err := a.store.Bulks.HasNote(ctx, b.StartedBy, noteOf(b, item)) // by a try of this item whose answer got lost
	if ours {
		return contract.BulkResumed, "", err
	}
	return contract.BulkResolved, "", err
}

// pass hands the decision to the process. One that does not answer is asked again for a while, but not for ever: others wait for
// their turn.
func (a *Activities) pass(ctx context.Context, c supportcase.Case, key string, in contract.Resolution) error {
	err := a.way.Resume(ctx, c, key, in)
	var refused *contract.Refusal
	if err == nil || errors.As(err, &refused) {
		return err
	}
	return fmt.Errorf("%w: %w", gateway.ErrUnknown, err)
}

// mine is the case as it is now, once this bulk alone acts on it. A hold that began later than the bulk found it is another one:
// somebody has resolved the first.
func (a *Activities) mine(ctx context.Context, b contract.Bulk, item stored.Item) (c supportcase.Case, err error) {
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

// GiveUpItem notes that a process has not answered for long; the bulk goes on without it.
func (a *Activities) GiveUpItem(ctx context.Context, in contract.BulkGivenUp) error {
	return failure.Map("give item of bulk up", a.store.Bulks.Finish(ctx, in.BulkItem, contract.BulkRefused, in.Code, in.Now))
}

// keyOf is what a process knows the decision by.
func keyOf(i stored.Item) string {
	return fmt.Sprintf("%s/%d", contract.BulkWorkflowID(i.BulkID), i.Position)
}

// noteOf is what the audit log says about an item.
func noteOf(b contract.Bulk, i stored.Item) string { return b.Note + " (" + keyOf(i) + ")" }
