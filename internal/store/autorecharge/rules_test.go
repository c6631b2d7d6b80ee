package autorecharge_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

// weekly is a rule of a user for the main line, with a card.
func weekly(t *testing.T, db *bun.DB, s *store.Store) contract.AutoRecharge {
	t.Helper()
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	r := contract.AutoRecharge{
		ID: storetest.NewID(), LineID: line.ID, UserID: her.ID, CardID: storetest.NewID(), Language: "ar", Frequency: contract.AutoWeekly,
		Weekday: time.Monday, Hour: 9, Amount: 5000, State: contract.AutoActive, Since: at,
	}
	storetest.Exec(t, db, `INSERT INTO cards (id, user_id, fingerprint_hash, personal, brand, last4, expiry_month, expiry_year, is_default)
		VALUES (?, ?, 'f', 'p', 'MADA', '1234', 12, 2030, true)`, r.CardID, her.ID)
	return r
}

func opened(t *testing.T, s *store.Store, r contract.AutoRecharge) {
	t.Helper()
	won, err := s.AutoRecharges.Open(ctx, r)
	require.NoError(t, err)
	require.True(t, won)
}

func ofLine(t *testing.T, s *store.Store, lineID string) contract.AutoRecharge {
	t.Helper()
	r, known, err := s.AutoRecharges.OfLine(ctx, lineID)
	require.NoError(t, err)
	require.True(t, known)
	return r
}

func TestOpen_Concurrent_LineHasOneRule(t *testing.T) {
	db, s := storetest.Database(t)
	r := weekly(t, db, s)
	var rules [8]contract.AutoRecharge
	for n := range rules {
		rules[n] = r
		rules[n].ID = storetest.NewID()
	}
	winner := rules[storetest.RequireOneWins(t, storetest.ErrLost, func(caller int) error {
		return storetest.Win(s.AutoRecharges.Open(ctx, rules[caller]))
	})]
	opened(t, s, winner)
	require.Equal(t, winner, ofLine(t, s, r.LineID))
}

func TestRules_LateChange_IsIgnored(t *testing.T) {
	db, s := storetest.Database(t)
	r := weekly(t, db, s)
	opened(t, s, r)
	resumed, err := s.AutoRecharges.Resume(ctx, r)
	require.NoError(t, err)
	require.False(t, resumed, "an active rule")
	require.NoError(t, s.AutoRecharges.Pause(ctx, r.ID, contract.FailAutoRechargeCardGone))
	require.NoError(t, s.AutoRecharges.Pause(ctx, r.ID, "later_reason"))
	require.Equal(t, []any{contract.AutoPaused, contract.FailAutoRechargeCardGone}, []any{ofLine(t, s, r.LineID).State, ofLine(t, s, r.LineID).Reason})
	want := r
	want.Since = at.Add(time.Hour)
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.AutoRecharges.Resume(ctx, want)) })
	require.Equal(t, want, ofLine(t, s, r.LineID))

	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.AutoRecharges.End(ctx, r.LineID, "")) })
	require.NoError(t, s.AutoRecharges.Pause(ctx, r.ID, contract.FailAutoRechargeCardGone))
	_, known, err := s.AutoRecharges.OfLine(ctx, r.LineID)
	require.NoError(t, err)
	require.False(t, known)
	next := r
	next.ID = storetest.NewID()
	opened(t, s, next)
}

func TestRuns_Save_KeepsThePurchase(t *testing.T) {
	db, s := storetest.Database(t)
	r := weekly(t, db, s)
	opened(t, s, r)
	bought := contract.Purchase{ID: storetest.NewID()}
	run := contract.AutoRun{RuleID: r.ID, LineID: r.LineID, Date: "2026-11-23", Due: at, Stage: contract.AutoTrying, Try: 1, Purchase: &bought}
	require.NoError(t, s.AutoRuns.Save(ctx, run))
	run.Stage, run.Purchase, run.NextTry = contract.AutoWaiting, nil, at.Add(time.Hour)
	for range 2 {
		require.NoError(t, s.AutoRuns.Save(ctx, run))
	}
	earlier := run
	earlier.Date, earlier.Stage, earlier.NextTry = "2026-11-16", contract.AutoMissed, time.Time{}
	require.NoError(t, s.AutoRuns.Save(ctx, earlier))
	_, known, err := s.AutoRuns.OfRule(ctx, r.LineID, storetest.NewID())
	require.NoError(t, err)
	require.False(t, known)
	last, known, err := s.AutoRuns.Latest(ctx, r.LineID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, []any{run, bought.ID}, []any{last.Run, last.PurchaseID})
	_, known, err = s.AutoRuns.Lock(ctx, r.LineID, "2026-11-30")
	require.NoError(t, err)
	require.False(t, known)
}

func TestRuns_ManyDates_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db, `
		INSERT INTO auto_recharges (id, line_id, user_id, language, frequency, day, hour, amount, state, since, due_at)
		SELECT id, id, id, 'ar', 'monthly', 1, 9, 5000, 'paused', now(), now() + row_number() OVER () * interval '1 minute' FROM lines`,
		`INSERT INTO auto_recharge_runs (line_id, date, rule_id, due, stage, try)
		SELECT id, '2026-11-01', id, now(), 'recharged', 1 FROM lines`)
	line := storetest.NthLine(7)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"of line": func() error { return storetest.TakeLastError(s.AutoRecharges.OfLine(ctx, line)) },
		"latest":  func() error { return storetest.TakeLastError(s.AutoRuns.Latest(ctx, line)) },
		"of rule": func() error { return storetest.TakeLastError(s.AutoRuns.OfRule(ctx, line, line)) },
		"open":    func() error { return storetest.TakeLastError(s.AutoRuns.Open(ctx, line)) },
		"due":     func() error { return storetest.TakeError(s.AutoRecharges.LockDue(ctx, time.Now(), 10, []string{line})) },
	})
}
