package migrations_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/migrate"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

func TestRun_TwiceAtOnceOnAnEmptyDatabase(t *testing.T) {
	ctx := context.Background()
	url := testkit.EmptyPostgresURL(t)
	var both errgroup.Group
	for range 2 {
		both.Go(func() error {
			db, err := pool.Open(ctx, url)
			if err != nil {
				return err
			}
			defer func() { _ = db.Close() }()
			return migrations.Run(ctx, db)
		})
	}
	require.NoError(t, both.Wait())

	db, err := pool.Open(ctx, url)
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	pending, err := migrations.CountPending(ctx, db)
	require.NoError(t, err)
	require.Zero(t, pending)
}

func TestDown_UndoesEveryStep(t *testing.T) {
	ctx := context.Background()
	db := testkit.Postgres(t)
	steps, err := migrations.Steps()
	require.NoError(t, err)
	migrator := migrate.NewMigrator(db, steps)
	undone, err := migrator.Rollback(ctx)
	require.NoError(t, err)
	require.Len(t, undone.Migrations, len(steps.Sorted()))

	var tables []string
	err = db.NewRaw("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'bun_%'").Scan(ctx, &tables)
	require.NoError(t, err)
	require.Empty(t, tables)
	require.NoError(t, migrations.Run(ctx, db))
}

// A new step must run after all older ones on an empty database too.
func TestSteps_Dates_IncreaseAndArePast(t *testing.T) {
	steps, err := migrations.Steps()
	require.NoError(t, err)
	var before time.Time
	for _, step := range steps.Sorted() {
		date, err := time.Parse("20060102150405", step.Name)
		require.NoError(t, err)
		require.True(t, date.After(before), "%s is not after the step before it", step)
		require.False(t, date.After(time.Now()), "%s is dated later than now in UTC", step)
		before = date
	}
}

const beforeAmounts = "20261124090000"

// oldDatabase has the schema of before a step, and nothing later.
func oldDatabase(t *testing.T, last string) *bun.DB {
	t.Helper()
	db, err := pool.Open(t.Context(), testkit.EmptyPostgresURL(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	all, err := migrations.Steps()
	require.NoError(t, err)
	old := migrate.NewMigrations()
	for _, step := range all.Sorted() {
		if step.Name <= last {
			old.Add(step)
		}
	}
	migrator := migrate.NewMigrator(db, old)
	require.NoError(t, migrator.Init(t.Context()))
	_, err = migrator.Migrate(t.Context())
	require.NoError(t, err)
	return db
}

func TestPlanCatalogue_Texts_AreAmounts(t *testing.T) {
	ctx := t.Context()
	db := oldDatabase(t, beforeAmounts)
	add := func(id, items string) {
		_, err := db.NewRaw(`INSERT INTO plans (id, name_en, name_ar, price, subscription_type, category, validity_days, position, items)
			VALUES (?, 'P', 'ب', 100, 'prepaid', 'basic', 30, 0, ?)`, id, items).Exec(ctx)
		require.NoError(t, err)
	}
	add("basic-25", `[{"type": "data", "labelEn": "15 GB data", "labelAr": "15"}, {"type": "social_media", "labelEn": "Unlimited social media", "labelAr": "x"},
		{"type": "local_min", "labelEn": "300 local minutes", "labelAr": "x"}, {"type": "sms", "labelEn": "1,000 local SMS", "labelAr": "x"}]`)
	add("bare", `[]`)
	require.NoError(t, migrations.Run(ctx, db))

	var external, category, items string
	require.NoError(t, db.NewRaw("SELECT p.external_id, c.name_en, p.items::text FROM plans AS p JOIN plan_categories AS c ON c.key = p.category WHERE p.id = 'basic-25'").
		Scan(ctx, &external, &category, &items))
	require.Equal(t, []string{"BASIC-25", "basic"}, []string{external, category})
	require.JSONEq(t, `[{"type": "data", "unit": "MB", "amount": 15360, "labelEn": "15 GB data", "labelAr": "15"},
		{"type": "social_media", "unit": "MB", "amount": null, "labelEn": "Unlimited social media", "labelAr": "x"},
		{"type": "local_min", "unit": "minute", "amount": 300, "labelEn": "300 local minutes", "labelAr": "x"},
		{"type": "sms", "unit": "sms", "amount": 1000, "labelEn": "1,000 local SMS", "labelAr": "x"}]`, items)
	var plans int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM plans").Scan(ctx, &plans))
	require.Equal(t, 2, plans, "as many as before")
}

func TestPlanCatalogue_GuessesNoAmount(t *testing.T) {
	db := oldDatabase(t, beforeAmounts)
	_, err := db.NewRaw(`INSERT INTO plans (id, name_en, name_ar, price, subscription_type, category, validity_days, position, items)
		VALUES ('old', 'P', 'ب', 100, 'prepaid', 'basic', 30, 0, '[{"type": "data", "labelEn": "Lots of data", "labelAr": "x"}]')`).Exec(t.Context())
	require.NoError(t, err)
	require.ErrorContains(t, migrations.Run(t.Context(), db), "an allowance of a plan says no amount: old: Lots of data")
}

// step runs one migration by hand.
func step(t *testing.T, db *bun.DB, file string) {
	t.Helper()
	statements, err := os.ReadFile(file)
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), string(statements))
	require.NoError(t, err)
}

func TestUsageEvents_OldUse_IsConverted(t *testing.T) {
	db := oldDatabase(t, "20261125090000")
	run := func(statement string) {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	run(`INSERT INTO subscribers (id, id_hash, personal) VALUES ('01980000-0000-7000-8000-000000000001', 'h', '')`)
	run(`INSERT INTO lines (id, subscriber_id, msisdn, activated_at, status) VALUES
		('01980000-0000-7000-8000-000000000002', '01980000-0000-7000-8000-000000000001', '0570000001', now(), 'active'),
		('01980000-0000-7000-8000-000000000003', '01980000-0000-7000-8000-000000000001', '0570000001', now(), 'ended')`)
	run(`INSERT INTO line_allowances (line_id, type, unit, total, used, valid_until, purchase_id)
		SELECT '01980000-0000-7000-8000-000000000002', type, 'MB', total, used, until::timestamptz, bought::uuid FROM (VALUES
		('data', 100, 85, '2099-01-01', NULL), ('social_media', 10, 12, '2020-01-01', NULL), ('sms', NULL, 7, NULL, NULL),
		('local_min', 5, 0, NULL, NULL), ('data', 50, 50, '2099-01-01', '01980000-0000-7000-8000-000000000004')) AS v (type, total, used, until, bought)`)
	step(t, db, "20261125090100_usage_events.tx.up.sql")

	var buckets []struct {
		Type              string
		Used, Told, Parts int
		Cycle             *int
		InOrder           bool
	}
	require.NoError(t, db.NewRaw(`
		SELECT type, used, told, cycle, coalesce(valid_from <= valid_until, true) AS in_order,
		       coalesce((SELECT sum(amount) FROM usage_parts WHERE allowance_id = a.id), 0) AS parts
		FROM line_allowances AS a ORDER BY type, used`).Scan(t.Context(), &buckets))
	require.Len(t, buckets, 5, "none is lost")
	told := map[string][]int{}
	for _, b := range buckets {
		require.Equal(t, b.Used, b.Parts, b.Type)
		require.True(t, b.InOrder)
		told[b.Type] = append(told[b.Type], b.Told)
	}
	require.Equal(t, map[string][]int{"data": {100, 80}, "local_min": {0}, "sms": {0}, "social_media": {100}}, told, "no customer hears of it now")
	require.Nil(t, buckets[0].Cycle, "what was bought is of no cycle")
	require.NotNil(t, buckets[1].Cycle)
	var events, uncovered, ended int
	require.NoError(t, db.NewRaw("SELECT count(*), sum(uncovered)::int FROM usage_events").Scan(t.Context(), &events, &uncovered))
	require.Equal(t, 4, events)
	require.Equal(t, 2, uncovered, "more than the bucket had")
	require.NoError(t, db.NewRaw("SELECT count(ended_at) FROM lines").Scan(t.Context(), &ended))
	require.Equal(t, 1, ended)
}

// usageFromBefore has the usage of a line as releases stored it before it had a table for each day.
const usageFromBefore = `
	INSERT INTO subscribers (id, id_hash, personal) VALUES ('01980000-0000-7000-8000-000000000001', 'h', '');
	INSERT INTO lines (id, subscriber_id, msisdn, activated_at, status) VALUES
		('01980000-0000-7000-8000-000000000002', '01980000-0000-7000-8000-000000000001', '0570000001', now() - interval '1 year', 'active');
	INSERT INTO line_allowances (id, line_id, type, unit, total, valid_from, cycle) SELECT id::uuid, '01980000-0000-7000-8000-000000000002', 'data', 'MB', 100, now() - interval '90 days', n
		FROM (VALUES ('01980000-0000-7000-8000-00000000000a', 1), ('01980000-0000-7000-8000-00000000000b', 2)) AS a (id, n);
	INSERT INTO usage_events (event_id, line_id, type, unit, amount, charged, used_at, uncovered) SELECT event, '01980000-0000-7000-8000-000000000002', type, unit, amount, 0, now() - age::interval, uncovered
		FROM (VALUES ('opening:1', 'data', 'MB', 7, '90 days', 0), ('whole', 'data', 'MB', 40, '80 days', 0), ('halves', 'data', 'MB', 60, '2 days', 0),
			('partly', 'data', 'MB', 90, '1 day', 17), ('call', 'int_min', 'minute', 3, '200 days', 3)) AS e (event, type, unit, amount, age, uncovered);
	INSERT INTO usage_parts (event_id, allowance_id, amount) SELECT event, ('01980000-0000-7000-8000-00000000000' || bucket)::uuid, amount
		FROM (VALUES ('opening:1', 'a', 7), ('whole', 'a', 40), ('halves', 'a', 53), ('halves', 'b', 7), ('partly', 'b', 73)) AS p (event, bucket, amount);
	INSERT INTO usage_details (line_id, kind, used_at, event_id, type, amount, charged, party)
		SELECT line_id, CASE unit WHEN 'MB' THEN 'data' ELSE 'calls' END, used_at, event_id, type, amount, charged, CASE unit WHEN 'minute' THEN '+201001234567' END
		FROM usage_events WHERE event_id <> 'opening:1'`

func TestUsageByDay_OldUse_IsMovedAndBack(t *testing.T) {
	db := oldDatabase(t, "20261129060000")
	run := func(statement string) {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	contents := func() (all []string) {
		require.NoError(t, db.NewRaw(`SELECT event_id || ' ' || kind || ' ' || type || ' ' || amount || ' ' || coalesce(party, '') FROM usage_details
			UNION ALL SELECT e.event_id || ' ' || e.unit || ' ' || e.amount || ' ' || e.uncovered || ' ' || e.charged FROM usage_events AS e WHERE e.event_id NOT LIKE 'opening:%'
			UNION ALL SELECT event_id || ' of ' || allowance_id || ' ' || amount FROM usage_parts WHERE event_id NOT LIKE 'opening:%'
			UNION ALL SELECT id || ' ' || used || ' ' || coalesce((SELECT sum(amount) FROM usage_parts WHERE allowance_id = a.id), 0) FROM line_allowances AS a
			ORDER BY 1`).Scan(t.Context(), &all))
		return all
	}
	run(usageFromBefore)
	before := contents()
	step(t, db, "20261129061000_partitions.tx.up.sql")
	step(t, db, "20261129061500_usage_by_day.tx.up.sql")

	var moved []string
	require.NoError(t, db.NewRaw(`SELECT event_id || ' ' || coalesce(kind::text, '-') || ' ' || type || ' ' || amount || ' ' || coalesce(right(bucket::text, 1), '-') || ' ' ||
		coalesce((SELECT string_agg(right(key, 1) || value, ',' ORDER BY key) FROM jsonb_each_text(parts)), '-') || ' ' || coalesce(convert_from(substring(party FROM 2), 'UTF8'), '-')
		FROM usage_events ORDER BY 1`).Scan(t.Context(), &moved))
	require.Equal(t, []string{
		"call c int_min 3 - - +201001234567", "halves d data 60 - a53,b7 -", "opening:1 - data 7 - - -", "partly d data 90 - b73 -", "whole d data 40 a - -",
	}, moved)
	var waiting, ids int
	require.NoError(t, db.NewRaw("SELECT (SELECT count(*) FROM usage_events_rest), (SELECT count(*) FROM usage_ids)").Scan(t.Context(), &waiting, &ids))
	require.Zero(t, waiting)
	require.Equal(t, 4, ids, "of the last 100 days")

	step(t, db, "20261129061500_usage_by_day.tx.down.sql")
	step(t, db, "20261129061000_partitions.tx.down.sql")
	require.Equal(t, before, contents())
}

func TestSuspendedSince_OldState_IsKept(t *testing.T) {
	db := testkit.Postgres(t)
	const name, since = "20261128164000_suspended_since.tx.", "2026-11-20T09:00:00Z"
	step(t, db, name+"down.sql")
	run := func(statement string) {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	run(`INSERT INTO subscribers (id, id_hash, personal) VALUES ('01980000-0000-7000-8000-000000000001', 'h', '')`)
	run(`INSERT INTO lines (id, subscriber_id, msisdn, activated_at, status, rests_since) VALUES
		('01980000-0000-7000-8000-000000000002', '01980000-0000-7000-8000-000000000001', '0570000001', now(), 'active', '` + since + `')`)
	run(`INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('basic', 'B', 'ب', 0)`)
	run(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, position, items)
		VALUES ('basic-25', 'BASIC-25', 'P', 'ب', 100, 'prepaid', 'basic', 30, 0, '[]')`)
	run(`INSERT INTO plan_subscriptions (line_id, plan_id, stage, auto_renew, cycle, cycle_from, cycle_until, step, seq, state)
		VALUES ('01980000-0000-7000-8000-000000000002', 'basic-25', 'active', true, 1, now(), now() + interval '1 day', 'none', 1, '{"cycle": 1, "restsSince": "` + since + `"}')`)
	run(`INSERT INTO orders (id, number, kind, stage, step, session, state, personal, seq, created_at) VALUES ('01980000-0000-7000-8000-000000000003',
		'SC00000001', 'sim-replacement', 'placed', '', 's', '{"replacement": {"reason": "lost", "restsSince": "` + since + `"}}', '', 1, now())`)
	step(t, db, name+"up.sql")

	var plan, order string
	var line time.Time
	require.NoError(t, db.NewRaw("SELECT state::text FROM plan_subscriptions").Scan(t.Context(), &plan))
	require.JSONEq(t, `{"cycle": 1, "suspendedSince": "`+since+`"}`, plan)
	require.NoError(t, db.NewRaw("SELECT state::text FROM orders").Scan(t.Context(), &order))
	require.JSONEq(t, `{"replacement": {"reason": "lost", "suspendedSince": "`+since+`"}}`, order)
	require.NoError(t, db.NewRaw("SELECT suspended_since FROM lines").Scan(t.Context(), &line))
	require.Equal(t, since, line.UTC().Format(time.RFC3339))
}

func TestServices_OfEndedLines_AreToEnd(t *testing.T) {
	db := testkit.Postgres(t)
	run := func(statement string) {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	run(`ALTER TABLE line_services DROP CONSTRAINT line_services_id_fkey`)
	run(`INSERT INTO subscribers (id, id_hash, personal) VALUES ('01980000-0000-7000-8000-000000000001', 'h', '')`)
	run(`INSERT INTO lines (id, subscriber_id, msisdn, activated_at, status) VALUES
		('01980000-0000-7000-8000-000000000002', '01980000-0000-7000-8000-000000000001', '0570000001', now(), 'ended'),
		('01980000-0000-7000-8000-000000000003', '01980000-0000-7000-8000-000000000001', '0570000002', now(), 'active')`)
	run(`INSERT INTO service_categories (key, page, name_en, name_ar, position) VALUES ('news', 'entertainment', 'N', 'أ', 0)`)
	run(`INSERT INTO services (id, category, name_en, name_ar, description_en, description_ar, partner_code, price, cost, cycle_days, availability, on_sale, position)
		VALUES ('daily-news', 'news', 'N', 'أ', '', '', 'n', 150, 0, 1, '{web}', true, 0)`)
	run(`INSERT INTO line_services (id, line_id, service_id, state, price, since, until) SELECT id, id, 'daily-news', 'active', 150, now(), now() FROM lines`)
	step(t, db, "20261129020000_services_of_ended_lines.tx.up.sql")
	var states []string
	require.NoError(t, db.NewRaw("SELECT state FROM line_services ORDER BY line_id").Scan(t.Context(), &states))
	require.Equal(t, []string{"ending", "active"}, states)
}

func TestPasskeys_OfClosedAccounts_AreDeleted(t *testing.T) {
	db := testkit.Postgres(t)
	for _, statement := range []string{
		`INSERT INTO users (id, mobile, password_hash, closed_at) VALUES ('01980000-0000-7000-8000-000000000001', NULL, '', now()),
		('01980000-0000-7000-8000-000000000002', '0570000001', '', NULL)`,
		`INSERT INTO passkeys (credential_id, user_id, public_key, sign_count, backup_eligible, name) SELECT uuid_send(id), id, 'k', 0, false, 'Phone' FROM users`,
	} {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	step(t, db, "20261129021500_passkeys_of_closed_accounts.tx.up.sql")
	var owners []string
	require.NoError(t, db.NewRaw("SELECT user_id FROM passkeys").Scan(t.Context(), &owners))
	require.Equal(t, []string{"01980000-0000-7000-8000-000000000002"}, owners)
}

// Each step divides a table by months and moves its rows, at most those of its period.
func TestByMonth_OldRows_AreMovedAndBack(t *testing.T) {
	const ages = "unnest(ARRAY['0 days', '40 days', '80 days']) AS age"
	for _, one := range []struct{ before, step, table, fill, contents string }{
		{
			"20261129063000", "20261129070000_webhook_events_by_month", "webhook_events",
			"INSERT INTO webhook_events (system, event_id, body, taken_at) SELECT 'payment', age, 'sealed', now() - age::interval FROM " + ages,
			"system || event_id || encode(body, 'escape') || taken_at",
		},
		{
			"20261129070000", "20261129070500_outbox_by_month", "outbox",
			"INSERT INTO outbox (key, subject_id, template, notice, state, queued_at, failure) SELECT age, 's', 't', 'sealed', 'refused', now() - age::interval, 'f' FROM " + ages,
			"concat_ws(' ', key, seq, subject_id, template, encode(notice, 'escape'), state, attempts, failure, queued_at, due_at, give_up_at, sent_at, unreached, faults)",
		},
		{
			"20261129070500", "20261129071000_order_events_by_month", "order_events",
			`INSERT INTO orders (id, number, kind, stage, step, state, personal, seq, created_at) VALUES ('01980000-0000-8000-8000-000000000001', 'SC1', 'sim', 'active', '', '{}', '', 3, now());
			INSERT INTO order_events (order_id, seq, n, key, at, params) SELECT id, row_number() OVER (), 2, age, now() - age::interval, '{"a": 1}' FROM orders, ` + ages,
			"order_id || key || seq || n || at || params",
		},
	} {
		t.Run(one.table, func(t *testing.T) {
			db := oldDatabase(t, one.before)
			_, err := db.ExecContext(t.Context(), one.fill)
			require.NoError(t, err)
			contents := func() (all []string) {
				require.NoError(t, db.NewRaw("SELECT "+one.contents+" FROM "+one.table+" ORDER BY 1").Scan(t.Context(), &all))
				return all
			}
			before := contents()
			require.NotEmpty(t, before)
			step(t, db, one.step+".tx.up.sql")
			require.Equal(t, before, contents())
			var waiting, parts int
			require.NoError(t, db.NewRaw("SELECT (SELECT count(*) FROM ?), (SELECT count(DISTINCT tableoid) FROM ?)", bun.Ident(one.table+"_rest"), bun.Ident(one.table)).
				Scan(t.Context(), &waiting, &parts))
			require.Zero(t, waiting)
			require.Greater(t, parts, 1)
			step(t, db, one.step+".tx.down.sql")
			require.Equal(t, before, contents())
		})
	}
}

// A rule that is active, or whose pause was not told, is looked at at once. The way back has a schedule made for each rule.
func TestDueAutoRecharges_OldRules_AreLookedAt(t *testing.T) {
	db := oldDatabase(t, "20261129093000")
	exec := func(statement string) {
		t.Helper()
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	exec(`
		INSERT INTO subscribers (id, id_hash, personal) VALUES ('01980000-0000-7000-8000-000000000009', 'h', 'p');
		INSERT INTO users (id, mobile, password_hash) SELECT ('01980000-0000-7000-8000-00000000000' || n)::uuid, '057000000' || n, '' FROM generate_series(1, 4) AS n;
		INSERT INTO lines (id, subscriber_id, msisdn, activated_at, status) SELECT id, '01980000-0000-7000-8000-000000000009', mobile, now(), 'active' FROM users;
		INSERT INTO cards (id, user_id, fingerprint_hash, personal, brand, last4, expiry_month, expiry_year, is_default)
		SELECT id, id, 'f', 'p', 'MADA', '1234', 12, 2030, true FROM users;
		INSERT INTO auto_recharges (id, line_id, user_id, card_id, language, frequency, day, hour, amount, state, since)
		SELECT id, id, id, id, 'ar', 'monthly', 1, 9, 5000, CASE right(id::text, 1) WHEN '2' THEN 'paused' WHEN '3' THEN 'ended' ELSE 'active' END, now() FROM users;
		DELETE FROM auto_recharge_calls;
		DELETE FROM cards WHERE right(id::text, 1) = '4';
		INSERT INTO sweeps (process, row_key, page) VALUES ('auto-recharge-schedule', '', ''), ('plan', '', '')`)
	looks := func() (all []string) {
		t.Helper()
		require.NoError(t, db.NewRaw("SELECT right(id::text, 1) || state || coalesce((due_at <= now())::text, '') FROM auto_recharges ORDER BY 1").Scan(t.Context(), &all))
		return all
	}
	step(t, db, "20261130040000_due_auto_recharges.tx.up.sql")
	require.Equal(t, []string{"1activetrue", "2paused", "3ended", "4pausedtrue"}, looks())
	var swept []string
	require.NoError(t, db.NewRaw("SELECT process FROM sweeps").Scan(t.Context(), &swept))
	require.Equal(t, []string{"plan"}, swept)
	exec("DELETE FROM cards")
	require.Equal(t, []string{"1pausedtrue", "2paused", "3ended", "4pausedtrue"}, looks())

	step(t, db, "20261130040000_due_auto_recharges.tx.down.sql")
	var called []string
	require.NoError(t, db.NewRaw("SELECT right(line_id::text, 1) FROM auto_recharge_calls ORDER BY 1").Scan(t.Context(), &called))
	require.Equal(t, []string{"1", "2", "4"}, called)
}
