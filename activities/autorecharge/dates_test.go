package autorecharge_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"golang.org/x/sync/errgroup"

	"selfcare/activities/autorecharge"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/autorecharge"
	"selfcare/internal/store"
	"selfcare/internal/store/line"
)

// starter notes the started dates, and fails for some lines.
type starter struct {
	mu      sync.Mutex
	started []string
	fails   map[string]bool // by line
}

func (s *starter) Start(_ context.Context, lineID string, due time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails[lineID] {
		return errors.New("it cannot be started")
	}
	s.started = append(s.started, contract.AutoRechargeID(lineID, domain.Date(due)))
	return nil
}

// take returns the started dates, in order, and forgets them.
func (s *starter) take() (started []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	started, s.started = s.started, nil
	slices.Sort(started)
	return started
}

// looksAt has a worker, whose clock says now, follow the due rules once: it stops at the first pause.
func (d *desk) looksAt(now time.Time) {
	d.t.Helper()
	require.NoError(d.t, d.tryLook(now))
}

func (d *desk) tryLook(now time.Time) error {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	stopped := make(chan struct{})
	close(stopped)
	env.SetWorkerStopChannel(stopped)
	dates := autorecharge.NewDates(d.store, d.starter, "https://selfcare.example", func() time.Time { return now })
	env.RegisterActivity(dates)
	_, err := env.ExecuteActivity(dates.FollowDueDates)
	return err
}

// dueAt is the next look at the rule; zero for none.
func (d *desk) dueAt() (at time.Time) {
	d.t.Helper()
	var next *time.Time
	require.NoError(d.t, d.db.NewRaw("SELECT due_at FROM auto_recharges WHERE id = ?", d.rule.ID).Scan(ctx, &next))
	if next != nil {
		at = next.UTC()
	}
	return at
}

func (d *desk) id(date string) string { return contract.AutoRechargeID(d.rule.LineID, date) }

// another opens the same rule for one more line.
func (d *desk) another(n int) (rule contract.AutoRecharge) {
	d.t.Helper()
	rule = d.rule
	var err error
	rule.ID = uuid.NewString()
	rule.LineID, err = d.store.Lines.Add(ctx, line.Line{
		MSISDN: fmt.Sprintf("057100%04d", n), Kind: line.Voice, Type: "prepaid", PlanID: "none", Person: contract.Person{IDNumber: "1000000008"},
	}, due)
	require.NoError(d.t, err)
	opened, err := d.store.AutoRecharges.Open(ctx, rule)
	require.NoError(d.t, err)
	require.True(d.t, opened)
	return rule
}

var notice = due.AddDate(0, 0, -1)

func TestDates_MonthOfThirtyDays_NoticeThenStart(t *testing.T) {
	d := newDesk(t)
	require.True(t, d.dueAt().Equal(notice), d.dueAt())
	d.looksAt(notice.Add(-time.Second))
	require.Empty(t, d.told())

	for range 2 {
		d.looksAt(notice)
		require.True(t, d.dueAt().Equal(due), d.dueAt())
	}
	require.Equal(t, []string{"auto-recharge-tomorrow"}, d.told())
	require.Empty(t, d.starter.take())

	d.looksAt(due)
	require.Equal(t, []string{d.id("2026-11-30")}, d.starter.take())
	require.True(t, d.dueAt().Equal(time.Date(2026, 12, 30, 9, 0, 0, 0, due.Location())), d.dueAt())
	d.looksAt(due.Add(time.Hour))
	require.Empty(t, d.starter.take())
	require.Empty(t, d.told())
}

func TestDates_TwoWorkers_StartOnce(t *testing.T) {
	d := newDesk(t)
	for n := range 60 { // more than a batch
		d.another(n)
	}
	var all errgroup.Group
	for range 4 {
		all.Go(func() error { return d.tryLook(due) })
	}
	require.NoError(t, all.Wait())
	d.looksAt(due)
	started := d.starter.take()
	require.Len(t, slices.Compact(slices.Clone(started)), 61)
	d.looksAt(due)
	require.Empty(t, d.starter.take())
}

// A worker holds the row in an open transaction. When its connection ends, so does the transaction.
func TestDates_WorkerDied_OtherTakesRow(t *testing.T) {
	d := newDesk(t)
	died := errors.New("the worker died")
	err := d.store.InTx(ctx, func(q *store.Tx) error {
		taken, err := q.AutoRecharges.LockDue(ctx, due, 20, nil)
		require.NoError(t, err)
		require.Len(t, taken, 1)
		d.looksAt(due)
		require.Empty(t, d.starter.take(), "it is in other hands")
		return died
	})
	require.ErrorIs(t, err, died)
	d.looksAt(due)
	require.Equal(t, []string{d.id("2026-11-30")}, d.starter.take())
}

func TestDates_StartFails_StaysDueAndOthersGoOn(t *testing.T) {
	d := newDesk(t)
	other := d.another(1)
	d.starter.fails = map[string]bool{d.rule.LineID: true}
	d.looksAt(due)
	require.Equal(t, []string{contract.AutoRechargeID(other.LineID, "2026-11-30")}, d.starter.take())
	require.True(t, d.dueAt().Equal(notice), "it is still due since then")

	require.ErrorContains(t, d.tryLook(due.Add(time.Second)), "it cannot be started", "all fail: Temporal is away")
	d.starter.fails = nil
	d.looksAt(due.Add(time.Minute))
	require.Equal(t, []string{d.id("2026-11-30")}, d.starter.take())
}

func TestDates_ClocksDiffer_StartOnce(t *testing.T) {
	d := newDesk(t)
	fast, slow := due.Add(30*time.Second), due.Add(-30*time.Second)
	d.looksAt(slow)
	require.Empty(t, d.starter.take())
	d.looksAt(fast)
	require.Equal(t, []string{d.id("2026-11-30")}, d.starter.take())
	for _, now := range []time.Time{slow, fast, slow.Add(time.Minute), fast.Add(time.Minute)} {
		d.looksAt(now)
	}
	require.Empty(t, d.starter.take())
	require.Equal(t, []string{"auto-recharge-tomorrow"}, d.told())
}

func TestDates_DatesMissed_RecordedAndToldOnce(t *testing.T) {
	d := newDesk(t)
	for range 2 {
		d.looksAt(due.AddDate(0, 2, 10)) // 30 November, 31 December and 31 January
	}
	require.Equal(t, []string{"auto-recharge-missed"}, d.told())
	require.Empty(t, d.starter.take())
	last, known, err := d.store.AutoRuns.OfRule(ctx, d.rule.LineID, d.rule.ID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, []any{contract.AutoMissed, "2027-01-31"}, []any{last.Run.Stage, last.Run.Date})
	require.Equal(t, contract.AutoMissed, d.begins(due).Stage, "made up for too late, it stays missed")
	require.True(t, d.dueAt().Equal(time.Date(2027, 2, 27, 9, 0, 0, 0, due.Location())), d.dueAt())
}

func TestDates_HoursLate_IsMadeUpFor(t *testing.T) {
	d := newDesk(t)
	d.looksAt(due.Add(23 * time.Hour))
	require.Equal(t, []string{d.id("2026-11-30")}, d.starter.take())
	require.Empty(t, d.told())
}

// The workflow of the date was lost. It is started again before the next date begins.
func TestDates_DateUnderWay_IsStartedAgain(t *testing.T) {
	d := newDesk(t)
	d.looksAt(due)
	d.starter.take()
	d.tries(d.begins(due))
	december := time.Date(2026, 12, 31, 9, 0, 0, 0, due.Location())
	d.looksAt(december.AddDate(0, 0, -1))
	require.Equal(t, []string{d.id("2026-11-30")}, d.starter.take())
	require.Empty(t, d.told(), "nor is a date announced that may not come")
	d.looksAt(december)
	require.Equal(t, []string{d.id("2026-11-30")}, d.starter.take())
	require.True(t, d.dueAt().Equal(december.Add(10*time.Minute)), d.dueAt())

	run, _, err := d.store.AutoRuns.Latest(ctx, d.rule.LineID)
	require.NoError(t, err)
	run.Run.Stage = contract.AutoRecharged
	require.NoError(t, d.store.AutoRuns.Save(ctx, run.Run))
	d.looksAt(december.Add(10 * time.Minute))
	require.Equal(t, []string{d.id("2026-12-31")}, d.starter.take())
}

func TestDates_RuleResumed_NoPastDate(t *testing.T) {
	d := newDesk(t)
	require.NoError(t, d.store.AutoRecharges.Pause(ctx, d.rule.ID, contract.FailAutoRechargeCardFailed))
	require.Zero(t, d.dueAt())
	d.looksAt(due)
	require.Empty(t, d.starter.take())

	d.rule.Since = due.Add(time.Hour).UTC()
	resumed, err := d.store.AutoRecharges.Resume(ctx, d.rule)
	require.NoError(t, err)
	require.True(t, resumed)
	d.looksAt(due.Add(2 * time.Hour))
	require.Empty(t, d.starter.take())
	require.Empty(t, d.told())
	require.True(t, d.dueAt().Equal(time.Date(2026, 12, 30, 9, 0, 0, 0, due.Location())), d.dueAt())
}

func TestDates_RuleOfToday_IsNotAnnounced(t *testing.T) {
	d := newDesk(t)
	require.NoError(t, d.store.AutoRecharges.Pause(ctx, d.rule.ID, contract.FailAutoRechargeCardFailed))
	d.rule.Since = notice.Add(time.Hour).UTC()
	_, err := d.store.AutoRecharges.Resume(ctx, d.rule)
	require.NoError(t, err)
	require.True(t, d.dueAt().Equal(due), "its notice is past")
	_, err = d.db.NewRaw("UPDATE auto_recharges SET due_at = ? WHERE id = ?", d.rule.Since, d.rule.ID).Exec(ctx)
	require.NoError(t, err)
	d.looksAt(notice.Add(2 * time.Hour))
	require.Empty(t, d.told())
	require.True(t, d.dueAt().Equal(due), d.dueAt())
}

func TestDates_CardRemoved_PauseToldOnce(t *testing.T) {
	d := newDesk(t)
	require.NoError(t, d.store.Cards.Remove(ctx, d.rule.UserID, d.rule.CardID))
	now := time.Now()
	for range 2 {
		d.looksAt(now.Add(time.Minute))
	}
	require.Equal(t, []string{"auto-recharge-paused"}, d.told())
	require.Zero(t, d.dueAt())
	rule, known, err := d.store.AutoRecharges.OfLine(ctx, d.rule.LineID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, []any{contract.AutoPaused, contract.FailAutoRechargeCardGone}, []any{rule.State, rule.Reason})
}

func TestDates_CardExpires_PausesAtNotice(t *testing.T) {
	d := newDesk(t)
	_, err := d.db.NewRaw("UPDATE cards SET expiry_month = 10, expiry_year = 2026").Exec(ctx)
	require.NoError(t, err)
	d.looksAt(notice)
	require.Equal(t, []string{"auto-recharge-paused"}, d.told())
	require.Zero(t, d.dueAt())
}

func TestDates_RefusedRow_IsPutAside(t *testing.T) {
	d := newDesk(t)
	other := d.another(1)
	_, err := d.db.NewRaw(`
		CREATE FUNCTION refuse_run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'check_violation'; END $$;
		CREATE TRIGGER refuse_run BEFORE INSERT ON auto_recharge_runs FOR EACH ROW WHEN (NEW.line_id = '` + d.rule.LineID + `') EXECUTE FUNCTION refuse_run()`).Exec(ctx)
	require.NoError(t, err)
	late := due.AddDate(0, 0, 10)
	d.looksAt(late)

	_, known, err := d.store.AutoRuns.Latest(ctx, other.LineID)
	require.NoError(t, err)
	require.True(t, known, "the other goes on")
	aside, err := d.store.Figures.PutAside(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, aside["auto-recharge"])
	found, err := d.store.Sweeps.Findings(ctx, 10)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, contract.AutoRechargePrefix+d.rule.LineID, found[0].Workflow)

	_, err = d.db.NewRaw("DROP TRIGGER refuse_run ON auto_recharge_runs").Exec(ctx)
	require.NoError(t, err)
	d.looksAt(late.Add(9 * time.Minute))
	_, known, err = d.store.AutoRuns.Latest(ctx, d.rule.LineID)
	require.NoError(t, err)
	require.False(t, known, "not again for ten minutes")
	d.looksAt(late.Add(10 * time.Minute))
	aside, err = d.store.Figures.PutAside(ctx)
	require.NoError(t, err)
	require.Zero(t, aside["auto-recharge"])
}
