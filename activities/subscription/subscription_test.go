package subscription_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/subscription"
	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
	domain "selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
)

var (
	ctx       = context.Background()
	activated = time.Date(2026, time.November, 15, 13, 20, 0, 0, calendar.Riyadh)
	ends      = time.Date(2026, time.December, 15, 0, 0, 0, 0, calendar.Riyadh)
)

// Prices without VAT.
const (
	netOf90  = 7826
	netOf130 = 11_304
)

// book keeps the plan of one line.
type book struct {
	*subscription.Activities
	t      testing.TB
	db     *bun.DB
	store  *store.Store
	lineID string
	topUps int
	bought int
	billed bool // purchases go onto the bill
}

func newBook(t testing.TB, kind string) *book {
	t.Helper()
	db, s := testkit.Databases(t)
	_, err := db.ExecContext(ctx, "INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('hawakom', 'Hawakom', 'هواكم', 0)")
	require.NoError(t, err)
	for position, p := range []struct {
		id, kind string
		price    int
	}{{"hawakom-55", "prepaid", 5500}, {"hawakom-90", "prepaid", 9000}, {"hawakom-130", "prepaid", 13_000}, {"postpaid-200", "postpaid", 20_000}} {
		_, err = db.ExecContext(ctx, `
			INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
			VALUES (?, upper(?), ?, ?, ?, ?, 'hawakom', 30, 1, ?, '[{"type": "data", "unit": "MB", "amount": 1024, "labelEn": "1 GB", "labelAr": "1"}]')`,
			p.id, p.id, "Plan "+p.id, "باقة "+p.id, p.price, p.kind, position)
		require.NoError(t, err)
	}
	plan := map[string]string{"prepaid": "hawakom-90", "postpaid": "postpaid-200"}[kind]
	line, err := s.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000001", Kind: linestore.Voice, Type: kind, PlanID: plan, Person: contract.Person{IDNumber: "1000000008"},
	}, activated)
	require.NoError(t, err)
	return &book{Activities: subscription.New(s), t: t, db: db, store: s, lineID: line}
}

// begins puts the plans of all lines into force, and returns that of the line.
func (b *book) begins() contract.PlanSubscription {
	b.t.Helper()
	require.NoError(b.t, seed.BeginPlans(ctx, b.db, b.store, activated))
	return b.now()
}

func at(now time.Time) contract.At { return contract.At{Now: now} }

func (b *book) now() contract.PlanSubscription {
	b.t.Helper()
	s, err := b.store.PlanSubscriptions.Get(ctx, b.lineID)
	require.NoError(b.t, err)
	return s
}

func (b *book) advances(s contract.PlanSubscription, now time.Time) contract.PlanSubscription {
	b.t.Helper()
	next, err := b.AdvanceSubscription(ctx, s, at(now))
	require.NoError(b.t, err)
	require.Equal(b.t, b.now(), next)
	return next
}

func (b *book) has(balance contract.Halalas) {
	b.t.Helper()
	b.topUps++
	require.NoError(b.t, b.store.Ledger.Post(ctx, ledger.Posting{
		Key: fmt.Sprintf("top-up:%d", b.topUps), Subject: b.lineID, Kind: "top-up",
		Entries: []ledger.Entry{{Account: ledger.LineAccount(b.lineID), Amount: -balance}, {Account: "customer", Amount: balance}},
	}))
}

func (b *book) balance() (left contract.Halalas) {
	b.t.Helper()
	left, err := b.store.PlanSubscriptions.LockBalance(ctx, b.lineID)
	require.NoError(b.t, err)
	return left
}

// charges lists the items of all cycles, as "cycle item amount method".
func (b *book) charges() []string {
	b.t.Helper()
	var all []string
	require.NoError(b.t, b.db.NewRaw(`
		SELECT cycle || ' ' || split_part(item, ':', 1) || ' ' || amount || ' ' || paid_by FROM subscription_charges ORDER BY cycle, item DESC`).Scan(ctx, &all))
	return all
}

func (b *book) told() []string {
	b.t.Helper()
	var all []string
	require.NoError(b.t, b.db.NewRaw("SELECT template FROM outbox ORDER BY seq").Scan(ctx, &all))
	return slices.Compact(all)
}

func (b *book) calls() int {
	b.t.Helper()
	calls, err := b.store.PlanSubscriptions.Calls(ctx, 10)
	require.NoError(b.t, err)
	heard := make([]int64, len(calls))
	for i, call := range calls {
		heard[i] = call.Seq
	}
	require.NoError(b.t, b.store.PlanSubscriptions.DropCalls(ctx, heard))
	return len(calls)
}

func TestAdvance_DueCycle_IsChargedOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(20_000)
	s := b.begins()
	require.Equal(t, s, b.advances(s, s.DueAt.Add(-time.Second)), "nothing is due, nothing is written")

	renewed := b.advances(s, s.DueAt)
	require.Equal(t, 2, renewed.Cycle)
	require.True(t, renewed.From.Equal(ends))
	require.Equal(t, contract.Halalas(20_000-netOf90), b.balance())
	require.Equal(t, []string{"2 plan 7826 balance"}, b.charges())
	require.Equal(t, []string{"plan-renewed"}, b.told())

	_, err := b.AdvanceSubscription(ctx, s, at(ends)) // the answer was lost, and it is repeated
	var ahead *temporal.ApplicationError
	require.ErrorAs(t, err, &ahead)
	require.Equal(t, contract.ErrorSavedAhead, ahead.Type())
	require.Equal(t, contract.Halalas(20_000-netOf90), b.balance())
}

func TestAdvance_EachCycle_HasItsAllowances(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(20_000)
	s := b.begins()
	b.advances(s, s.DueAt)
	var buckets []struct {
		Cycle                 int
		Total                 int64
		ValidFrom, ValidUntil time.Time
	}
	require.NoError(t, b.db.NewRaw("SELECT cycle, total, valid_from, valid_until FROM line_allowances ORDER BY cycle").Scan(ctx, &buckets))
	require.Len(t, buckets, 2)
	require.True(t, buckets[0].ValidFrom.Equal(activated))
	require.True(t, buckets[0].ValidUntil.Equal(ends))
	require.True(t, buckets[1].ValidFrom.Equal(ends), "whenever it was charged")
	require.Equal(t, int64(1024), buckets[1].Total)
}

func TestRenewalsDue_EachHour_IsCounted(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	hours, err := b.store.Figures.RenewalsDue(ctx, s.DueAt.Add(-90*time.Minute))
	require.NoError(t, err)
	require.Equal(t, [24]int{1: 1}, hours)
	hours, err = b.store.Figures.RenewalsDue(ctx, s.DueAt.Add(-86*time.Minute))
	require.NoError(t, err)
	require.Equal(t, [24]int{1: 1}, hours, "another process reads what was counted")
	for _, now := range []time.Time{s.DueAt.Add(time.Second), s.DueAt.Add(-24 * time.Hour)} {
		hours, err = b.store.Figures.RenewalsDue(ctx, now)
		require.NoError(t, err)
		require.Zero(t, hours)
	}
}

func TestLongestDuePlan_RowPutAside_DueLater(t *testing.T) {
	b := newBook(t, "prepaid")
	waits := func(now time.Time) time.Duration {
		due, err := b.store.Figures.LongestDuePlan(ctx, now)
		require.NoError(t, err)
		return due
	}
	require.Zero(t, waits(ends), "without a plan")
	s := b.begins()
	require.Zero(t, waits(s.DueAt.Add(-time.Minute)))
	require.Equal(t, time.Hour, waits(s.DueAt.Add(time.Hour)))
	require.NoError(t, b.store.PlanSubscriptions.PutAside(ctx, s.LineID, s.DueAt.Add(time.Hour)))
	require.Equal(t, time.Minute, waits(s.DueAt.Add(61*time.Minute)))
}

func TestAdvance_ManyAtOnce_ChargeOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(20_000)
	s := b.begins()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { _, _ = b.AdvanceSubscription(ctx, s, at(ends)) })
	}
	all.Wait()
	require.Equal(t, 2, b.now().Cycle)
	require.Equal(t, contract.Halalas(20_000-netOf90), b.balance())
}

func TestAdvance_OneHalalaShort_IsShort(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(netOf90 - 1)
	s := b.begins()
	tried := b.advances(s, s.DueAt)
	require.Equal(t, contract.SubscriptionActive, tried.Stage, "the cycle is not over yet")
	require.Empty(t, b.told())
	grace := b.advances(tried, tried.DueAt)
	require.Equal(t, contract.SubscriptionGrace, grace.Stage)
	require.Equal(t, contract.Halalas(1), grace.Grace.Missing)
	require.Empty(t, b.charges())

	b.calls()
	b.has(1)
	require.Equal(t, 1, b.calls(), "a higher balance calls the plan")
	back := b.advances(grace, ends.Add(2*time.Hour))
	require.Equal(t, contract.SubscriptionActive, back.Stage)
	require.True(t, back.From.Equal(ends.Add(2*time.Hour)))
	require.Zero(t, b.balance())
	require.Equal(t, []string{"plan-short", "plan-back"}, b.told())
}

func TestAdvance_GraceRunsOut_ComesBack(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	for range 5 { // before the end, at the end, a day later, on the last day, after it
		s = b.advances(s, s.DueAt)
	}
	require.Equal(t, contract.SubscriptionExpired, s.Stage)
	require.Equal(t, contract.StepInactive, s.Step)
	require.Equal(t, []string{"plan-short", "plan-short-reminder", "plan-short-last-day", "plan-expired"}, b.told())
	require.Equal(t, s, b.advances(s, s.ExpiredAt.AddDate(0, 1, 0)), "it stays so")
	b.has(netOf90)
	require.Equal(t, contract.SubscriptionActive, b.advances(s, s.ExpiredAt.AddDate(0, 1, 0)).Stage)
}

func TestAdvance_StoppedRenewal_IsNotCharged(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(50_000)
	s := b.begins()
	s, err := b.StopRenewal(ctx, s, contract.RenewalChoice{At: at(activated)})
	require.NoError(t, err)
	_, err = b.StopRenewal(ctx, s, contract.RenewalChoice{At: at(activated)})
	fixture.RequireRefusal(t, err, contract.FailRenewalStopped)
	s = b.advances(s, ends)
	require.Equal(t, contract.SubscriptionExpired, s.Stage)
	b.calls()
	b.has(1)
	require.Equal(t, 1, b.calls(), "its days are counted anew")
	s = b.advances(s, ends)
	require.Equal(t, contract.SubscriptionExpired, s.Stage, "its owner did not want it any more")
	s, err = b.StartRenewal(ctx, s, contract.RenewalChoice{At: at(ends)})
	require.NoError(t, err)
	require.Equal(t, contract.SubscriptionActive, b.advances(s, ends.Add(time.Hour)).Stage)
	require.Equal(t, []string{"renewal-stopped", "plan-expired", "plan-back"}, b.told())
}

func TestAdvance_PostpaidCycle_IsForTheBill(t *testing.T) {
	b := newBook(t, "postpaid")
	require.NoError(t, b.store.PlanSubscriptions.Commit(ctx, b.lineID, domain.Commitment{Months: 12, Waived: 100_000, Since: activated}))
	s := b.begins()
	s = b.advances(s, ends)
	require.Equal(t, 2, s.Cycle)
	require.Zero(t, b.balance())
	require.Equal(t, []string{"2 plan 20000 invoice", "2 commitment 0 invoice"}, b.charges())
	require.Equal(t, []string{"plan-renewed-billed"}, b.told(), "nothing was taken from a balance")
}

func TestAdvance_ExtraSIMs_AreCharged(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(20_000)
	_, err := b.db.ExecContext(ctx, `
		INSERT INTO line_sims (line_id, iccid, since, is_primary, state, monthly_fee, sim_type) VALUES (?, '8996650000000000001', now(), false, 'active', 1000, 'physical')`,
		b.lineID)
	require.NoError(t, err)
	s := b.begins()
	b.advances(s, s.DueAt)
	require.Equal(t, []string{"2 plan 7826 balance", "2 multi-sim 870 balance"}, b.charges())
	require.Equal(t, contract.Halalas(20_000-netOf90-870), b.balance())

	queued, err := b.store.Outbox.Claim(ctx, 1)
	require.NoError(t, err)
	require.Len(t, queued, 1)
	notice := queued[0].Notice
	notice.Params["until"] = "2026-12-06 18:00"
	for language, said := range map[string]string{
		texts.English: "until Sunday 6 December at 6:00 pm. SAR 86.96 was taken from your balance. SAR 8.70 of it is for your extra SIMs.",
		texts.Arabic:  "وخُصم 86.96 ريالًا من رصيدك. من هذا المبلغ 8.70 ريالات لشرائحك الإضافية.",
		texts.Urdu:    "اس میں سے 8.70 ریال آپ کی اضافی سموں کے لیے ہیں۔",
	} {
		require.Contains(t, texts.Message(language, notice.Template, notice.Params), said)
	}
}

func TestAdvance_EachCycle_BooksAgree(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(netOf90 * 3)
	s := b.begins()
	for range 4 {
		s = b.advances(s, s.DueAt)
	}
	var off int
	require.NoError(t, b.db.NewRaw(`
		SELECT count(*) FROM (SELECT cycle, sum(amount) AS total FROM subscription_charges WHERE paid_by = 'balance' GROUP BY cycle) AS c
		FULL JOIN (SELECT split_part(key, ':', 3)::int AS cycle, (SELECT sum(amount) FROM ledger_lines WHERE operation = key AND amount > 0) AS total
		           FROM ledger_operations WHERE kind = 'renewal') AS l USING (cycle) WHERE c.total IS DISTINCT FROM l.total`).Scan(ctx, &off))
	require.Zero(t, off)
	require.Equal(t, []string{"2 plan 7826 balance", "3 plan 7826 balance", "4 plan 7826 balance"}, b.charges())
}

func TestAdvance_EndedLine_IsNotCharged(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(20_000)
	s := b.begins()
	_, err := b.db.ExecContext(ctx, "UPDATE lines SET status = 'ended' WHERE id = ?", b.lineID)
	require.NoError(t, err)
	_, err = b.AdvanceSubscription(ctx, s, at(ends))
	fixture.RequireRefusal(t, err, contract.FailNumberAbsent)
	s, err = b.EndSubscription(ctx, s, at(ends))
	require.NoError(t, err)
	require.Equal(t, contract.SubscriptionEnded, s.Stage)
	require.Equal(t, contract.Halalas(20_000), b.balance())
}
