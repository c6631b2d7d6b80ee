package subscription_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	domain "selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/subscription"
)

var (
	ctx = context.Background()
	at  = storetest.Today
)

// followed returns the plan of a new line, with its call.
func followed(t *testing.T, db *bun.DB, s *store.Store, msisdn string) contract.PlanSubscription {
	t.Helper()
	storetest.Exec(t, db, "INSERT INTO plan_categories (key, name_en, name_ar, position) SELECT 'basic', 'B', 'ب', 0 WHERE NOT EXISTS (SELECT FROM plan_categories)")
	storetest.Exec(t, db, `INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, items)
		SELECT 'basic-25', 'BASIC-25', 'P', 'ب', 2500, 'prepaid', 'basic', 30, 0, '[]' WHERE NOT EXISTS (SELECT FROM plans)`)
	p := contract.PlanSubscription{
		LineID: storetest.Metered(t, s, msisdn), PlanID: "basic-25", Type: "prepaid", Language: "ar", Stage: contract.SubscriptionActive, AutoRenew: true, Cycle: 1,
		From: at, Until: at.AddDate(0, 0, 30), Step: contract.StepRenew, DueAt: at.AddDate(0, 0, 30), Seq: 1,
	}
	require.NoError(t, storetest.Win(s.PlanSubscriptions.Begin(ctx, p)))
	return p
}

func calls(t *testing.T, s *store.Store) (lines []string, seqs []int64) {
	t.Helper()
	found, err := s.PlanSubscriptions.Calls(ctx, 10)
	require.NoError(t, err)
	for _, call := range found {
		lines, seqs = append(lines, call.Subscription.LineID), append(seqs, call.Seq)
	}
	return lines, seqs
}

func TestBegin_Repeated_ChangesNothing(t *testing.T) {
	db, s := storetest.Database(t)
	p := followed(t, db, s, "0570000001")
	again := p
	again.Cycle = 9
	require.ErrorIs(t, storetest.Win(s.PlanSubscriptions.Begin(ctx, again)), storetest.ErrLost)
	stored, err := s.PlanSubscriptions.Get(ctx, p.LineID)
	require.NoError(t, err)
	require.Equal(t, p, stored)
	_, err = s.PlanSubscriptions.Get(ctx, storetest.NewID())
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	lines, _ := calls(t, s)
	require.Equal(t, []string{p.LineID}, lines)
}

// A stale state queues no message about itself.
func TestSave_OtherState_IsStale(t *testing.T) {
	db, s := storetest.Database(t)
	p := followed(t, db, s, "0570000001")
	next := p
	next.Seq, next.Stage, next.Step, next.DueAt, next.SuspendedSince = 2, contract.SubscriptionExpired, contract.StepNone, time.Time{}, at
	told := contract.Notice{OrderID: p.LineID, Key: "expired", Template: "plan-expired"}
	storetest.RequireOneWins(t, storeerrors.ErrStale, func(int) error { return s.PlanSubscriptions.Save(ctx, next, told) })
	for _, seq := range []int64{1, 2, 4} {
		late := p
		late.Seq = seq
		require.ErrorIs(t, s.PlanSubscriptions.Save(ctx, late, contract.Notice{OrderID: p.LineID, Key: fmt.Sprint("late-", seq), Template: "plan-renewed"}), storeerrors.ErrStale)
	}
	stored, err := s.PlanSubscriptions.Get(ctx, p.LineID)
	require.NoError(t, err)
	require.Equal(t, next, stored)
	messages, err := s.Outbox.Of(ctx, p.LineID)
	require.NoError(t, err)
	require.Len(t, messages, 1)
	line, err := s.Lines.Get(ctx, p.LineID)
	require.NoError(t, err)
	require.Equal(t, "basic-25", line.PlanID)
	require.True(t, at.Equal(line.SuspendedSince))
}

func TestDropCalls_WrittenAgain_Stays(t *testing.T) {
	db, s := storetest.Database(t)
	first, second := followed(t, db, s, "0570000001"), followed(t, db, s, "0570000002")
	lines, heard := calls(t, s)
	require.Equal(t, []string{first.LineID, second.LineID}, lines)
	require.NoError(t, s.PlanSubscriptions.Wake(ctx, first.LineID))
	require.NoError(t, s.PlanSubscriptions.DropCalls(ctx, heard))
	lines, heard = calls(t, s)
	require.Equal(t, []string{first.LineID}, lines)

	require.NoError(t, s.PlanSubscriptions.PutCallsAside(ctx, nil))
	require.NoError(t, s.PlanSubscriptions.PutCallsAside(ctx, heard))
	lines, _ = calls(t, s)
	require.Empty(t, lines, "not again for a minute")
	storetest.Exec(t, db, "UPDATE subscription_calls SET failed_at = failed_at - interval '2 minutes'")
	lines, _ = calls(t, s)
	require.Equal(t, []string{first.LineID}, lines)
}

func TestCalls_Unreadable_DoesNotBlock(t *testing.T) {
	db, s := storetest.Database(t)
	broken, good := followed(t, db, s, "0570000001"), followed(t, db, s, "0570000002")
	storetest.Exec(t, db, `UPDATE plan_subscriptions SET state = '{"cycle": "one"}' WHERE line_id = ?`, broken.LineID)
	found, err := s.PlanSubscriptions.Calls(ctx, 10)
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Error(t, found[0].Unreadable)
	require.NoError(t, found[1].Unreadable)
	require.Equal(t, good, found[1].Subscription)
}

func TestAddCharges_SameCycle_IsConflict(t *testing.T) {
	db, s := storetest.Database(t)
	p := followed(t, db, s, "0570000001")
	cycle := subscription.ChargedCycle{
		LineID: p.LineID, Cycle: 2, PlanID: p.PlanID, PaidBy: subscription.PaidByBalance, From: p.Until, Until: p.Until.AddDate(0, 0, 30), At: at,
		Items: []domain.Charge{{Item: "plan", Amount: 2500}, {Item: "multi-sim", Amount: 500}},
	}
	charge := func(c subscription.ChargedCycle) error {
		return s.InTx(ctx, func(q *store.Tx) error { return q.PlanSubscriptions.AddCharges(ctx, c) })
	}
	storetest.RequireOneWins(t, storeerrors.ErrConflict, func(int) error { return charge(cycle) })
	other := cycle
	other.Items = []domain.Charge{{Item: "commitment", Amount: 100}, {Item: "plan", Amount: 2500}}
	require.ErrorIs(t, charge(other), storeerrors.ErrConflict)
	var charged string
	require.NoError(t, db.NewRaw("SELECT string_agg(item, ' ' ORDER BY item) FROM subscription_charges").Scan(ctx, &charged))
	require.Equal(t, "multi-sim plan", charged, "all of a cycle, or none")
	_, _, err := s.PlanSubscriptions.FindSwitchCycle(ctx, storetest.NewID())
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestCommit_Repeated_KeepsTheFirst(t *testing.T) {
	db, s := storetest.Database(t)
	p := followed(t, db, s, "0570000001")
	none, err := s.PlanSubscriptions.Commitment(ctx, p.LineID)
	require.NoError(t, err)
	require.Nil(t, none)
	for _, months := range []int{12, 24} {
		require.NoError(t, s.PlanSubscriptions.Commit(ctx, p.LineID, domain.Commitment{Months: months, Waived: 9000, Since: at}))
	}
	_, promised, err := s.PlanSubscriptions.Extras(ctx, p.LineID, at)
	require.NoError(t, err)
	require.Equal(t, 12, promised.Months)
	for range 2 {
		require.NoError(t, s.PlanSubscriptions.EndCommitment(ctx, p.LineID))
	}
	none, err = s.PlanSubscriptions.Commitment(ctx, p.LineID)
	require.NoError(t, err)
	require.Nil(t, none)
}

func TestSubscriptions_ManyLines_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db, "INSERT INTO subscription_calls (line_id) SELECT id FROM lines",
		`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, 1, 'plan', 'p-1', 100, 'balance', now(), now(), now() FROM lines`)
	line, owned := storetest.NthLine(7), storetest.Metered(t, s, "0579999999")
	storetest.RequireIndexed(t, db, map[string]func() error{
		"get":    func() error { return storetest.TakeError(s.PlanSubscriptions.Get(ctx, line)) },
		"calls":  func() error { return storetest.TakeError(s.PlanSubscriptions.Calls(ctx, 10)) },
		"look":   func() error { return storetest.TakeError(s.PlanSubscriptions.Look(ctx, owned, "p-1", at)) },
		"view":   func() error { return storetest.TakeError(s.PlanSubscriptions.View(ctx, line, line)) },
		"active": func() error { return storetest.TakeError(s.PlanSubscriptions.Active(ctx, line, storetest.Past())) },
		"extras": func() error { return storetest.TakeLastError(s.PlanSubscriptions.Extras(ctx, line, at)) },
		"with extras": func() error {
			return storetest.TakeError(s.PlanSubscriptions.ListWithExtras(ctx, []string{line, storetest.NthLine(8)}))
		},
		"balances": func() error {
			return storetest.TakeError(s.PlanSubscriptions.LockBalances(ctx, []string{line, storetest.NthLine(8)}))
		},
	})
}
