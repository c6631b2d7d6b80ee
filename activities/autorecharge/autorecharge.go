// Package autorecharge runs the due dates of auto-recharges: each change in one transaction with the customer's messages.
package autorecharge

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
)

// Activities read from the row what is due, and record the outcome.
type Activities struct {
	store  *store.Store
	origin string // of the site, for links in messages
}

// New takes the database and the site's address.
func New(s *store.Store, origin string) *Activities { return &Activities{s, origin} }

// turn is one change of a line's auto-recharge, in a transaction that locks its row.
type turn struct {
	q       *store.Tx
	figures autorecharge.Figures
	prices  setting.Settings
	rule    contract.AutoRecharge
	active  bool // the rule exists and is not paused
	now     time.Time
	origin  string
}

func (a *Activities) change(
	ctx context.Context, operation string, run contract.AutoRun, now time.Time, do func(t turn) (contract.AutoRun, error),
) (next contract.AutoRun, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		rule, known, err := q.AutoRecharges.Lock(ctx, run.LineID)
		if err != nil {
			return err
		}
		active := known && rule.State == contract.AutoActive
		next, err = do(turn{q, settings.AutoRecharge.Figures, settings, rule, active, now, a.origin})
		return err
	})
	return next, failure.Map(operation, err)
}

// BeginAutoRun begins a date, or continues one that is under way from its row. On a day without a date, nothing is due.
func (a *Activities) BeginAutoRun(ctx context.Context, run contract.AutoRun, in contract.AutoDue) (contract.AutoRun, error) {
	return a.change(ctx, "begin date of auto-recharge", run, in.Now, func(t turn) (contract.AutoRun, error) {
		known, found, err := t.q.AutoRuns.Lock(ctx, run.LineID, autorecharge.Date(in.Due))
		if err != nil || found {
			return known.Run, err
		}
		if due, isDue := autorecharge.Due(t.rule, in.Due); t.active && isDue {
			return t.begin(ctx, due)
		}
		return run, nil
	})
}

func (t turn) begin(ctx context.Context, due time.Time) (contract.AutoRun, error) {
	run := autorecharge.Begin(t.rule, due, contract.AutoTrying)
	going, err := t.endReason(ctx, t.rule.LineID)
	switch {
	case err != nil:
		return run, err
	case going != "":
		return t.skip(ctx, run, going)
	case autorecharge.TooLate(due, t.now, t.figures):
		run.Stage, run.Code = contract.AutoMissed, contract.FailAutoRechargeLate
		if err := t.tell(ctx, messageMissed, run.Date, t.dates(run)); err != nil {
			return run, err
		}
	}
	return run, t.q.AutoRuns.Save(ctx, run)
}

// pause stops the rule and tells the customer the reason.
func (t turn) pause(ctx context.Context, reason contract.Code) error {
	if err := t.q.AutoRecharges.Pause(ctx, t.rule.ID, reason); err != nil {
		return err
	}
	return notifyPause(ctx, t.q, t.rule, reason, t.origin)
}

// endReason returns why the line is no longer recharged: its owner has asked for its end, or its number is leaving for another
// operator, so the balance would be lost. It is empty if the line stays.
func (t turn) endReason(ctx context.Context, lineID string) (contract.Code, error) {
	claim, err := t.q.Lines.ClaimOf(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var refused *contract.Refusal
	if errors.As(line.ValidateStays(claim.Change()), &refused) {
		return refused.Code, nil
	}
	return "", nil
}

// skip records that a date is skipped because the line is being given up, and tells the customer once. The rule stays, because
// the line may stay.
func (t turn) skip(ctx context.Context, run contract.AutoRun, reason contract.Code) (contract.AutoRun, error) {
	run.Stage, run.NextTry, run.Code, run.Purchase = contract.AutoMissed, time.Time{}, reason, nil
	if err := t.tell(ctx, messageSkipped, run.Date, t.dates(run)); err != nil {
		return run, err
	}
	return run, t.q.AutoRuns.Save(ctx, run)
}
