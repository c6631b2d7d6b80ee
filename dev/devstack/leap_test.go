package devstack

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/vas"
)

func TestLeap_Plan_IsDueWithinSeconds(t *testing.T) {
	ctx := t.Context()
	s := testkit.Seeded(t)
	now := time.Now().UTC().Truncate(time.Microsecond)
	line, err := s.Lines.ByNumber(ctx, "0570000001")
	require.NoError(t, err)
	plan := subscription.Plan{ID: line.PlanID, Renews: true, Period: subscription.Period{Months: 1}}
	before := subscription.Begin(contract.PlanSubscription{LineID: line.ID, PlanID: line.PlanID, Type: subscription.Prepaid, Language: "en"}, plan, now)
	before = subscription.Scheduled(before, setting.Defaults().Subscription.Rules())
	_, err = s.PlanSubscriptions.Begin(ctx, before)
	require.NoError(t, err)
	before, err = s.PlanSubscriptions.Get(ctx, line.ID)
	require.NoError(t, err)
	calls, err := s.PlanSubscriptions.Calls(ctx, 100)
	require.NoError(t, err)
	for _, call := range calls {
		require.NoError(t, s.PlanSubscriptions.DropCalls(ctx, []int64{call.Seq}))
	}

	var once, twice contract.PlanSubscription
	require.NoError(t, s.InTx(ctx, func(q *store.Tx) (err error) { once, err = leap(ctx, q, line.ID, now); return err }))
	require.NoError(t, s.InTx(ctx, func(q *store.Tx) (err error) { twice, err = leap(ctx, q, line.ID, now); return err }))
	require.True(t, once.DueAt.Equal(now.Add(leapsTo)))
	require.Equal(t, before.Until.Sub(before.DueAt), once.Until.Sub(once.DueAt), "all moments move alike")
	require.Equal(t, before.Seq+1, once.Seq)
	require.Equal(t, once.Seq, twice.Seq, "what is due within seconds is left alone")
	saved, err := s.PlanSubscriptions.Get(ctx, line.ID)
	require.NoError(t, err)
	require.True(t, saved.DueAt.Equal(once.DueAt))
	calls, err = s.PlanSubscriptions.Calls(ctx, 100)
	require.NoError(t, err)
	require.Len(t, calls, 1)
	require.Equal(t, line.ID, calls[0].Subscription.LineID)
}

// A renewing item is due at its own moment, which leaps with the plan.
func TestLeap_RenewingItems_MoveToo(t *testing.T) {
	ctx := t.Context()
	db, s := testkit.Databases(t)
	now := time.Now().UTC().Truncate(time.Microsecond)
	until, id := now.AddDate(0, 0, 7), "01920000-0000-7000-8000-0000000000d7"
	line, err := s.Lines.Add(ctx, linestore.Line{MSISDN: "0570000001", Kind: linestore.Voice, Type: "prepaid", PlanID: "basic", Person: contract.Person{IDNumber: "1000000008"}}, now)
	require.NoError(t, err)
	for _, statement := range []string{
		"INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('basic', 'Basic', 'أساسية', 0)",
		`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		 VALUES ('basic', 'BASIC', 'Basic', 'أساسية', 5000, 'prepaid', 'basic', 30, 1, 0, '[]')`,
		"INSERT INTO service_categories VALUES ('news', 'special_services', 'News', 'الأخبار', 0)",
		"INSERT INTO services VALUES ('daily-news', 'news', 'News', 'أخبار', 'News', 'أخبار', 'NEWS', 150, 70, 7, '{web}', true, 0, true)",
		`INSERT INTO purchases (id, number, kind, stage, user_id, payer_line, line_id, total, seq, state, created_at)
		 VALUES ('` + id + `', 'PU10000001', 'service', 'completed', '` + id + `', '` + line + `', '` + line + `', 150, 1, '{}', now())`,
	} {
		_, err := db.ExecContext(ctx, statement)
		require.NoError(t, err)
	}
	_, err = s.Services.Start(ctx, vas.Held{ID: id, LineID: line, ServiceID: "daily-news", Price: 150, Since: now})
	require.NoError(t, err)
	require.NoError(t, s.Services.Run(ctx, id, until))
	require.NoError(t, s.Renewals.Begin(ctx, renewal.Item{PurchaseID: id, LineID: line, ServiceID: "daily-news", Price: 150, Cost: 70, Days: 7, Until: until}))
	plan := subscription.Plan{ID: "basic", Renews: true, Period: subscription.Period{Months: 1}}
	begun := subscription.Begin(contract.PlanSubscription{LineID: line, PlanID: "basic", Type: subscription.Prepaid, Language: "en"}, plan, now)
	_, err = s.PlanSubscriptions.Begin(ctx, subscription.Scheduled(subscription.ItemBegun(begun, until), setting.Defaults().Subscription.Rules()))
	require.NoError(t, err)

	var leapt contract.PlanSubscription
	require.NoError(t, s.InTx(ctx, func(q *store.Tx) (err error) { leapt, err = leap(ctx, q, line, now); return err }))
	soon := now.Add(leapsTo)
	require.Equal(t, contract.StepItems, leapt.Step)
	require.True(t, leapt.ItemsDue.Equal(soon))
	next, err := s.Renewals.Next(ctx, line)
	require.NoError(t, err)
	require.True(t, next.Equal(soon))
	held, err := s.Services.OfLine(ctx, line, "")
	require.NoError(t, err)
	require.True(t, held[0].Until.Equal(soon))
}

func TestEarlier_Grace_MovesAndKeepsMidnight(t *testing.T) {
	at := time.Date(2026, time.November, 20, 21, 0, 0, 0, time.UTC)
	s := contract.PlanSubscription{
		Anchor: at, From: at, Until: at.AddDate(0, 1, 0), DueAt: at.AddDate(0, 1, 1),
		Grace: &contract.Grace{Since: at.AddDate(0, 1, 0), Until: at.AddDate(0, 1, 3)},
	}
	moved := earlier(s, 36*time.Hour)
	require.Equal(t, s.Grace.Until.Add(-36*time.Hour), moved.Grace.Until)
	require.Equal(t, at.AddDate(0, 1, 3), s.Grace.Until, "the plan that was given stays as it was")
	require.True(t, moved.Anchor.Equal(subscription.Midnight(moved.Anchor)))
	require.Equal(t, s.DueAt.Add(-36*time.Hour), moved.DueAt)
}

func TestLeap_Production_IsRefused(t *testing.T) {
	_, err := Leap(t.Context(), config.Config{Environment: config.Production}, "0570000001")
	require.ErrorContains(t, err, "is refused in production")
}
