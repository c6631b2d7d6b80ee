package seed

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

const gigabyte = 1024 // in MB

func limited(total int64) *int64 { return &total }

// testUsage by number: halalas, then what is used of the plan.
var testUsage = map[string]struct {
	balance    int64
	allowances []store.Allowance
}{
	"0570000001": {4_550, []store.Allowance{
		{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 6_300},
		{Type: "social_media", Unit: "MB", Total: limited(15 * gigabyte), Used: 2_048},
		{Type: "local_min", Unit: "minute", Total: limited(300), Used: 112},
	}},
	"0570000002": {23_725, []store.Allowance{
		{Type: "data", Unit: "MB", Total: limited(100 * gigabyte), Used: 40_960},
		{Type: "social_media", Unit: "MB", Used: 9_500},
		{Type: "local_min", Unit: "minute", Used: 640},
		{Type: "sms", Unit: "sms", Total: limited(500), Used: 17},
		{Type: "roaming_data", Unit: "MB", Total: limited(5 * gigabyte), Used: 0},
	}},
	"0570000003": {33_350, []store.Allowance{
		{Type: "data", Unit: "MB", Used: 152_000},
		{Type: "local_min", Unit: "minute", Used: 981},
		{Type: "roaming_data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_200},
	}},
	"0570000004": {1_000, []store.Allowance{{Type: "data", Unit: "MB", Total: limited(40 * gigabyte), Used: 40_960}}},
	"0570000005": {0, []store.Allowance{{Type: "local_min", Unit: "minute", Total: limited(25), Used: 25}}},
	"0570000010": {1_500, []store.Allowance{
		{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_900},
		{Type: "social_media", Unit: "MB", Total: limited(15 * gigabyte), Used: 640},
		{Type: "local_min", Unit: "minute", Total: limited(300), Used: 48},
	}},
	"0570000011": {2_500, []store.Allowance{
		{Type: "data", Unit: "MB", Total: limited(gigabyte), Used: 210},
		{Type: "local_min", Unit: "minute", Total: limited(25), Used: 4},
	}},
	"0570000006":   {20_000, []store.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_024}}},
	"830000000001": {2_000, []store.Allowance{{Type: "data", Unit: "MB", Total: limited(30 * gigabyte), Used: 300}}},
	"830000000002": {500, []store.Allowance{{Type: "data", Unit: "MB", Total: limited(30 * gigabyte), Used: 30_500}}},
}

func usage(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	until := time.Now().AddDate(0, 0, 20)
	for msisdn, used := range testUsage {
		if err := opening(ctx, db, msisdn, used.balance, until); err != nil {
			return err
		}
		for position, a := range used.allowances {
			_, err := db.NewRaw(`
				INSERT INTO line_allowances (line_id, type, unit, total, used, valid_until, position)
				SELECT id, ?, ?, ?, ?, ?, ? FROM lines WHERE msisdn = ? AND status <> 'ended' ON CONFLICT DO NOTHING`,
				a.Type, a.Unit, a.Total, a.Used, until, position, msisdn).Exec(ctx)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// opening gives a line its first balance, in the books as everything after it.
func opening(ctx context.Context, db bun.IDB, msisdn string, balance int64, until time.Time) error {
	_, err := db.NewRaw(`
		INSERT INTO line_balances (line_id, amount, valid_until) SELECT id, 0, ? FROM lines WHERE msisdn = ? AND status <> 'ended'
		ON CONFLICT DO NOTHING`, until, msisdn).Exec(ctx)
	if err != nil || balance == 0 {
		return err
	}
	_, err = db.NewRaw(`
		WITH line AS (
		    SELECT id, CASE subscription_type WHEN 'postpaid' THEN ? ELSE -? END AS amount FROM lines WHERE msisdn = ? AND status <> 'ended'
		), opened AS (
		    INSERT INTO ledger_operations (key, subject, kind) SELECT 'opening:' || id, id, 'opening' FROM line
		    ON CONFLICT (key) DO NOTHING RETURNING key
		)
		INSERT INTO ledger_lines (operation, n, account, amount)
		SELECT opened.key, side.n, CASE side.n WHEN 1 THEN 'line/' || line.id ELSE 'opening' END,
		       CASE side.n WHEN 1 THEN line.amount ELSE -line.amount END
		FROM opened CROSS JOIN line CROSS JOIN (VALUES (1), (2)) AS side (n)`, balance, balance, msisdn).Exec(ctx)
	return err
}

var dashboardWidgets = []store.Widget{
	{Key: "recharge", TitleEn: "Recharge", TitleAr: "إعادة الشحن"},
	{Key: "creditTransfer", Permission: "credit_transfer", TitleEn: "Credit transfer", TitleAr: "تحويل الرصيد"},
	{Key: "myBills", Permission: "bills", TitleEn: "My bills", TitleAr: "فواتيري"},
	{Key: "history", Permission: "history", TitleEn: "History", TitleAr: "السجل"},
	{Key: "customizeBundle", Permission: "bundles_build_your_bundle", TitleEn: "Build your bundle", TitleAr: "صمم باقتك"},
}

func widgets(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	for position, w := range dashboardWidgets {
		_, err := db.NewRaw(`
			INSERT INTO dashboard_widgets (key, permission, title_en, title_ar, position) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			w.Key, w.Permission, w.TitleEn, w.TitleAr, position).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}
