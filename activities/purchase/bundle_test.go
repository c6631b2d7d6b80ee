package purchase_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/calendar"
	domain "selfcare/internal/domain/purchase"
)

// shop puts two bundles on sale: mix gives data and minutes for 35 riyals, talk minutes for 15.
func (l *till) shop() {
	l.t.Helper()
	_, err := l.db.ExecContext(ctx, `
		INSERT INTO bundles (id, category, name_en, name_ar, description_en, description_ar, data_mb, local_minutes, validity_days, price, subscriptions, availability, starts_at, position)
		VALUES ('mix', 'latest', 'Mix', 'مزيج', 'Mix', 'مزيج', 5120, 100, 30, 3500, '{prepaid}', '{web}', '2026-01-01', 0),
		       ('talk', 'local-pass', 'Talk', 'حديث', 'Talk', 'حديث', 0, 60, 7, 1500, '{prepaid,postpaid}', '{web}', '2026-01-01', 1)
		ON CONFLICT DO NOTHING`)
	require.NoError(l.t, err)
}

func (l *till) changes(statement string, args ...any) {
	l.t.Helper()
	_, err := l.db.ExecContext(ctx, statement, args...)
	require.NoError(l.t, err)
}

// chosen are bundles as they are priced before they are bought.
func (l *till) chosen(ids ...string) ([]contract.BundleBought, contract.Halalas) {
	l.t.Helper()
	l.shop()
	all := make([]bundle.Chosen, len(ids))
	for i, id := range ids {
		all[i].ID = id
	}
	return l.priced(all)
}

func (l *till) priced(all []bundle.Chosen) ([]contract.BundleBought, contract.Halalas) {
	l.t.Helper()
	found, err := l.store.Bundles.Shop(ctx, all)
	require.NoError(l.t, err)
	bought, net, err := bundle.Sell(found, all, bundle.Line{Subscription: "prepaid", Plan: "none"}, now)
	require.NoError(l.t, err)
	return bought, net
}

// bundles is a purchase of bundles from the balance.
func (l *till) bundles(ids ...string) contract.Purchase {
	l.t.Helper()
	p := l.draft(contract.PurchaseBundle, contract.PayBalance)
	var net contract.Halalas
	p.Bundles, net = l.chosen(ids...)
	return domain.Priced(p, net, domain.Figures{VATPercent: 15})
}

func (l *till) refuses(p contract.Purchase, code contract.Code) {
	l.t.Helper()
	before := l.balance()
	_, err := l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at})
	refusedWith(l.t.(*testing.T), code, err)
	require.Equal(l.t, before, l.balance(), "nothing is taken")
	require.Zero(l.t, l.counts("SELECT count(*) FROM line_bundles WHERE purchase_id = ?", p.ID))
	require.Zero(l.t, l.counts("SELECT count(*) FROM purchases WHERE id = ?", p.ID))
}

func (l *till) counts(query string, args ...any) (n int) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw(query, args...).Scan(ctx, &n))
	return n
}

func TestBundle_Delivered_GivesEachBucket(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	bought := l.delivers(l.opens(l.bundles("mix", "talk", "mix")))
	require.Equal(t, contract.PurchaseCompleted, bought.Stage)
	require.Equal(t, []time.Time{now.AddDate(0, 0, 30), now.AddDate(0, 0, 7), now.AddDate(0, 0, 30)},
		[]time.Time{bought.Bundles[0].ValidUntil, bought.Bundles[1].ValidUntil, bought.Bundles[2].ValidUntil})
	var said string
	require.NoError(t, l.db.NewRaw(`
		SELECT string_agg(concat_ws(' ', purchase_item, type, total, valid_until::date), ', ' ORDER BY purchase_item, type) FROM line_allowances
		WHERE line_id = ? AND purchase_id = ?`, l.lineID, bought.ID).Scan(ctx, &said))
	require.Equal(t, "0 data 5120 2026-02-03, 0 local_min 100 2026-02-03, 1 local_min 60 2026-01-11, 2 data 5120 2026-02-03, 2 local_min 100 2026-02-03", said)
	require.Equal(t, contract.Halalas(1500), l.balance())
	require.Equal(t, bought, l.delivers(bought), "once")
	require.Equal(t, 5, l.counts("SELECT count(*) FROM line_allowances WHERE purchase_id = ?", bought.ID))
	require.Zero(t, l.counts("SELECT count(*) FROM recharges"), "it is no recharge")
}

func TestBundle_Gift_GoesToOtherLine(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	bought := l.delivers(l.opens(l.draft(contract.PurchaseGift, contract.PayBalance)))
	require.Equal(t, 3, l.counts("SELECT count(*) FROM line_allowances WHERE line_id = ?", l.otherID))
	require.Zero(t, l.counts("SELECT count(*) FROM line_allowances WHERE line_id = ?", l.lineID))
	require.Equal(t, 1, l.counts("SELECT count(*) FROM outbox WHERE subject_id = ?", bought.ID), "who got it hears of it")

	l.changes("UPDATE lines SET subscription_type = 'postpaid' WHERE id = ?", l.otherID)
	l.holds(10_000)
	l.refuses(l.draft(contract.PurchaseGift, contract.PayBalance), contract.FailBundleNotForLine)
	talk := l.draft(contract.PurchaseGift, contract.PayBalance)
	talk.Bundles, _ = l.chosen("talk")
	l.opens(domain.Priced(talk, 1500, domain.Figures{VATPercent: 15}))
}

// The catalogue may change between the page and the purchase.
func TestBundle_OneUnavailable_AllAreRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		statement string
		want      contract.Code
	}{
		"one that ended a second ago":   {"UPDATE bundles SET ends_at = '2026-01-04T08:59:59Z' WHERE id = 'talk'", contract.FailBundleUnknown},
		"one that ends now":             {"UPDATE bundles SET ends_at = '2026-01-04T09:00:00Z' WHERE id = 'talk'", contract.FailBundleUnknown},
		"one that begins in a second":   {"UPDATE bundles SET starts_at = '2026-01-04T09:00:01Z' WHERE id = 'talk'", contract.FailBundleUnknown},
		"one for other lines":           {"UPDATE bundles SET subscriptions = '{postpaid}' WHERE id = 'talk'", contract.FailBundleNotForLine},
		"one for another plan":          {"UPDATE bundles SET plans = '{hawakom-90}' WHERE id = 'talk'", contract.FailBundleNotForLine},
		"one that is sold out":          {"UPDATE bundles SET stock = 0 WHERE id = 'talk'", contract.FailBundleSoldOut},
		"one that costs more by now":    {"UPDATE bundles SET price = 1600 WHERE id = 'talk'", contract.FailPriceChanged},
		"one that costs less by now":    {"UPDATE bundles SET price = 1400 WHERE id = 'talk'", contract.FailPriceChanged},
		"one that gives less by now":    {"UPDATE bundles SET local_minutes = 59 WHERE id = 'talk'", contract.FailPriceChanged},
		"one that lasts a day less now": {"UPDATE bundles SET validity_days = 6 WHERE id = 'talk'", contract.FailPriceChanged},
		"a line that is out of service": {"UPDATE lines SET status = 'suspended' WHERE msisdn = '0570000001'", contract.FailLineBlocked},
	} {
		t.Run(name, func(t *testing.T) {
			l := newTill(t)
			l.holds(10_000)
			p := l.bundles("mix", "talk")
			l.changes(tt.statement)
			l.refuses(p, tt.want)
		})
	}
}

func TestBundle_SingleHeld_RefusedTwice(t *testing.T) {
	l := newTill(t)
	l.holds(50_000)
	l.shop()
	l.changes("UPDATE bundles SET single = true WHERE id = 'talk'")
	first := l.opens(l.bundles("talk"))
	l.refuses(l.bundles("mix", "talk"), contract.FailBundleHeld)
	gift := l.draft(contract.PurchaseGift, contract.PayBalance)
	l.opens(gift) // another line may have it
	l.delivers(first)
	l.refuses(l.bundles("talk"), contract.FailBundleHeld)

	twice := l.bundles("mix", "talk")
	twice.Bundles[0] = twice.Bundles[1]
	l.refuses(domain.Priced(twice, 3000, domain.Figures{VATPercent: 15}), contract.FailBundleHeld)

	l.changes("UPDATE line_bundles SET valid_from = valid_from - interval '7 days', valid_until = valid_until - interval '7 days' WHERE purchase_id = ?", first.ID)
	l.opens(l.bundles("talk")) // the first bundle has just ended
}

// Two devices buy the same bundle for one line at the same moment.
func TestBundle_ManyAtOnce_IsHeldOnce(t *testing.T) {
	l := newTill(t)
	l.holds(100_000)
	l.shop()
	l.changes("UPDATE bundles SET single = true WHERE id = 'talk'")
	require.Equal(t, 1, l.askAtOnce(20, contract.FailBundleHeld))
	require.Equal(t, contract.Halalas(98_500), l.balance())
}

// 200 customers buy an offer of 50 bundles.
func TestBundle_OfferOfFifty_IsSoldFiftyTimes(t *testing.T) {
	l := newTill(t)
	l.holds(1_000_000)
	l.shop()
	l.changes("UPDATE bundles SET stock = 50 WHERE id = 'talk'")
	require.Equal(t, 50, l.askAtOnce(200, contract.FailBundleSoldOut))
	require.Equal(t, 50, l.counts("SELECT sold FROM bundles WHERE id = 'talk'"))
	require.Equal(t, 50, l.counts("SELECT count(*) FROM line_bundles WHERE counted"))
	require.Equal(t, contract.Halalas(1_000_000-50*1500), l.balance(), "who got none pays nothing")
}

// askAtOnce has many purchases of talk at the same moment and counts the successful ones. All others are refused with the code.
func (l *till) askAtOnce(many int, code contract.Code) int {
	l.t.Helper()
	drafts := make([]contract.Purchase, many)
	for i := range drafts {
		drafts[i] = l.bundles("talk")
	}
	var sold atomic.Int64
	var wg sync.WaitGroup
	refusals := make([]error, many)
	for i, p := range drafts {
		wg.Go(func() {
			if _, refusals[i] = l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at}); refusals[i] == nil {
				sold.Add(1)
			}
		})
	}
	wg.Wait()
	for _, err := range refusals {
		if err != nil {
			refusedWith(l.t.(*testing.T), code, err)
		}
	}
	return int(sold.Load())
}

// The bundle of a failed purchase is on sale again.
func TestBundle_Refunded_IsReleased(t *testing.T) {
	for name, fails := range map[string]func(l *till, p contract.Purchase){
		"called off":  func(l *till, p contract.Purchase) { l.givesBack(p) },
		"not covered": func(l *till, p contract.Purchase) { l.pays(p, contract.PaymentDeclined) },
	} {
		t.Run(name, func(t *testing.T) {
			l := newTill(t)
			l.holds(10_000)
			l.shop()
			l.changes("UPDATE bundles SET stock = 1, single = true WHERE id = 'talk'")
			way := contract.PayBalance
			if name == "not covered" {
				way = contract.PayCard
			}
			p := l.draft(contract.PurchaseBundle, way)
			p = l.opens(p)
			require.Equal(t, 1, l.counts("SELECT sold FROM bundles WHERE id = 'talk'"))
			fails(l, p)
			require.Zero(t, l.counts("SELECT sold FROM bundles WHERE id = 'talk'"))
			require.Zero(t, l.counts("SELECT count(*) FROM line_bundles"))
			l.delivers(l.opens(l.bundles("talk")))
		})
	}
}

func TestBundle_LostTask_IsTakenOnce(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	l.shop()
	l.changes("UPDATE bundles SET stock = 1, single = true WHERE id = 'talk'")
	p := l.bundles("talk")
	l.opens(p)
	_, err := l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at})
	require.Error(t, err, "the workflow goes on from the row")
	require.Equal(t, 1, l.counts("SELECT sold FROM bundles WHERE id = 'talk'"))
}

// waiting is the purchase of a bundle for a later day.
func (l *till) waiting(days int, ids ...string) contract.Purchase {
	l.t.Helper()
	p := l.bundles(ids...)
	p.EffectiveAt = beginning(days)
	return p
}

// beginning is the midnight in Riyadh of a day after today.
func beginning(days int) time.Time {
	return time.Date(2026, time.January, 4+days, 0, 0, 0, 0, calendar.Riyadh)
}

func TestActivation_OnItsDay_BundleBegins(t *testing.T) {
	l := newTill(t)
	l.holds(50_000)
	l.shop()
	l.changes("UPDATE bundles SET single = true WHERE id = 'talk'")
	later := l.opens(l.waiting(10, "talk"))
	require.Equal(t, contract.PurchaseScheduled, later.Stage)
	require.Equal(t, contract.Halalas(48_500), l.balance(), "it is paid")
	told := func() int { return l.counts("SELECT count(*) FROM outbox WHERE subject_id = ?", later.ID) }
	require.Equal(t, 1, told(), "that it waits")
	first := l.opens(l.bundles("talk")) // for seven days: it ends before the other one begins
	l.refuses(l.waiting(9, "talk"), contract.FailBundleHeld)

	_, err := l.MoveActivation(ctx, later, contract.PurchaseMoved{At: at, EffectiveAt: beginning(5)})
	refusedWith(t, contract.FailBundleHeld, err)
	moved, err := l.MoveActivation(ctx, later, contract.PurchaseMoved{At: at, EffectiveAt: beginning(20)})
	require.NoError(t, err)
	require.Equal(t, beginning(20), moved.EffectiveAt)
	require.Equal(t, 1, l.counts("SELECT count(*) FROM line_bundles WHERE purchase_id = ? AND valid_from = ? AND valid_until = ?", later.ID, beginning(20), beginning(27)))
	again, err := l.MoveActivation(ctx, moved, contract.PurchaseMoved{At: at, EffectiveAt: beginning(20)})
	require.NoError(t, err)
	require.Equal(t, moved, again, "once")
	require.Equal(t, 2, told(), "of the other day")

	_, err = l.MoveActivation(ctx, l.delivers(first), contract.PurchaseMoved{At: at, EffectiveAt: beginning(20)})
	refusedWith(t, contract.FailActivationBegun, err)
	l.givesBack(moved)
	require.Zero(t, l.counts("SELECT count(*) FROM line_bundles WHERE purchase_id = ?", later.ID))
}

func TestActivation_ImpossibleDay_IsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		days int
		ends bool
	}{"yesterday": {-1, false}, "today": {0, false}, "too far ahead": {bundle.LongestWait + 1, false}, "after the line has ended": {6, true}} {
		t.Run(name, func(t *testing.T) {
			l := newTill(t)
			l.holds(10_000)
			l.shop()
			if tt.ends {
				ending := contract.Deactivation{ID: uuid.NewString(), LineID: l.lineID, UserID: uuid.NewString(), Stage: contract.DeactivationWaiting, UndoUntil: beginning(5), Seq: 1, RequestedAt: now}
				_, err := l.store.Deactivations.Open(ctx, ending)
				require.NoError(t, err)
			}
			l.refuses(l.waiting(tt.days, "talk"), contract.FailEffectiveDate)
		})
	}
}

// A bundle that the customer puts together costs the sum of its parts, and has no stock.
func TestBundle_CustomerBuilt_FollowsItsRule(t *testing.T) {
	l := newTill(t)
	l.holds(20_000)
	l.changes("INSERT INTO bundle_steps (key, type, amount, price, percent) VALUES ('d5', 'data', 5120, 2800, 0), ('m1', 'local_min', 100, 1500, 0), ('t30', 'days', 30, 0, 100), ('t7', 'days', 7, 0, 45)")
	p := l.draft(contract.PurchaseBundle, contract.PayBalance)
	var net contract.Halalas
	p.Bundles, net = l.priced([]bundle.Chosen{{Build: &bundle.Choice{DataMB: 5120, Minutes: 100, Days: 7}}})
	require.Equal(t, contract.Halalas(2000), net, "45 per cent of 43 riyals, up to the next riyal")
	p = domain.Priced(p, net, domain.Figures{VATPercent: 15})
	bought := l.delivers(l.opens(p))
	require.Equal(t, []any{"Your own bundle", now.AddDate(0, 0, 7)}, []any{bought.Bundles[0].NameEn, bought.Bundles[0].ValidUntil})
	require.Equal(t, 2, l.counts("SELECT count(*) FROM line_allowances WHERE purchase_id = ?", bought.ID))
	require.Zero(t, l.counts("SELECT count(*) FROM line_bundles"))

	dearer := p
	dearer.ID, dearer.Number = uuid.NewString(), "PU99999999"
	l.changes("UPDATE bundle_steps SET price = 3000 WHERE key = 'd5'")
	l.refuses(dearer, contract.FailPriceChanged)
	l.changes("DELETE FROM bundle_steps WHERE key = 'd5'")
	l.refuses(dearer, contract.FailBundleStep)
}
