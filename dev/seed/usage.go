package seed

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/store"
	"selfcare/internal/store/allowance"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/site"
)

const gigabyte = 1024 // in MB

func limited(total int64) *int64 { return &total }

// testUsage by number: halalas, then the used part of the plan.
var testUsage = map[string]struct {
	balance    int64
	allowances []linestore.Allowance
}{
	"0570000001": {4_550, []linestore.Allowance{
		{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 6_300},
		{Type: "social_media", Unit: "MB", Total: limited(15 * gigabyte), Used: 2_048},
		{Type: "local_min", Unit: "minute", Total: limited(300), Used: 112},
	}},
	"0570000002": {23_725, []linestore.Allowance{
		{Type: "data", Unit: "MB", Total: limited(100 * gigabyte), Used: 40_960},
		{Type: "social_media", Unit: "MB", Used: 9_500},
		{Type: "local_min", Unit: "minute", Used: 640},
		{Type: "sms", Unit: "sms", Total: limited(500), Used: 17},
		{Type: "roaming_data", Unit: "MB", Total: limited(5 * gigabyte), Used: 0},
	}},
	"0570000003": {33_350, []linestore.Allowance{
		{Type: "data", Unit: "MB", Used: 152_000},
		{Type: "local_min", Unit: "minute", Used: 981},
		{Type: "roaming_data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_200},
	}},
	"0570000004": {1_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(40 * gigabyte), Used: 40_960}}},
	"0570000005": {0, []linestore.Allowance{{Type: "local_min", Unit: "minute", Total: limited(25), Used: 25}}},
	"0570000010": {1_500, []linestore.Allowance{
		{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_900},
		{Type: "social_media", Unit: "MB", Total: limited(15 * gigabyte), Used: 640},
		{Type: "local_min", Unit: "minute", Total: limited(300), Used: 48},
	}},
	"0570000011": {2_500, []linestore.Allowance{
		{Type: "data", Unit: "MB", Total: limited(gigabyte), Used: 210},
		{Type: "local_min", Unit: "minute", Total: limited(25), Used: 4},
	}},
	"0570000006": {20_000, []linestore.Allowance{
		{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_024},
		{Type: "local_min", Unit: "minute", Total: limited(300), Used: 60},
		{Type: "sms", Unit: "sms", Total: limited(200), Used: 20},
	}},
	"0570000025": {15_000, []linestore.Allowance{{Type: "local_min", Unit: "minute", Total: limited(25), Used: 12}}},
	"0570000026": {15_000, []linestore.Allowance{{Type: "local_min", Unit: "minute", Total: limited(25), Used: 12}}},
	"0570000027": {1_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 12_288}}},
	"0570000028": {1_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 12_288}}},
	"0570000031": {15_000, []linestore.Allowance{
		{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_024},
		{Type: "local_min", Unit: "minute", Total: limited(300), Used: 60},
	}},
	"0570000032": {15_000, []linestore.Allowance{
		{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 1_024},
		{Type: "local_min", Unit: "minute", Total: limited(300), Used: 60},
	}},
	"0570000033":   {0, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(100 * gigabyte), Used: 20_480}}},
	"0570000034":   {0, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(100 * gigabyte), Used: 20_480}}},
	"0570000035":   {2_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000051":   {500_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000052":   {500_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000061":   {2_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000062":   {2_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000036":   {2_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000041":   {15_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000042":   {15_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000043":   {15_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000044":   {15_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000045":   {15_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000046":   {15_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte), Used: 3_072}}},
	"0570000047":   {0, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(100 * gigabyte), Used: 20_480}}},
	"0570000048":   {0, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(100 * gigabyte), Used: 20_480}}},
	"0570000063":   {2_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte)}, {Type: "local_min", Unit: "minute", Total: limited(900)}}},
	"0570000064":   {2_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(15 * gigabyte)}, {Type: "local_min", Unit: "minute", Total: limited(900)}}},
	"830000000001": {2_000, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(30 * gigabyte), Used: 300}}},
	"830000000002": {500, []linestore.Allowance{{Type: "data", Unit: "MB", Total: limited(30 * gigabyte), Used: 30_500}}},
}

// The line began its present plan ten days ago; the cycle before that was another plan's, and late usage may still
// arrive for it.
const (
	cycleDays    = 30
	cycleRunning = 10
)

func seedUsage(ctx context.Context, db bun.IDB, s *store.Store) error {
	began := time.Now().UTC().AddDate(0, 0, -cycleRunning)
	until := began.AddDate(0, 0, cycleDays)
	for msisdn, used := range testUsage {
		if err := seedBalance(ctx, db, msisdn, used.balance, until); err != nil {
			return err
		}
		line, err := s.Lines.ByNumber(ctx, msisdn)
		if errors.Is(err, storeerrors.ErrNotFound) { // the line has ended since
			continue
		}
		if err != nil {
			return err
		}
		if err := seedBuckets(ctx, db, s, line.ID, used.allowances, began); err != nil {
			return err
		}
	}
	return seedCallers(ctx, s)
}

// seedBuckets gives a line without buckets those of two cycles, and uses a part of the present one.
func seedBuckets(ctx context.Context, db bun.IDB, s *store.Store, lineID string, plan []linestore.Allowance, began time.Time) error {
	var known bool
	err := db.NewRaw("SELECT EXISTS (SELECT FROM line_allowances WHERE line_id = ?)", lineID).Scan(ctx, &known)
	if err != nil || known {
		return err
	}
	var items []allowance.Bucket
	for _, a := range plan {
		items = append(items, allowance.Bucket{Type: a.Type, Unit: a.Unit, Amount: a.Total})
	}
	if err := s.Allowances.Grant(ctx, lineID, 1, began.AddDate(0, 0, -cycleDays), time.Time{}, items); err != nil {
		return err
	}
	if err := s.Allowances.EndAt(ctx, lineID, 1, began); err != nil {
		return err
	}
	if err := s.Allowances.Grant(ctx, lineID, 2, began, began.AddDate(0, 0, cycleDays), items); err != nil {
		return err
	}
	for _, a := range plan {
		if err := use(ctx, db, lineID, a); err != nil {
			return err
		}
	}
	return nil
}

// use is one event for all usage of a bucket, without a message. It stands in no list of its customer.
func use(ctx context.Context, db bun.IDB, lineID string, a linestore.Allowance) error {
	if a.Used == 0 {
		return nil
	}
	_, err := db.NewRaw("INSERT INTO usage_events (event_id, line_id, type, amount, used_at) VALUES (?, ?, ?, ?, now())",
		"seed:"+lineID+":"+a.Type, lineID, a.Type, a.Used).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = db.NewRaw(`
		UPDATE line_allowances SET used = ?0, told = CASE WHEN ?0 >= total THEN 100 WHEN ?0 * 5 >= total * 4 THEN 80 ELSE 0 END
		WHERE line_id = ?1 AND type = ?2 AND cycle = 2`, a.Used, lineID, a.Type).Exec(ctx)
	return err
}

// seedBalance gives a line its first balance, posted like every later one.
func seedBalance(ctx context.Context, db bun.IDB, msisdn string, balance int64, until time.Time) error {
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

var dashboardWidgets = []site.Widget{
	{Key: "recharge", TitleEn: "Recharge", TitleAr: "إعادة الشحن"},
	{Key: "creditTransfer", Permission: "credit_transfer", TitleEn: "Credit transfer", TitleAr: "تحويل الرصيد"},
	{Key: "myBills", Permission: "bills", TitleEn: "My bills", TitleAr: "فواتيري"},
	{Key: "history", Permission: "history", TitleEn: "History", TitleAr: "السجل"},
	{Key: "customizeBundle", Permission: "bundles_build_your_bundle", TitleEn: "Build your bundle", TitleAr: "صمّم حزمتك"},
}

func seedWidgets(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
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
