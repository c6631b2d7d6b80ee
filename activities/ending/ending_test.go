package ending_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/activities/ending"
	"selfcare/activities/subscription"
	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/number"
	plans "selfcare/internal/domain/subscription"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	numberstore "selfcare/internal/store/number"
)

const (
	msisdn   = "0570000001"
	endingID = "01900000-0000-7000-8000-00000000000d"
)

var (
	ctx       = context.Background()
	activated = time.Date(2026, time.November, 15, 13, 20, 0, 0, calendar.Riyadh).UTC()
	asked     = activated.AddDate(0, 0, 5)
	ends      = asked.Add(24 * time.Hour)
)

// rig is one line in service with a plan, an account, a session and a further SIM.
type rig struct {
	*ending.Activities
	t      *testing.T
	db     *bun.DB
	store  *store.Store
	lineID string
	userID string
}

func newRig(t *testing.T, kind string) *rig {
	t.Helper()
	db, s := testkit.Databases(t)
	r := &rig{Activities: ending.New(s), t: t, db: db, store: s}
	plan := map[string]string{"prepaid": "hawakom-90", "postpaid": "postpaid-200"}[kind]
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('hawakom', 'Hawakom', 'هواكم', 0)")
	r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES (?, 'PLAN-1', 'Plan', 'باقة', 20000, ?, 'hawakom', 30, 1, 0, '[]')`, plan, kind)
	r.exec("INSERT INTO number_categories (key, price, position) VALUES ('bronze', 0, 0)")
	line, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: msisdn, Kind: linestore.Voice, Type: kind, PlanID: plan, Person: contract.Person{IDNumber: "1000000008"},
		Contact: contract.Contact{Mobile: "0501112233"},
	}, activated)
	require.NoError(t, err)
	r.lineID = line
	require.NoError(t, seed.BeginPlans(ctx, db, s, activated))
	r.exec(`INSERT INTO line_sims (line_id, iccid, since, is_primary, state) VALUES (?, '8996650000000000001', now(), true, 'active')`, r.lineID)
	r.exec(`INSERT INTO line_sims (line_id, iccid, since, is_primary, state, monthly_fee) VALUES (?, '8996650000000000002', now(), false, 'active', 1000)`, r.lineID)
	require.NoError(t, db.NewRaw(`
		INSERT INTO users (mobile, email, email_confirmed_at, password_hash, roles) VALUES (?, 'noura@example.sa', now(), 'x', '{customer}') RETURNING id`, msisdn).Scan(ctx, &r.userID))
	r.exec("INSERT INTO subscriptions (user_id, line_id, is_main) VALUES (?, ?, true)", r.userID, r.lineID)
	r.exec(`INSERT INTO sessions (token_hash, user_id, idle_for, idle_expires_at, absolute_expires_at)
		VALUES ('\x01', ?, '1 day', now() + interval '1 day', now() + interval '1 day')`, r.userID)
	r.exec("DELETE FROM subscription_calls")
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

func (r *rig) text(statement string, args ...any) (text string) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw(statement, args...).Scan(ctx, &text))
	return text
}

func (r *rig) has(balance contract.Halalas) {
	r.t.Helper()
	require.NoError(r.t, r.store.Ledger.Post(ctx, ledger.Posting{Key: "top-up", Subject: r.lineID, Kind: "top-up", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(r.lineID), Amount: -balance}, {Account: "customer", Amount: balance},
	}}))
}

func (r *rig) input() contract.LineEndingAt {
	return contract.LineEndingAt{At: contract.At{Now: ends}, Ending: contract.LineEnding{
		ID: endingID, LineID: r.lineID, Cause: contract.CauseDeactivated, AskedBy: r.userID, Reason: "other", Fate: contract.OutcomeQuarantine,
		Language: "en", Link: "https://selfcare.example/en/deactivate-number/x#y", RequestedAt: asked,
	}}
}

func (r *rig) ends(in contract.LineEndingAt) contract.FinalStatement {
	r.t.Helper()
	s, err := r.EndLine(ctx, in)
	require.NoError(r.t, err)
	return s
}

func TestEndLine_Line_EndsAllItHas(t *testing.T) {
	r := newRig(t, "prepaid")
	r.has(1234)
	require.NoError(t, r.store.Lines.Claim(ctx, linestore.Claim{LineID: r.lineID, Holder: endingID, Until: ends}))
	s := r.ends(r.input())
	require.Equal(t, contract.Halalas(1234), s.BalanceLost)
	require.Equal(t, 1, s.ExtraSIMs)
	require.Equal(t, 1, s.Cycle)

	require.Equal(t, "ended", r.text("SELECT status FROM lines"))
	require.Zero(t, r.count("SELECT count(*) FROM line_sims WHERE state <> 'inactive' OR until IS NULL"))
	require.Zero(t, r.count("SELECT count(*) FROM subscriptions WHERE ended_at IS NULL"))
	require.Zero(t, r.count("SELECT count(*) FROM sessions"))
	require.Zero(t, r.count("SELECT count(*) FROM line_changes"))
	require.Zero(t, r.count("SELECT amount FROM line_balances"))
	require.Equal(t, 1, r.count("SELECT count(*) FROM users WHERE mobile IS NULL AND email IS NULL AND closed_at IS NOT NULL"))
	require.Equal(t, 1, r.count("SELECT count(*) FROM numbers WHERE status = 'quarantine' AND held_until = ?", ends.Add(90*24*time.Hour)))
	require.Equal(t, 1, r.count("SELECT count(*) FROM subscription_calls"), "its plan is called, and finds the line gone")
	require.Equal(t, 2, r.count("SELECT count(*) FROM outbox WHERE template = 'line-ended'"), "the other mobile and the e-mail; the number itself is off")
	kept, known, err := r.store.Endings.Get(ctx, endingID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, s.BalanceLost, kept.BalanceLost)
}

func TestEndLine_Called_PlanCloses(t *testing.T) {
	r := newRig(t, "prepaid")
	followed, err := r.store.PlanSubscriptions.Get(ctx, r.lineID)
	require.NoError(t, err)
	r.ends(r.input())
	a := subscription.New(r.store)
	_, err = a.AdvanceSubscription(ctx, followed, contract.At{Now: ends})
	require.Error(t, err, "the row is ahead of what the workflow knows")
	written, err := r.store.PlanSubscriptions.Get(ctx, r.lineID)
	require.NoError(t, err)
	require.Equal(t, followed.Seq+1, written.Seq)
	_, err = a.AdvanceSubscription(ctx, written, contract.At{Now: ends})
	fixture.RequireRefusal(t, err, contract.FailNumberAbsent)
	closed, err := a.EndSubscription(ctx, written, contract.At{Now: ends})
	require.NoError(t, err)
	require.Equal(t, contract.SubscriptionEnded, closed.Stage)
}

// A renewal at the same moment either comes before the end, and its charge is not forfeited again, or does not come at all.
func TestEndLine_DuringRenewal_BooksAgree(t *testing.T) {
	for range 5 {
		r := newRig(t, "prepaid")
		r.has(50_000)
		followed, err := r.store.PlanSubscriptions.Get(ctx, r.lineID)
		require.NoError(t, err)
		var both sync.WaitGroup
		both.Go(func() {
			_, _ = subscription.New(r.store).AdvanceSubscription(ctx, followed, contract.At{Now: followed.Until})
		})
		both.Go(func() {
			in := r.input()
			in.Now = followed.Until
			for range 20 { // as the workflow repeats the call
				if _, err := r.EndLine(ctx, in); err == nil {
					return
				}
			}
		})
		both.Wait()
		s := r.ends(r.input())
		renewed := r.count("SELECT coalesce(sum(amount), 0) FROM subscription_charges WHERE paid_by = 'balance'")
		require.Equal(t, contract.Halalas(50_000-renewed), s.BalanceLost)
		require.Equal(t, 1+min(renewed, 1), s.Cycle)
		require.Zero(t, r.count("SELECT amount FROM line_balances"))
	}
}

// Every repeat, and every simultaneous call, gets the same statement; nothing happens twice.
func TestEndLine_ManyAtOnce_EachEffectOnce(t *testing.T) {
	r := newRig(t, "prepaid")
	r.has(1234)
	var all sync.WaitGroup
	answers := make([]contract.FinalStatement, 6)
	for i := range answers {
		all.Go(func() {
			in := r.input()
			in.Now = in.Now.Add(time.Duration(i) * time.Minute)
			answers[i], _ = r.EndLine(ctx, in)
		})
	}
	all.Wait()
	again := r.ends(r.input())
	for _, answer := range answers {
		require.Equal(t, again, answer)
	}
	require.Equal(t, 1, r.count("SELECT count(*) FROM ledger_operations WHERE kind = 'line-end'"))
	require.Equal(t, 2, r.count("SELECT count(*) FROM outbox WHERE template = 'line-ended'"))
	require.Equal(t, 1, r.count("SELECT count(*) FROM line_endings"))
}

// A crash between two effects leaves none of them: each one of the transaction fails in turn.
func TestEndLine_Fault_LeavesNothingHalfDone(t *testing.T) {
	for _, table := range []string{"ledger_operations", "plan_subscriptions", "line_sims", "subscriptions", "sessions", "numbers", "lines", "line_endings", "outbox"} {
		t.Run(table, func(t *testing.T) {
			r := newRig(t, "prepaid")
			r.has(1234)
			r.exec("CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'fault of the test'; END $$")
			r.exec("CREATE TRIGGER fault BEFORE INSERT OR UPDATE OR DELETE ON " + table + " FOR EACH STATEMENT EXECUTE FUNCTION fault()")
			_, err := r.EndLine(ctx, r.input())
			require.ErrorContains(t, err, "fault of the test")
			require.Equal(t, "active", r.text("SELECT status FROM lines"))
			require.Equal(t, 1234, r.count("SELECT amount FROM line_balances"))
			require.Equal(t, 1, r.count("SELECT count(*) FROM sessions"))
			require.Zero(t, r.count("SELECT count(*) FROM line_endings"))
			r.exec("DROP TRIGGER fault ON " + table)
			require.Equal(t, contract.Halalas(1234), r.ends(r.input()).BalanceLost)
			require.Equal(t, "ended", r.text("SELECT status FROM lines"))
		})
	}
}

func TestEndLine_Postpaid_OwesUsageAndLeaving(t *testing.T) {
	r := newRig(t, "postpaid")
	require.NoError(t, r.store.PlanSubscriptions.Commit(ctx, r.lineID, plans.Commitment{Months: 12, Waived: 120_000, Since: activated}))
	charge := `INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, paid_by, cycle_from, cycle_until, charged_at)
		VALUES (?, ?, 'plan', 'postpaid-200', 20000, 'invoice', ?, ?, now())`
	r.exec(charge, r.lineID, 2, asked.Add(-time.Hour), ends)
	r.exec(charge, r.lineID, 3, asked, ends.AddDate(0, 1, 0))
	s := r.ends(r.input())
	require.Equal(t, contract.Halalas(20_000), s.Waived, "a cycle that began when its owner had asked for the end already")
	require.Equal(t, contract.Halalas(20_000), s.Dues, "the cycle before it")
	require.Equal(t, contract.Halalas(110_000), s.Leaving)
	require.Equal(t, 11, s.MonthsLeft)
	require.Equal(t, 1, r.count("SELECT count(*) FROM subscription_charges WHERE item = 'leaving' AND amount = 110000 AND paid_by = 'invoice'"))
	r.ends(r.input())
	require.Equal(t, 1, r.count("SELECT count(*) FROM invoices WHERE period = 'final' AND total = 130000"), "its final invoice, with what the statement says")
	require.Equal(t, 130_000, r.count("SELECT amount FROM line_balances"))
	require.Equal(t, 1, r.count("SELECT count(*) FROM subscription_charges WHERE item = 'leaving'"))
}

func TestEndLine_Number_GoesWhereItBelongs(t *testing.T) {
	tests := map[string]struct {
		msisdn, portedFrom string
		fate               contract.NumberOutcome
		operator           string
		left               int // rows in our stock
	}{
		"rests":                                  {msisdn, "", contract.OutcomeQuarantine, "", 1},
		"was away, was brought back and rests":   {msisdn, "stc", contract.OutcomeQuarantine, "", 1},
		"goes back to the operator of its range": {"0551234567", "stc", contract.OutcomeReturned, "stc", 0},
		"is with another one":                    {msisdn, "", contract.OutcomeLeft, "stc", 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "prepaid")
			r.exec("UPDATE lines SET msisdn = ?, ported_from = ?", tt.msisdn, tt.portedFrom)
			if number.IsOurs(tt.msisdn) { // the database refuses other numbers
				r.exec("INSERT INTO numbers (msisdn, category, status, order_id) VALUES (?, 'bronze', 'sold', gen_random_uuid())", tt.msisdn)
			}
			in := r.input()
			in.Ending.Fate, in.Ending.Operator = tt.fate, tt.operator
			r.ends(in)
			require.Equal(t, tt.left, r.count("SELECT count(*) FROM numbers"))
			require.Equal(t, tt.left, r.count("SELECT count(*) FROM numbers WHERE status = 'quarantine'"))
			require.Equal(t, string(tt.fate), r.text("SELECT fate FROM line_endings"))
		})
	}
}

// endsUnused marks the plan of the line as one that ends because the line is unused.
func (r *rig) endsUnused() contract.LineEndingAt {
	r.t.Helper()
	plan, err := r.store.PlanSubscriptions.Get(ctx, r.lineID)
	require.NoError(r.t, err)
	plan = plans.Expired(plan, ends.AddDate(0, 0, -180))
	plan = plans.Releasing(plan, plans.EndingOfInactive(plan, contract.OutcomeQuarantine, "", ends), ends)
	plan.Seq++
	require.NoError(r.t, r.store.PlanSubscriptions.Save(ctx, plan))
	return contract.LineEndingAt{At: contract.At{Now: ends}, Ending: *plan.Inactive.Ending}
}

func TestEndLine_UnusedThenRecharged_Stays(t *testing.T) {
	r := newRig(t, "prepaid")
	in := r.endsUnused()
	r.has(100) // dated by the database: later than the start of the count
	_, err := r.EndLine(ctx, in)
	fixture.RequireRefusal(t, err, contract.FailLineBusyNow)
	require.Equal(t, "active", r.text("SELECT status FROM lines"))
	require.Equal(t, 100, r.count("SELECT amount FROM line_balances"), "nothing is forfeited")

	unused := newRig(t, "prepaid")
	require.Equal(t, contract.CauseInactive, unused.ends(unused.endsUnused()).Cause)
}

func TestEndLine_UnusedWithNewPlan_IsRefused(t *testing.T) {
	r := newRig(t, "prepaid")
	in := r.endsUnused()
	plan, err := r.store.PlanSubscriptions.Get(ctx, r.lineID)
	require.NoError(t, err)
	plan = plans.SwitchedNow(plan, plans.Plan{ID: "hawakom-90", Period: plans.Period{Months: 1}}, ends)
	plan.Seq++
	require.NoError(t, r.store.PlanSubscriptions.Save(ctx, plan))
	_, err = r.EndLine(ctx, in)
	fixture.RequireRefusal(t, err, contract.FailLineBusyNow)
}

func TestEndLine_NumberLeft_IsNotSoldAgain(t *testing.T) {
	r := newRig(t, "prepaid")
	r.exec("INSERT INTO numbers (msisdn, category, status, order_id) VALUES (?, 'bronze', 'sold', gen_random_uuid())", msisdn)
	in := r.input()
	in.Ending.Fate, in.Ending.Operator, in.Ending.Cause = contract.OutcomeLeft, "stc", contract.CausePortedOut
	r.ends(in)
	_, err := r.db.ExecContext(ctx, "INSERT INTO numbers (msisdn, category) VALUES (?, 'bronze')", msisdn)
	require.ErrorContains(t, err, "has left to another operator")
	require.Equal(t, "stc", r.text("SELECT operator FROM departed_numbers WHERE msisdn = ? AND line_id = ?", msisdn, r.lineID))
}

func TestEndLine_Quarantine_NumberIsFreeAfter(t *testing.T) {
	r := newRig(t, "prepaid")
	r.ends(r.input())
	order := fixture.NewOrder().ID
	_, err := r.store.Numbers.Claim(ctx, msisdn, order, time.Now().Add(time.Hour))
	require.ErrorIs(t, err, storeerrors.ErrNumberTaken)
	search := func() []numberstore.Free {
		found, err := r.store.Numbers.Search(ctx, numberstore.Query{Page: 1, PerPage: 10})
		require.NoError(t, err)
		return found.Items
	}
	require.Empty(t, search())
	r.exec("UPDATE numbers SET held_until = now()")
	require.NoError(t, ending.NewReturns(r.store.NumberReturns, r.store.Numbers, nil, time.Minute).FreeOwn(ctx))
	require.Len(t, search(), 1)
	_, err = r.store.Numbers.Claim(ctx, msisdn, order, time.Now().Add(time.Hour))
	require.NoError(t, err)
}

func TestEndLine_OtherAccounts_LoseLineAndStay(t *testing.T) {
	r := newRig(t, "prepaid")
	own, err := r.store.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000002", Kind: linestore.Voice, Type: "prepaid", PlanID: "hawakom-90", Person: contract.Person{IDNumber: "1000000016"},
	}, activated)
	require.NoError(t, err)
	var other string
	require.NoError(t, r.db.NewRaw("INSERT INTO users (mobile, password_hash) VALUES ('0570000002', 'x') RETURNING id").Scan(ctx, &other))
	r.exec("INSERT INTO subscriptions (user_id, line_id, is_main) VALUES (?, ?, true), (?, ?, false)", other, own, other, r.lineID)
	r.exec(`INSERT INTO sessions (token_hash, user_id, idle_for, idle_expires_at, absolute_expires_at)
		VALUES ('\x02', ?, '1 day', now() + interval '1 day', now() + interval '1 day')`, other)
	r.ends(r.input())
	require.Equal(t, 1, r.count("SELECT count(*) FROM sessions"), "of the other account")
	require.Equal(t, 1, r.count("SELECT count(*) FROM subscriptions WHERE ended_at IS NULL AND is_main AND user_id = ?", other))
	require.Zero(t, r.count("SELECT count(*) FROM users WHERE id = ? AND closed_at IS NOT NULL", other))
}

// downNetwork gives the answers of the test.
type downNetwork struct {
	network.Gateway
	err  error
	keys []string
}

func (n *downNetwork) Deactivate(_ context.Context, key, msisdn string) error {
	n.keys = append(n.keys, key+" "+msisdn)
	return n.err
}

func TestSwitchLineOff_Answers_Sorted(t *testing.T) {
	r := newRig(t, "prepaid")
	n := &downNetwork{err: fmt.Errorf("%w: no", gateway.ErrFinal)}
	off := ending.NewNetwork(r.store.Lines, n)
	fixture.RequireRefusal(t, off.SwitchLineOff(ctx, r.input().Ending), contract.FailNetworkRefused)
	n.err = gateway.ErrRetry
	err := off.SwitchLineOff(ctx, r.input().Ending)
	require.ErrorIs(t, errors.Join(err), gateway.ErrRetry)
	n.err = nil
	require.NoError(t, off.SwitchLineOff(ctx, r.input().Ending))
	require.Equal(t, "end:"+endingID+" "+msisdn, n.keys[2])
	r.ends(r.input())
	require.NoError(t, off.SwitchLineOff(ctx, r.input().Ending))
	require.Len(t, n.keys, 3, "the number may belong to another customer now")
}

func TestEndLine_OverdrawnBalance_IsWrittenOff(t *testing.T) {
	r := newRig(t, "prepaid")
	require.NoError(t, r.store.Ledger.Post(ctx, ledger.Posting{Key: "overdraft", Subject: r.lineID, Kind: "reversal", Overdraws: true, Entries: []ledger.Entry{
		{Account: ledger.LineAccount(r.lineID), Amount: 150}, {Account: "revenue", Amount: -150},
	}}))
	for range 2 {
		require.Zero(t, r.ends(r.input()).BalanceLost)
	}
	require.Zero(t, r.count("SELECT amount FROM line_balances WHERE line_id = ?", r.lineID))
	require.Equal(t, 150, r.count("SELECT sum(amount)::bigint FROM ledger_lines WHERE account = 'bad-debt'"))
}

func TestEndLine_LockedPlan_LeavesTheLineToUsage(t *testing.T) {
	r := newRig(t, "prepaid")
	usage, err := r.db.BeginTx(ctx, nil)
	require.NoError(t, err)
	_, err = usage.ExecContext(ctx, "SELECT FROM plan_subscriptions WHERE line_id = ? FOR UPDATE", r.lineID)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() {
		_, err := r.EndLine(ctx, r.input())
		ended <- err
	}()
	testkit.RequireLockWait(t, r.db)
	_, err = usage.ExecContext(ctx, "SELECT FROM lines WHERE id = ? FOR NO KEY UPDATE NOWAIT", r.lineID)
	require.NoError(t, err, "usage locks the plan and then the line")
	require.NoError(t, usage.Commit())
	require.NoError(t, <-ended)
}
