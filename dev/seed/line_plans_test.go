package seed_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	"selfcare/internal/store/allowance"
	"selfcare/internal/store/line"
)

var (
	activated = riyadh(2026, time.November, 15, 13, 20)
	firstEnds = riyadh(2026, time.December, 15, 0, 0)
)

func riyadh(year int, month time.Month, day, hour, minute int) time.Time {
	return time.Date(year, month, day, hour, minute, 0, 0, calendar.Riyadh)
}

// lines adds lines to the development data.
type lines struct {
	t     *testing.T
	db    *bun.DB
	store *store.Store
}

func newLines(t *testing.T) *lines {
	t.Helper()
	url, keys := testkit.SeededURL(t)
	db := testkit.Connect(t, url)
	return &lines{t, db, store.New(db, keys)}
}

// adds adds a line without a plan subscription.
func (l *lines) adds(msisdn, plan string) (id string) {
	l.t.Helper()
	id, err := l.store.Lines.Add(l.t.Context(), line.Line{
		MSISDN: msisdn, Kind: line.Voice, Type: subscription.Prepaid, PlanID: plan, Person: contract.Person{IDNumber: "1000000008"},
	}, activated)
	require.NoError(l.t, err)
	return id
}

func (l *lines) plan(id string) contract.PlanSubscription {
	l.t.Helper()
	s, err := l.store.PlanSubscriptions.Get(l.t.Context(), id)
	require.NoError(l.t, err)
	return s
}

// begun are the lines whose plans have begun.
func (l *lines) begun() (ids []string) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewSelect().Table("plan_subscriptions").Column("line_id").Scan(l.t.Context(), &ids))
	return ids
}

func (l *lines) begins(now time.Time) error {
	return seed.BeginPlans(l.t.Context(), l.db, l.store, now)
}

func (l *lines) exec(statement string) {
	l.t.Helper()
	_, err := l.db.ExecContext(l.t.Context(), statement)
	require.NoError(l.t, err)
}

func (l *lines) count(query string, args ...any) (n int) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw(query, args...).Scan(l.t.Context(), &n))
	return n
}

func TestRun_Lines_HavePlans(t *testing.T) {
	l := newLines(t)
	require.Zero(t, l.count(`
		SELECT count(*) FROM lines AS l JOIN plans AS p ON p.id = l.plan_id LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id
		WHERE l.status <> 'ended' AND s.line_id IS NULL`))
	used, err := l.store.Lines.ByNumber(t.Context(), "0570000001")
	require.NoError(t, err)
	require.Equal(t, 2, l.plan(used.ID).Cycle, "by its buckets")
	require.Zero(t, l.count("SELECT count(*) FROM line_allowances WHERE line_id = ? AND cycle > 2", used.ID))
}

func TestBeginPlans_Buckets_CycleGoesOn(t *testing.T) {
	l := newLines(t)
	id := l.adds("0579999991", "hawakom-90")
	from, until := activated.Add(time.Hour), activated.AddDate(0, 0, 20)
	require.NoError(t, l.store.Allowances.Grant(t.Context(), id, 7, from, until, []allowance.Bucket{{Type: "data", Unit: "MB"}}))
	require.NoError(t, l.begins(from.AddDate(0, 0, 3)))
	s := l.plan(id)
	require.Equal(t, 7, s.Cycle)
	require.True(t, s.Until.Equal(until))
	require.Equal(t, 1, l.count("SELECT count(*) FROM line_allowances WHERE line_id = ?", id), "it has its buckets")
	terms, err := l.store.PlanSubscriptions.Terms(t.Context(), s.PlanID)
	require.NoError(t, err)
	next := subscription.Renewed(s, terms, s.DueAt)
	require.Equal(t, 8, next.Cycle)
	require.True(t, next.From.Equal(until))
	require.True(t, next.Until.Equal(riyadh(2027, time.January, 5, 0, 0)))
}

func TestBeginPlans_NoBuckets_CycleIsPaid(t *testing.T) {
	for name, tt := range map[string]struct {
		now   time.Time
		cycle int
		from  time.Time
	}{
		"within the first month":      {riyadh(2026, time.December, 14, 23, 59), 1, activated},
		"at the end of the first":     {firstEnds, 2, firstEnds},
		"after two years":             {riyadh(2028, time.November, 20, 9, 0), 25, riyadh(2028, time.November, 15, 0, 0)},
		"before it came into service": {activated.Add(-time.Hour), 1, activated},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLines(t)
			id := l.adds("0579999991", "hawakom-90")
			require.NoError(t, l.begins(tt.now))
			s := l.plan(id)
			require.Equal(t, contract.SubscriptionActive, s.Stage)
			require.Equal(t, tt.cycle, s.Cycle)
			require.True(t, s.From.Equal(tt.from), s.From)
			require.True(t, s.Until.After(tt.now))
			require.Equal(t, contract.StepRenew, s.Step)
			require.Positive(t, l.count("SELECT count(*) FROM line_allowances WHERE line_id = ? AND cycle = ?", id, tt.cycle))
		})
	}
}

func TestBeginPlans_Repeat_ChangesNothing(t *testing.T) {
	l := newLines(t)
	id := l.adds("0579999991", "hawakom-90")
	require.NoError(t, l.begins(activated))
	before, all := l.plan(id), l.begun()
	require.Equal(t, 1, l.count("SELECT count(*) FROM subscription_calls WHERE line_id = ?", id), "its workflow is called")
	l.exec("DELETE FROM subscription_calls")
	require.NoError(t, l.begins(firstEnds))
	require.Equal(t, before, l.plan(id))
	require.ElementsMatch(t, all, l.begun())
	require.Zero(t, l.count("SELECT count(*) FROM subscription_calls"))
}

func TestBeginPlans_NoSuchPlan_IsLeftOut(t *testing.T) {
	l := newLines(t)
	unknown, ended := l.adds("0579999991", "of-another-brand"), l.adds("0579999992", "hawakom-90")
	l.exec("UPDATE lines SET status = 'ended', ended_at = now() WHERE id = '" + ended + "'")
	require.NoError(t, l.begins(activated))
	require.NotContains(t, l.begun(), unknown)
	require.NotContains(t, l.begun(), ended)
}

func TestBeginPlans_OneFails_RestBegins(t *testing.T) {
	l := newLines(t)
	first, second, third := l.adds("0579999991", "hawakom-90"), l.adds("0579999992", "hawakom-55"), l.adds("0579999993", "hawakom-55")
	l.exec("ALTER TABLE plan_subscriptions ADD CONSTRAINT refused CHECK (line_id <> '" + first + "')")
	require.ErrorContains(t, l.begins(activated), first)
	require.Subset(t, l.begun(), []string{second, third})
	require.NotContains(t, l.begun(), first)
	l.exec("ALTER TABLE plan_subscriptions DROP CONSTRAINT refused")
	require.NoError(t, l.begins(activated))
	require.Contains(t, l.begun(), first)
}
