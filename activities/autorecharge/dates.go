package autorecharge

import (
	"context"
	"errors"
	"slices"
	"time"

	"go.temporal.io/sdk/activity"
	"golang.org/x/sync/errgroup"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/sweep"
	"selfcare/internal/store"
	autorechargestore "selfcare/internal/store/autorecharge"
	storeerrors "selfcare/internal/store/errors"
	sweepstore "selfcare/internal/store/sweep"
)

// Figures of the looks at due rules.
const (
	dueBatch     = 50 // rules in one transaction
	startsAtOnce = 8
	startWithin  = 5 * time.Second
	idlePoll     = time.Second
	startAgain   = time.Minute      // after a failed start
	lookAgain    = 10 * time.Minute // at a date that waits for the one before
	asideFor     = 10 * time.Minute // until a rule whose work the database refused is tried again
)

// Starter starts the workflow of a date of a line. A repeated call changes nothing while that workflow runs.
type Starter interface {
	Start(ctx context.Context, lineID string, due time.Time) error
}

// Dates follows the rules that have work now: it tells the customer of a date, or starts the workflow of the date.
type Dates struct {
	store   *store.Store
	starter Starter
	origin  string // of the site, for links in messages
	now     func() time.Time
}

// NewDates takes the database, the port to the workflows, the site's address, and a clock.
func NewDates(s *store.Store, w Starter, origin string, now func() time.Time) *Dates {
	return &Dates{s, w, origin, now}
}

// FollowDueDates follows the due rules, batch after batch, until its time is over or the worker stops. It may be stopped and repeated
// at any time: a rule stays due until its workflow was started or its message was queued.
func (a *Dates) FollowDueDates(ctx context.Context) error {
	later := postponed{}
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		count, err := a.followBatch(ctx, later)
		pause := idlePoll
		if count == dueBatch {
			pause = 0
		}
		return pause, failure.Map("follow due auto-recharges", err)
	})
}

// postponed are the rules whose workflow could not be started, with the time of the next try.
type postponed map[string]time.Time

func (p postponed) list(now time.Time) (ids []string) {
	for id, until := range p {
		if now.Before(until) {
			ids = append(ids, id)
		} else {
			delete(p, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// followBatch looks at some due rules in one transaction, and then starts the workflows of their dates. If the transaction fails, each
// rule gets a transaction of its own, so that a rule that the database refuses does not stop the others.
func (a *Dates) followBatch(ctx context.Context, later postponed) (count int, err error) {
	now := a.now()
	due, looks, err := a.lookAtRules(ctx, now, func(q *store.Tx) ([]autorechargestore.DueRule, error) {
		return q.AutoRecharges.LockDue(ctx, now, dueBatch, later.list(now))
	})
	if err != nil && len(due) > 0 && ctx.Err() == nil {
		looks, err = a.lookAtEach(ctx, now, due)
	}
	if err != nil {
		return len(due), err
	}
	return len(due), a.start(ctx, now, looks, later)
}

// look is the outcome of a look at a rule.
type look struct {
	autorechargestore.Looked

	lineID string
	start  time.Time // date whose workflow is to be started; zero for none
}

// lookAtRules looks at the rules that lock returns, in one transaction. The rules without a workflow to start are done with it.
func (a *Dates) lookAtRules(
	ctx context.Context, now time.Time, lock func(q *store.Tx) ([]autorechargestore.DueRule, error),
) (due []autorechargestore.DueRule, starts []look, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) (err error) {
		if due, err = lock(q); err != nil || len(due) == 0 {
			return err
		}
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		var done []autorechargestore.Looked
		for _, rule := range due {
			seen := look{Looked: autorechargestore.Looked{ID: rule.ID, DueAt: rule.DueAt}, lineID: rule.LineID}
			t := turn{q, settings.AutoRecharge.Figures, settings, rule.AutoRecharge, rule.State == contract.AutoActive, now, a.origin}
			if seen.start, seen.Next, err = t.look(ctx); err != nil {
				return err
			}
			if seen.start.IsZero() {
				done = append(done, seen.Looked)
			} else {
				starts = append(starts, seen)
			}
		}
		return q.AutoRecharges.Advance(ctx, done)
	})
	return due, starts, err
}

// lookAtEach looks at each rule of a failed batch by itself, and puts those aside that fail again. If all fail because our database is
// away, all wait.
func (a *Dates) lookAtEach(ctx context.Context, now time.Time, due []autorechargestore.DueRule) (starts []look, err error) {
	faults := make([]error, len(due))
	isAway := true
	for i, rule := range due {
		var some []look
		_, some, faults[i] = a.lookAtRules(ctx, now, func(q *store.Tx) ([]autorechargestore.DueRule, error) {
			return q.AutoRecharges.LockDueRule(ctx, rule.ID, now)
		})
		if faults[i] == nil {
			starts = append(starts, some...)
		}
		isAway = isAway && storeerrors.Away(faults[i])
	}
	if isAway || ctx.Err() != nil {
		return nil, errors.Join(append(faults, ctx.Err())...)
	}
	for i, rule := range due {
		if faults[i] == nil {
			continue
		}
		if err := a.putAside(ctx, rule, faults[i]); err != nil {
			return nil, err
		}
	}
	return starts, nil
}

// putAside lets a rule wait, and shows it to support at once. The sweep drops the case when the rule has gone on.
func (a *Dates) putAside(ctx context.Context, rule autorechargestore.DueRule, fault error) error {
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Error("an auto-recharge cannot be followed and is put aside", "line", rule.LineID, "error", fault)
	}
	if err := a.store.AutoRecharges.PutAside(ctx, rule.ID, a.now().Add(asideFor)); err != nil {
		return err
	}
	process := sweepstore.Process{Name: sweepstore.AutoRechargeRule}
	return a.store.Sweeps.Note(ctx, process, sweep.RefusedWrite, []string{contract.AutoRechargePrefix + rule.LineID})
}

// start starts the workflows of dates, several at once, and is then done with the look at their rules. A rule whose start fails stays
// due and is tried again after a pause. If all fail, Temporal is away, and all wait.
func (a *Dates) start(ctx context.Context, now time.Time, starts []look, later postponed) error {
	faults := make([]error, len(starts))
	var group errgroup.Group
	group.SetLimit(startsAtOnce)
	for i, one := range starts {
		group.Go(func() error {
			starting, cancel := context.WithTimeout(ctx, startWithin)
			defer cancel()
			faults[i] = a.starter.Start(starting, one.lineID, one.start)
			if activity.IsActivity(ctx) {
				activity.RecordHeartbeat(ctx)
			}
			return nil
		})
	}
	_ = group.Wait() // the starts return no errors; faults has them
	var done []autorechargestore.Looked
	for i, one := range starts {
		if faults[i] == nil {
			done = append(done, one.Looked)
		} else {
			later[one.ID] = now.Add(startAgain)
		}
	}
	err := a.store.AutoRecharges.Advance(ctx, done)
	fault := errors.Join(faults...)
	if len(done) == 0 || fault == nil {
		return errors.Join(fault, err)
	}
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Error("dates of auto-recharges could not be started", "count", len(starts)-len(done), "error", fault)
	}
	return err
}

// look does the work for a rule: it queues what its customer is to be told, and returns the date whose workflow is to be started, if
// any, and the next look; zero for none.
func (t turn) look(ctx context.Context) (start, next time.Time, err error) {
	if !t.active { // its card was removed
		return start, next, notifyPause(ctx, t.q, t.rule, t.rule.Reason, t.origin)
	}
	if start, err = t.findDate(ctx); err != nil {
		return start, next, err
	}
	if next = autorecharge.NextLook(t.rule, t.now); start.IsZero() {
		return start, next, t.announce(ctx)
	}
	if _, more := autorecharge.Pending(t.rule, start, t.now, t.figures); more {
		next = t.now.Add(lookAgain)
	}
	return start, next, nil
}

// findDate returns the date whose workflow is to be started; zero without one. A date that is under way is started again, in case its
// workflow was lost, and no other date begins meanwhile. Dates that are too old to be made up for are recorded as missed.
func (t turn) findDate(ctx context.Context) (time.Time, error) {
	open, found, err := t.q.AutoRuns.Open(ctx, t.rule.LineID)
	if err != nil || found {
		return open.Run.Due, err
	}
	if err := t.recordMissed(ctx); err != nil {
		return time.Time{}, err
	}
	for due, pending := t.pendingAfter(time.Time{}); pending; due, pending = t.pendingAfter(due) {
		if _, known, err := t.q.AutoRuns.Lock(ctx, t.rule.LineID, autorecharge.Date(due)); err != nil || !known {
			return due, err
		}
	}
	return time.Time{}, nil
}

func (t turn) pendingAfter(due time.Time) (time.Time, bool) {
	return autorecharge.Pending(t.rule, due, t.now, t.figures)
}

// announce tells the customer about the next date from its notice on.
func (t turn) announce(ctx context.Context) error {
	due, announced := autorecharge.Announced(t.rule, t.now)
	if !announced {
		return nil
	}
	return t.remind(ctx, due)
}

// recordMissed records the dates on which no worker ran, and tells the customer about the last one.
func (t turn) recordMissed(ctx context.Context) error {
	last, _, err := t.q.AutoRuns.Latest(ctx, t.rule.LineID)
	if err != nil {
		return err
	}
	late := autorecharge.Missed(t.rule, last.Run.Due, t.now, t.figures)
	for n, due := range late {
		run := autorecharge.Begin(t.rule, due, contract.AutoMissed)
		run.Code = contract.FailAutoRechargeLate
		if err := t.q.AutoRuns.Save(ctx, run); err != nil {
			return err
		}
		if n < len(late)-1 {
			continue
		}
		if err := t.tell(ctx, messageMissed, run.Date, t.dates(run)); err != nil {
			return err
		}
	}
	return nil
}

// remind tells the customer about tomorrow's recharge. A card that will have expired by then pauses the rule now, while there
// is time to change it. A line that is being given up gets no message: its date is skipped, unless the line stays.
func (t turn) remind(ctx context.Context, due time.Time) error {
	if going, err := t.endReason(ctx, t.rule.LineID); err != nil || going != "" {
		return err
	}
	card, err := t.q.Cards.Get(ctx, t.rule.UserID, t.rule.CardID)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return t.pause(ctx, contract.FailAutoRechargeCardGone)
	case err != nil:
		return err
	case autorecharge.ValidateCard(card.ExpiryMonth, card.ExpiryYear, due) != nil:
		return t.pause(ctx, contract.FailAutoRechargeCardExpires)
	}
	run := autorecharge.Begin(t.rule, due, contract.AutoIdle)
	return t.tell(ctx, messageTomorrow, run.Date, t.dates(run))
}
