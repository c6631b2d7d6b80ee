// Package deactivation records the progress of a line's end that its owner asked for.
package deactivation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/lines"
	"selfcare/activities/internal/state"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	linestore "selfcare/internal/store/line"
)

// Templates of the messages to the holders of the line.
const (
	messageBegun  = "deactivation-begun"
	messageUndone = "deactivation-undone"
)

// Activities are the writes of a deactivation. Each takes the state that the workflow knows and returns the next one.
type Activities struct{ store *store.Store }

// New takes the database.
func New(s *store.Store) *Activities { return &Activities{s} }

var rows = state.Rows[contract.Deactivation]{
	Seq: func(d *contract.Deactivation) *int64 { return &d.Seq },
	Get: func(ctx context.Context, q *store.Tx, of contract.Deactivation) (contract.Deactivation, error) {
		saved, _, err := q.Deactivations.Get(ctx, of.ID)
		return saved, err
	},
	Save: func(ctx context.Context, q *store.Tx, next contract.Deactivation) (bool, error) {
		return q.Deactivations.Save(ctx, next)
	},
}

func (a *Activities) change(
	ctx context.Context, operation string, before contract.Deactivation, do func(q *store.Tx) (contract.Deactivation, error),
) (contract.Deactivation, error) {
	return rows.Change(ctx, a.store, operation, before, do)
}

// OpenDeactivation checks whether the line may end, claims it, drops a scheduled switch of its plan, and tells all holders of
// the line. It is idempotent.
func (a *Activities) OpenDeactivation(ctx context.Context, d contract.Deactivation, in contract.DeactivationOpening) (contract.Deactivation, error) {
	if d.Seq > 0 { // saved before, and its workflow task was lost
		return d, nil
	}
	if ahead := rows.FindAhead(ctx, a.store, d); ahead != nil {
		return contract.Deactivation{}, ahead
	}
	err := a.store.InTx(ctx, func(q *store.Tx) (err error) {
		d, err = openDeactivation(ctx, q, d, in)
		return err
	})
	return d, failure.Map("open deactivation", err)
}

func openDeactivation(ctx context.Context, q *store.Tx, d contract.Deactivation, in contract.DeactivationOpening) (contract.Deactivation, error) {
	if err := ending.ValidateReason(d.Reason); err != nil {
		return d, err
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return d, err
	}
	rules := settings.Ending.Rules()
	facts, err := claimEnding(ctx, q, d, rules, in.Now)
	if err != nil {
		return d, err
	}
	d = ending.Opened(d, facts, rules, in.Now)
	if d, err = dropSwitch(ctx, q, d, facts); err != nil {
		return d, err
	}
	d.Seq = 1
	opened, err := q.Deactivations.Open(ctx, d)
	if err == nil && !opened {
		err = contract.Refuse(contract.FailEndUnderWay)
	}
	if err != nil {
		return d, err
	}
	return d, tell(ctx, q, d, messageBegun, map[string]string{"until": line.FormatMoment(d.UndoUntil), "link": in.Link})
}

// claimEnding claims the line. It refuses a line that may not end now, or a price that differs from the one its owner has
// seen.
func claimEnding(ctx context.Context, q *store.Tx, d contract.Deactivation, rules ending.Rules, now time.Time) (f ending.Facts, err error) {
	found, inService, err := q.Endings.Lock(ctx, d.LineID)
	if err != nil {
		return f, err
	}
	if !inService {
		return f, contract.Refuse(contract.FailNumberAbsent)
	}
	if f, err = q.Endings.FactsFor(ctx, found, d.UserID); err != nil {
		return f, err
	}
	if err := ending.ValidateDeactivation(f, rules); err != nil {
		return f, err
	}
	if leaving, _ := ending.Leaving(f.Commitment, now); leaving != d.Leaving {
		return f, ending.Accepts(d.Leaving, leaving)
	}
	_, err = lines.Changeable(ctx, q, d.LineID, linestore.Claim{Holder: holder(d), Until: now.Add(rules.UndoFor)}, now)
	return f, nameHolder(err)
}

// holder is the holder of the claim on a line that is to end.
func holder(d contract.Deactivation) string { return contract.DeactivationWorkflowID(d.LineID) }

// nameHolder names what else changes the line.
func nameHolder(err error) error {
	var refused *contract.Refusal
	if !errors.As(err, &refused) {
		return err
	}
	switch refused.Code {
	case contract.FailLinePortingOut:
		return contract.Refuse(contract.FailEndPortOut)
	case contract.FailLineBusy:
		return contract.Refuse(contract.FailEndOrderRuns)
	default:
		return err
	}
}

// dropSwitch drops a scheduled switch: a line that is about to end keeps its present plan.
func dropSwitch(ctx context.Context, q *store.Tx, d contract.Deactivation, f ending.Facts) (contract.Deactivation, error) {
	if f.Subscription == nil {
		return d, nil
	}
	plan, dropped := ending.WithoutSwitch(*f.Subscription)
	if dropped == "" {
		return d, nil
	}
	d.Dropped = dropped
	return d, lines.SavePlan(ctx, q, plan)
}

// UndoDeactivation undoes a deactivation and releases the line.
func (a *Activities) UndoDeactivation(ctx context.Context, d contract.Deactivation, in contract.DeactivationUndo) (contract.Deactivation, error) {
	if d.Stage == contract.DeactivationUndone { // saved before, and its workflow task was lost
		return d, nil
	}
	return a.change(ctx, "undo deactivation", d, func(q *store.Tx) (contract.Deactivation, error) {
		if err := ending.ValidateUndo(d, in.Now); err != nil {
			return d, err
		}
		next := ending.Undone(d, in.Now)
		if err := q.Lines.Release(ctx, holder(d)); err != nil {
			return d, err
		}
		return next, tell(ctx, q, next, messageUndone, nil)
	})
}

// BeginEnding records that the undo time is over.
func (a *Activities) BeginEnding(ctx context.Context, d contract.Deactivation, _ contract.At) (contract.Deactivation, error) {
	if d.Stage != contract.DeactivationWaiting {
		return d, nil
	}
	return a.change(ctx, "begin ending", d, func(*store.Tx) (contract.Deactivation, error) { return ending.Begun(d), nil })
}

// CompleteDeactivation records that the line has ended.
func (a *Activities) CompleteDeactivation(ctx context.Context, d contract.Deactivation, in contract.DeactivationCompleted) (contract.Deactivation, error) {
	if d.Stage.Over() {
		return d, nil
	}
	return a.change(ctx, "complete deactivation", d, func(*store.Tx) (contract.Deactivation, error) {
		return ending.Completed(d, in.Statement.EndedAt), nil
	})
}

// HoldDeactivation records that a deactivation waits for support.
func (a *Activities) HoldDeactivation(ctx context.Context, d contract.Deactivation, in contract.DeactivationHeldUp) (contract.Deactivation, error) {
	if d.Held != nil {
		return d, nil
	}
	return a.change(ctx, "hold deactivation", d, func(*store.Tx) (contract.Deactivation, error) { return ending.HeldUp(d, in), nil })
}

// ResumeDeactivation applies support's decision and writes it to the audit log.
func (a *Activities) ResumeDeactivation(ctx context.Context, d contract.Deactivation, in contract.DeactivationResumed) (contract.Deactivation, error) {
	if d.Held == nil {
		return d, nil
	}
	return a.change(ctx, "resume deactivation", d, func(q *store.Tx) (contract.Deactivation, error) {
		work, r := d.Held.Work, in.Resolution
		next := ending.Resumed(d)
		if r.Actor == "" {
			return next, nil
		}
		return next, q.Audit.Write(ctx, audit.Record{
			Key: fmt.Sprintf("resume:%s:%d", d.ID, d.Seq), OrderID: d.ID, Actor: r.Actor, Action: r.Action, Note: r.Note,
			Details: map[string]string{"work": string(work)},
		})
	})
}

// tell queues a message to all who hold the line, on every channel.
func tell(ctx context.Context, q *store.Tx, d contract.Deactivation, template string, params map[string]string) error {
	msisdn, err := q.Lines.MSISDN(ctx, d.LineID)
	if err != nil {
		return err
	}
	if params == nil {
		params = map[string]string{}
	}
	params["msisdn"] = msisdn
	notices, err := lines.HolderNotices(ctx, q, d.LineID, contract.Notice{
		OrderID: d.ID, Key: template, Template: template, Language: d.Language, Params: params,
	})
	if err != nil {
		return err
	}
	return q.Outbox.Queue(ctx, notices...)
}
