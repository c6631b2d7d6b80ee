package subscription_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	purchaseacts "selfcare/activities/purchase"
	"selfcare/internal/contract"
	rules "selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/spending"
	"selfcare/internal/store/vas"
)

// bought is the time of purchases that renew. Items of a month end within the plan's second cycle.
var bought = activated.Add(time.Hour)

// subscribes to a service of a day for 1.50, of which the partner gets 0.70, or a bundle of thirty days for 35 riyals.
func (b *book) subscribes(kind contract.PurchaseKind) contract.Purchase {
	b.t.Helper()
	for _, statement := range []string{
		"INSERT INTO service_categories VALUES ('news', 'special_services', 'News', 'الأخبار', 0) ON CONFLICT DO NOTHING",
		`INSERT INTO services VALUES ('daily-news', 'news', 'Daily news', 'أخبار اليوم', 'News', 'أخبار', 'DAILY-NEWS', 150, 70, 1, '{web}', true, 0, true) ON CONFLICT DO NOTHING`,
		`INSERT INTO bundles (id, category, name_en, name_ar, description_en, description_ar, data_mb, local_minutes, validity_days, price, subscriptions, availability, single, renews, starts_at, position)
		 VALUES ('mix', 'latest', 'Mix', 'مزيج', 'Mix', 'مزيج', 5120, 100, 30, 3500, '{prepaid}', '{web}', true, true, '2026-01-01', 0) ON CONFLICT DO NOTHING`,
	} {
		b.does(statement)
	}
	b.bought++
	p := contract.Purchase{
		ID: uuid.NewString(), Number: fmt.Sprintf("PU2000000%d", b.bought), Kind: kind, Way: contract.PayBalance, UserID: uuid.NewString(), Language: "en",
		PayerLineID: b.lineID, LineID: b.lineID, CreatedAt: bought,
	}
	net := contract.Halalas(150)
	if kind == contract.PurchaseService {
		p.Service = &contract.ServiceBought{ServiceID: "daily-news", Name: "Daily news", PartnerCode: "DAILY-NEWS", Cost: 70, CycleDays: 1, Renews: true}
	} else {
		net = 3500
		p.Bundles = []contract.BundleBought{{BundleID: "mix", NameEn: "Mix", NameAr: "مزيج", ValidityDays: 30, Price: 3500, Renews: true, Items: []contract.BundleItem{
			{Type: "data", Unit: "MB", Amount: 5120}, {Type: "local_min", Unit: "minute", Amount: 100},
		}}}
	}
	if b.billed {
		p.Way = contract.PayInvoice
	}
	p = purchase.Priced(p, net, purchase.Figures{VATPercent: 15})
	till := purchaseacts.New(b.store)
	p, err := till.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at(bought)})
	require.NoError(b.t, err)
	p, err = till.DeliverPurchase(ctx, p, contract.PurchaseHandedOver{At: at(bought)})
	require.NoError(b.t, err)
	return p
}

func (b *book) does(statement string, args ...any) {
	b.t.Helper()
	_, err := b.db.NewRaw(statement, args...).Exec(ctx)
	require.NoError(b.t, err)
}

func (b *book) says(query string, args ...any) (said string) {
	b.t.Helper()
	require.NoError(b.t, b.db.NewRaw(query, args...).Scan(ctx, &said))
	return said
}

// toldOfItems lists the templates of messages about items, each with its count.
func (b *book) toldOfItems() string {
	b.t.Helper()
	return b.says("SELECT coalesce(string_agg(t, ' ' ORDER BY t), '') FROM (SELECT template || ':' || count(*) AS t FROM outbox WHERE template LIKE 'item-%' GROUP BY template) AS told")
}

// renewals counts the charges of items.
func (b *book) renewals() string {
	b.t.Helper()
	return b.says("SELECT count(*)::text FROM ledger_operations WHERE kind = 'item-renewal'")
}

func TestItems_FirstCycleEnds_PlanIsWoken(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(10_000)
	before := b.begins()
	b.does("DELETE FROM subscription_calls")
	p := b.subscribes(contract.PurchaseBundle)
	now := b.now()
	require.True(t, now.ItemsDue.Equal(p.Bundles[0].ValidUntil))
	require.Equal(t, before.Step, now.Step, "the plan's own renewal comes before")
	require.Equal(t, "1", b.says("SELECT count(*)::text FROM subscription_calls"))
	service := b.subscribes(contract.PurchaseService)
	now = b.now()
	require.Equal(t, contract.StepItems, now.Step)
	require.True(t, now.DueAt.Equal(service.Service.Until))
	require.Equal(t, before.Cycle, now.Cycle)
}

// A service of one day and a bundle of thirty days, for ninety days: each cycle is charged once, also after repeats.
func TestItems_EachCycle_IsChargedOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(100_000)
	b.subscribes(contract.PurchaseService)
	b.subscribes(contract.PurchaseBundle)
	s := b.now()
	for s.DueAt.Before(bought.AddDate(0, 0, 91)) {
		before := s
		s = b.advances(s, before.DueAt)
		_, err := b.AdvanceSubscription(ctx, before, at(before.DueAt))
		require.Error(t, err, "the workflow goes on from the row")
	}
	require.Equal(t, 3, s.Cycle, "of the plan, which went its own way")
	require.Equal(t, "90 3", b.says("SELECT string_agg(n::text, ' ' ORDER BY n DESC) FROM (SELECT count(*) AS n FROM ledger_operations WHERE kind = 'item-renewal' GROUP BY split_part(key, ':', 2)) AS items"))
	require.EqualValues(t, 100_000-91*150-4*3500-2*netOf90, b.balance())
	require.Equal(t, "-6300 -17700", b.says(`
		SELECT string_agg(sum::text, ' ' ORDER BY account) FROM (SELECT account, sum(amount) FROM ledger_lines AS l JOIN ledger_operations AS o ON o.key = l.operation
		WHERE o.kind = 'item-renewal' AND account IN ('content-partner', 'revenue') GROUP BY account) AS sums`), "of ninety days the partner's, the rest is ours")
	require.Equal(t, "4 5120 4 100", b.says(`
		SELECT string_agg(n || ' ' || total, ' ' ORDER BY type) FROM (SELECT type, total, count(DISTINCT valid_until) AS n FROM line_allowances WHERE purchase_id IS NOT NULL GROUP BY type, total) AS buckets`))
	require.Equal(t, "item-renewed:93", b.toldOfItems())
	held, err := b.store.Services.ToEnd(ctx, bought.AddDate(0, 0, 90), 10)
	require.NoError(t, err)
	require.Empty(t, held)
}

// Cycles of a bundle follow each other without a gap, although the workflow is a moment late.
func TestItems_NextCycle_FollowsTheLast(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(50_000)
	p := b.subscribes(contract.PurchaseBundle)
	s := b.advances(b.now(), b.now().DueAt) // the step of the plan
	ends := p.Bundles[0].ValidUntil
	b.advances(s, ends.Add(7*time.Second))
	require.Equal(t, "t", b.says("SELECT (count(*) = 2)::text::char FROM line_allowances WHERE purchase_cycle = 2 AND valid_from = ? AND valid_until = ?", ends, ends.AddDate(0, 0, 30)))
	require.Equal(t, "t", b.says("SELECT (valid_until = ?)::text::char FROM line_bundles", ends.AddDate(0, 0, 30)))
}

func TestItems_NotRenewed_IsToldWhy(t *testing.T) {
	for name, tt := range map[string]struct {
		balance contract.Halalas
		happens func(b *book, p contract.Purchase)
		told    string
	}{
		"a balance that is a halala short": {149, func(*book, contract.Purchase) {}, "item-short:1"},
		"one that is not sold any more":    {1000, func(b *book, _ contract.Purchase) { b.does("UPDATE services SET on_sale = false") }, "item-withdrawn:1"},
		"one that renews no more":          {1000, func(b *book, _ contract.Purchase) { b.does("UPDATE services SET renews = false") }, "item-withdrawn:1"},
		"one that was turned off": {1000, func(b *book, _ contract.Purchase) {
			require.True(b.t, b.chooses(false))
		}, ""},
		"one that was left": {1000, func(b *book, _ contract.Purchase) {
			left, err := b.store.Services.Leave(ctx, b.lineID, "daily-news")
			require.NoError(b.t, err)
			require.True(b.t, left)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBook(t, "prepaid")
			b.begins()
			b.has(150)
			p := b.subscribes(contract.PurchaseService)
			b.has(tt.balance)
			tt.happens(b, p)
			s := b.advances(b.now(), p.Service.Until)
			require.Zero(t, s.ItemsDue)
			require.Equal(t, contract.StepRenew, s.Step, "the plan's own")
			require.Equal(t, tt.balance, b.balance())
			require.Equal(t, []string{"0", tt.told}, []string{b.renewals(), b.toldOfItems()})
			held, err := b.store.Services.ToEnd(ctx, p.Service.Until, 10)
			require.NoError(t, err)
			require.Len(t, held, 1, "the partner is told to end it")
			require.Contains(t, []string{vas.Active, vas.Ending}, held[0].State)
		})
	}
}

// A service of one day on a postpaid line, for ten days: each cycle is on the bill once, until the credit limit is used up.
func TestItems_PostpaidLine_IsBilledToItsLimit(t *testing.T) {
	b := newBook(t, "postpaid")
	b.begins()
	b.billed = true
	b.subscribes(contract.PurchaseService)
	limit, err := spending.Look(ctx, b.store.Tx, b.now(), bought)
	require.NoError(t, err)
	b.does(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, paid_by, cycle_from, cycle_until, charged_at)
		VALUES (?, 9, 'plan', 'postpaid-200', ?, 'invoice', now(), now(), now())`, b.lineID, int(rules.Room(limit.Limits))-9*173-172)
	s := b.now()
	for !s.ItemsDue.IsZero() {
		before := s
		s = b.advances(s, before.DueAt)
		_, err := b.AdvanceSubscription(ctx, before, at(before.DueAt))
		require.Error(t, err, "the workflow goes on from the row")
	}
	require.Equal(t, "10 1730 230", b.says("SELECT count(*) || ' ' || sum(amount) || ' ' || sum(vat) FROM subscription_charges WHERE service_id = 'daily-news' AND paid_by = 'invoice'"))
	require.Equal(t, "-700", b.says("SELECT sum(amount)::text FROM ledger_lines WHERE account = 'content-partner'"))
	require.Equal(t, "item-renewed-on-bill:9 item-short-on-bill:1", b.toldOfItems())
}

func TestItems_BilledNoMore_End(t *testing.T) {
	b := newBook(t, "postpaid")
	b.begins()
	b.billed = true
	p := b.subscribes(contract.PurchaseService)
	b.does("UPDATE line_renewals SET billed = false")
	b.advances(b.now(), p.Service.Until)
	require.Equal(t, "item-withdrawn:1", b.toldOfItems())
}

func (b *book) chooses(renews bool) bool {
	b.t.Helper()
	known, err := b.store.Renewals.Choose(ctx, b.lineID, b.says("SELECT id::text FROM line_renewals"), renews, bought)
	require.NoError(b.t, err)
	return known
}

func TestItems_TurnedOnInTime_Renew(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(1000)
	p := b.subscribes(contract.PurchaseService)
	require.True(t, b.chooses(false))
	require.True(t, b.chooses(true))
	b.advances(b.now(), p.Service.Until)
	require.Equal(t, "1", b.renewals())
}

// The balance is kept for the plan, whose renewal it did not cover.
func TestItems_NoPlanInForce_End(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(3500)
	p := b.subscribes(contract.PurchaseBundle)
	b.has(5000)
	s := b.now()
	for s.DueAt.Before(p.Bundles[0].ValidUntil) && s.Step != contract.StepItems {
		s = b.advances(s, s.DueAt)
	}
	require.Equal(t, contract.StepItems, s.Step)
	require.Equal(t, contract.SubscriptionGrace, s.Stage)
	s = b.advances(s, s.DueAt)
	require.Equal(t, []string{"0", "item-without-plan:1"}, []string{b.renewals(), b.toldOfItems()})
	require.EqualValues(t, 5000, b.balance())
	require.Equal(t, contract.SubscriptionGrace, s.Stage, "the plan goes on as before")
	require.NotEqual(t, contract.StepItems, s.Step)
}

// A customer who has bought the next item already does not pay twice for the same days.
func TestItems_NextIsBought_End(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(50_000)
	p := b.subscribes(contract.PurchaseBundle)
	ends := p.Bundles[0].ValidUntil
	s := b.advances(b.now(), b.now().DueAt)
	b.does("INSERT INTO purchases SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'number', 'PU30000000'))).* FROM purchases AS p LIMIT 1")
	b.does(`INSERT INTO line_bundles (purchase_id, item, line_id, bundle_id, single, counted, valid_from, valid_until)
		SELECT id, 0, line_id, 'mix', true, false, ?, ? FROM purchases WHERE number = 'PU30000000'`, ends, ends.AddDate(0, 0, 30))
	b.advances(s, ends)
	require.Equal(t, []string{"0", ""}, []string{b.renewals(), b.toldOfItems()})
}

// A worker dies between our commit and Temporal's: the charge is not repeated.
func TestItems_LostTask_CountsOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(1000)
	p := b.subscribes(contract.PurchaseService)
	before := b.now()
	b.advances(before, p.Service.Until)
	for range 3 {
		_, err := b.AdvanceSubscription(ctx, before, at(p.Service.Until))
		require.Error(t, err)
	}
	require.Equal(t, []string{"1", "item-renewed:1"}, []string{b.renewals(), b.toldOfItems()})
	require.EqualValues(t, 700, b.balance())
}

// A renewal that fails in the middle charges nothing.
func TestItems_Fault_UndoesAll(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(1000)
	p := b.subscribes(contract.PurchaseService)
	b.does("ALTER TABLE line_renewals ADD CONSTRAINT broken CHECK (cycle < 2)")
	s := b.now()
	_, err := b.AdvanceSubscription(ctx, s, at(p.Service.Until))
	require.Error(t, err)
	require.Equal(t, []string{"0", ""}, []string{b.renewals(), b.toldOfItems()})
	require.EqualValues(t, 850, b.balance())
	b.does("ALTER TABLE line_renewals DROP CONSTRAINT broken")
	b.advances(s, p.Service.Until)
	require.EqualValues(t, 700, b.balance())
}

// After an outage of days one cycle is charged, which begins then.
func TestItems_LateRenewal_BeginsNow(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(10_000)
	p := b.subscribes(contract.PurchaseService)
	late := p.Service.Until.AddDate(0, 0, 5)
	s := b.advances(b.now(), late)
	require.Equal(t, "1", b.renewals())
	require.True(t, s.ItemsDue.Equal(late.AddDate(0, 0, 1)))
}

func TestItems_LineEnds_End(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(10_000)
	b.subscribes(contract.PurchaseService)
	ended, err := b.EndSubscription(ctx, b.now(), at(bought.Add(time.Hour)))
	require.NoError(t, err)
	require.Zero(t, ended.ItemsDue)
	require.Equal(t, contract.StepNone, ended.Step)
	require.Equal(t, "0", b.says("SELECT count(*)::text FROM line_renewals WHERE ended_at IS NULL"))
}

// A line without a workflow of its plan cannot be charged: the item ends with its cycle.
func TestItems_LineWithoutWorkflow_DoNotRenew(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(10_000)
	b.subscribes(contract.PurchaseService)
	require.Equal(t, "0", b.says("SELECT count(*)::text FROM line_renewals"))
}

func TestItems_PlanSwitched_Stay(t *testing.T) {
	b := newBook(t, "prepaid")
	b.begins()
	b.has(100_000)
	p := b.subscribes(contract.PurchaseService)
	s, err := b.ScheduleSwitch(ctx, b.now(), contract.SwitchChoice{At: at(bought), PlanID: "hawakom-130"})
	require.NoError(t, err)
	require.True(t, s.DueAt.Equal(p.Service.Until))
	for s.PlanID != "hawakom-130" {
		s = b.advances(s, s.DueAt)
	}
	require.True(t, s.ItemsDue.After(s.From))
	require.Equal(t, "29", b.renewals(), "a day each until midnight of the new plan")
}
