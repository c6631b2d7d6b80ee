package deactivation_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/deactivation"
	"selfcare/activities/subscription"
	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	plans "selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
)

const (
	msisdn = "0570000001"
	first  = "01900000-0000-7000-8000-00000000000d"
	second = "01900000-0000-7000-8000-00000000000e"
)

var (
	ctx       = context.Background()
	activated = time.Date(2026, time.November, 15, 13, 20, 0, 0, time.UTC)
	asked     = activated.AddDate(0, 0, 5)
)

// rig is one line in service with its account.
type rig struct {
	*deactivation.Activities
	t      *testing.T
	db     *bun.DB
	store  *store.Store
	lineID string
	userID string
}

func newRig(t *testing.T) *rig {
	t.Helper()
	db, s := testkit.Databases(t)
	r := &rig{Activities: deactivation.New(s), t: t, db: db, store: s}
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('hawakom', 'Hawakom', 'هواكم', 0)")
	for position, id := range []string{"hawakom-90", "hawakom-55"} {
		r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
			VALUES (?0, upper(?0), 'Plan', 'باقة', 9000, 'prepaid', 'hawakom', 30, 1, ?1, '[]')`, id, position)
	}
	line, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: msisdn, Kind: linestore.Voice, Type: "prepaid", PlanID: "hawakom-90", Person: contract.Person{IDNumber: "1000000008"},
	}, activated)
	require.NoError(t, err)
	r.lineID = line
	require.NoError(t, db.NewRaw("INSERT INTO users (mobile, password_hash) VALUES (?, 'x') RETURNING id", msisdn).Scan(ctx, &r.userID))
	r.exec("INSERT INTO subscriptions (user_id, line_id, is_main) VALUES (?, ?, true)", r.userID, r.lineID)
	require.NoError(t, seed.BeginPlans(ctx, db, s, activated))
	return r
}

func (r *rig) exec(statement string, args ...any) {
	r.t.Helper()
	_, err := r.db.NewRaw(statement, args...).Exec(ctx)
	require.NoError(r.t, err)
}

func (r *rig) count(statement string, args ...any) (n int) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw(statement, args...).Scan(ctx, &n))
	return n
}

func (r *rig) wanted(id string) contract.Deactivation {
	return contract.Deactivation{ID: id, LineID: r.lineID, UserID: r.userID, Language: "en", Reason: "other"}
}

func (r *rig) tries(d contract.Deactivation) (contract.Deactivation, error) {
	return r.OpenDeactivation(ctx, d, contract.DeactivationOpening{At: contract.At{Now: asked}, Link: "https://selfcare.example/en/deactivate-number/x#y"})
}

func (r *rig) opens(id string) contract.Deactivation {
	r.t.Helper()
	d, err := r.tries(r.wanted(id))
	require.NoError(r.t, err)
	return d
}

func TestOpenEnd_Allowed_ClaimsLineAndTells(t *testing.T) {
	r := newRig(t)
	d := r.opens(first)
	require.Equal(t, contract.DeactivationWaiting, d.Stage)
	require.Equal(t, contract.OutcomeQuarantine, d.Fate)
	require.True(t, d.UndoUntil.Equal(asked.Add(24*time.Hour)))
	claim, err := r.store.Lines.ClaimOf(ctx, r.lineID)
	require.NoError(t, err)
	require.Equal(t, "deactivation/"+r.lineID, claim.Holder)
	require.Equal(t, 1, r.count("SELECT count(*) FROM outbox WHERE template = 'deactivation-begun'"))

	again, err := r.tries(d)
	require.NoError(t, err)
	require.Equal(t, d, again)
	_, err = r.tries(r.wanted(first)) // the workflow lost what it had written
	var ahead *temporal.ApplicationError
	require.ErrorAs(t, err, &ahead)
	require.Equal(t, contract.ErrorSavedAhead, ahead.Type())
	require.Equal(t, 1, r.count("SELECT count(*) FROM outbox"))
}

func TestOpenEnd_Obstacles_AreNamed(t *testing.T) {
	tests := map[string]struct {
		stands func(*rig, *contract.Deactivation)
		want   contract.Code
		field  string
	}{
		"an unknown reason":      {func(_ *rig, d *contract.Deactivation) { d.Reason = "bored" }, contract.FailEndReason, "reasonKey"},
		"a line that has ended":  {func(r *rig, _ *contract.Deactivation) { r.exec("UPDATE lines SET status = 'ended'") }, contract.FailNumberAbsent, ""},
		"a line that is blocked": {func(r *rig, _ *contract.Deactivation) { r.exec("UPDATE lines SET status = 'blocked'") }, contract.FailLineBlocked, ""},
		"a SIM that changed hands": {func(r *rig, _ *contract.Deactivation) {
			r.exec("UPDATE lines SET guarded_until = ?", asked.Add(time.Hour))
		}, contract.FailLineGuarded, ""},
		"another price than shown": {func(r *rig, _ *contract.Deactivation) {
			require.NoError(r.t, r.store.PlanSubscriptions.Commit(ctx, r.lineID, plans.Commitment{Months: 12, Waived: 120_000, Since: activated}))
		}, contract.FailEndCost, ""},
		"a further SIM": {func(r *rig, _ *contract.Deactivation) {
			r.exec("INSERT INTO line_sims (line_id, iccid, since, is_primary, state) VALUES (?, '8996650000000000002', now(), false, 'active')", r.lineID)
		}, contract.FailEndExtraSIMs, ""},
		"an order for the line": {func(r *rig, _ *contract.Deactivation) {
			require.NoError(r.t, r.store.Lines.Claim(ctx, linestore.Claim{LineID: r.lineID, Holder: second, OrderNumber: "SC12345678", Until: asked}))
		}, contract.FailEndOrderRuns, ""},
		"a number that is leaving": {func(r *rig, _ *contract.Deactivation) {
			require.NoError(r.t, r.store.Lines.Claim(ctx, linestore.Claim{LineID: r.lineID, Holder: contract.HolderPortOut + second, Until: asked}))
		}, contract.FailEndPortOut, ""},
		"a change of a moment": {func(r *rig, _ *contract.Deactivation) {
			require.NoError(r.t, r.store.Lines.Claim(ctx, linestore.Claim{LineID: r.lineID, Holder: second, Until: asked}))
		}, contract.FailLineBusyNow, ""},
		"another deactivation": {func(r *rig, _ *contract.Deactivation) {
			r.opens(second)
			r.exec("DELETE FROM line_changes") // only the row is left
		}, contract.FailEndUnderWay, ""},
		"another customer's line": {func(r *rig, d *contract.Deactivation) {
			other, err := r.store.Lines.Add(ctx, linestore.Line{
				MSISDN: "0570000002", Kind: linestore.Voice, Type: "prepaid", PlanID: "hawakom-90", Person: contract.Person{IDNumber: "1000000016"},
			}, activated)
			require.NoError(r.t, err)
			r.exec("INSERT INTO subscriptions (user_id, line_id, is_main) VALUES (?, ?, false)", r.userID, other)
			d.LineID = other
		}, contract.FailEndNotOwner, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			d := r.wanted(first)
			tt.stands(r, &d)
			_, err := r.tries(d)
			var fields []string
			if tt.field != "" {
				fields = []string{tt.field}
			}
			fixture.RequireRefusal(t, err, tt.want, fields...)
			require.Zero(t, r.count("SELECT count(*) FROM line_deactivations WHERE id = ?", first))
			require.Zero(t, r.count("SELECT count(*) FROM line_changes WHERE holder LIKE 'deactivation/%'"))
		})
	}
}

func TestOpenEnd_ScheduledSwitch_IsDropped(t *testing.T) {
	r := newRig(t)
	s, err := r.store.PlanSubscriptions.Get(ctx, r.lineID)
	require.NoError(t, err)
	s, err = subscription.New(r.store).ScheduleSwitch(ctx, s, contract.SwitchChoice{At: contract.At{Now: activated}, PlanID: "hawakom-55"})
	require.NoError(t, err)
	r.exec("DELETE FROM subscription_calls")
	require.Equal(t, "hawakom-55", r.opens(first).Dropped)
	now, err := r.store.PlanSubscriptions.Get(ctx, r.lineID)
	require.NoError(t, err)
	require.Nil(t, now.Scheduled)
	require.Equal(t, s.Seq+1, now.Seq)
	require.Equal(t, 1, r.count("SELECT count(*) FROM subscription_calls"), "its workflow hears of it")
}

func TestUndoEnd_InTime_ReleasesLineAndTells(t *testing.T) {
	r := newRig(t)
	d := r.opens(first)
	_, err := r.UndoDeactivation(ctx, d, contract.DeactivationUndo{At: contract.At{Now: d.UndoUntil}})
	fixture.RequireRefusal(t, err, contract.FailEndTooLate)
	undone, err := r.UndoDeactivation(ctx, d, contract.DeactivationUndo{At: contract.At{Now: d.UndoUntil.Add(-time.Second)}, By: r.userID})
	require.NoError(t, err)
	require.Equal(t, contract.DeactivationUndone, undone.Stage)
	require.Zero(t, r.count("SELECT count(*) FROM line_changes"))
	require.Equal(t, 1, r.count("SELECT count(*) FROM outbox WHERE template = 'deactivation-undone'"))
	again, err := r.UndoDeactivation(ctx, undone, contract.DeactivationUndo{At: contract.At{Now: asked}})
	require.NoError(t, err)
	require.Equal(t, undone, again)
	require.Equal(t, contract.DeactivationWaiting, r.opens(second).Stage, "the owner may ask for it again")
}

func TestHoldEnd_Resumed_AuditsDecision(t *testing.T) {
	r := newRig(t)
	d, err := r.BeginEnding(ctx, r.opens(first), contract.At{Now: asked})
	require.NoError(t, err)
	held, err := r.HoldDeactivation(ctx, d, contract.DeactivationHeldUp{
		At: contract.At{Now: asked}, FailureCode: contract.FailNetworkRefused, Work: contract.WorkSwitchOff,
	})
	require.NoError(t, err)
	shown, err := r.store.Deactivations.ListHeld(ctx)
	require.NoError(t, err)
	require.Equal(t, []contract.Deactivation{held}, shown)
	resumed, err := r.ResumeDeactivation(ctx, held, contract.DeactivationResumed{Resolution: contract.Resolution{Action: "skip", Note: "by hand", Actor: "support-1"}})
	require.NoError(t, err)
	require.Equal(t, contract.DeactivationEnding, resumed.Stage)
	require.Equal(t, 1, r.count("SELECT count(*) FROM audit_log WHERE action = 'skip' AND note = 'by hand'"))
	done, err := r.CompleteDeactivation(ctx, resumed, contract.DeactivationCompleted{Statement: contract.FinalStatement{EndedAt: asked.Add(time.Hour)}})
	require.NoError(t, err)
	require.Equal(t, contract.DeactivationEnded, done.Stage)
	latest, known, err := r.store.Deactivations.Latest(ctx, r.lineID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, done.Stage, latest.Stage)
}
