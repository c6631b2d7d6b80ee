package purchase_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/seed"
	"selfcare/internal/contract"
	rules "selfcare/internal/domain/creditlimit"
	"selfcare/internal/spending"
	"selfcare/internal/store/vas"
)

// dailyNews is a service for 1.50 riyals; the partner gets 0.70.
func dailyNews() *contract.ServiceBought {
	return &contract.ServiceBought{ServiceID: "daily-news", Name: "Daily news", PartnerCode: "DAILY-NEWS", Cost: 70, CycleDays: 1}
}

// sellsServices puts dailyNews on sale.
func (l *till) sellsServices() {
	l.t.Helper()
	l.exec("INSERT INTO service_categories VALUES ('news', 'special_services', 'News', 'الأخبار', 0) ON CONFLICT DO NOTHING")
	l.exec(`INSERT INTO services VALUES ('daily-news', 'news', 'Daily news', 'أخبار اليوم', 'News', 'أخبار', 'DAILY-NEWS', 150, 70, 1, '{web}', true, 0)
		ON CONFLICT DO NOTHING`)
}

func (l *till) has() []vas.Held {
	l.t.Helper()
	found, err := l.store.Services.OfLine(ctx, l.lineID, "web")
	require.NoError(l.t, err)
	return found
}

func (l *till) service() contract.Purchase {
	return l.draft(contract.PurchaseService, contract.PayBalance)
}

func TestVas_Begun_RunsForItsCycle(t *testing.T) {
	l := newTill(t)
	l.holds(1_000)
	opened := l.opens(l.service())
	require.Equal(t, vas.Starting, l.has()[0].State)
	done, err := l.DeliverPurchase(ctx, opened, contract.PurchaseHandedOver{At: at, Begun: &contract.ContentBegun{Reference: "sub-9"}})
	require.NoError(t, err)
	require.Equal(t, "sub-9", done.Service.Reference)
	held := l.has()[0]
	require.Equal(t, []any{vas.Active, contract.Halalas(150), done.ID}, []any{held.State, held.Price, held.ID})
	require.WithinDuration(t, now.Add(24*time.Hour), held.Until, 0)
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Len(t, queued, 1)
	require.Equal(t, []string{"service-begun", "Daily news", "1.50", "1"}, []string{
		queued[0].Notice.Template, queued[0].Notice.Params["service"], queued[0].Notice.Params["total"], queued[0].Notice.Params["days"],
	})
}

func TestVas_SameLine_HasItOnceAtATime(t *testing.T) {
	l := newTill(t)
	l.holds(1_000)
	first := l.opens(l.service())
	_, err := l.OpenPurchase(ctx, l.service(), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailServiceHeld, err)
	l.givesBack(first)
	require.EqualValues(t, 1_000, l.balance(), "of what was refused nothing is taken, of what was called off nothing is kept")
	require.Empty(t, l.has())
	running := l.delivers(l.opens(l.service()))
	require.Equal(t, contract.PurchaseCompleted, running.Stage)
}

func TestVas_TwoAtOnce_OneIsRefused(t *testing.T) {
	l := newTill(t)
	l.holds(1_000)
	answers := make(chan error, 2)
	for _, p := range []contract.Purchase{l.service(), l.service()} {
		go func() {
			_, err := l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at})
			answers <- err
		}()
	}
	errs := []error{<-answers, <-answers}
	if errs[0] == nil {
		errs[0], errs[1] = errs[1], errs[0]
	}
	refusedWith(t, contract.FailServiceHeld, errs[0])
	require.NoError(t, errs[1])
	require.EqualValues(t, 850, l.balance())
}

// billed makes the line postpaid, with a plan of 200 riyals. room is the rest of its credit limit.
func (l *till) billed(room int) {
	l.t.Helper()
	l.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	l.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES ('postpaid-200', 'P-200', 'Postpaid 200', 'مفوتر 200', 20000, 'postpaid', 'postpaid', 30, 1, 0, '[]')`)
	l.exec("UPDATE lines SET subscription_type = 'postpaid', plan_id = 'postpaid-200' WHERE id = '" + l.lineID + "'")
	require.NoError(l.t, seed.BeginPlans(ctx, l.db, l.store, now))
	plan, err := l.store.PlanSubscriptions.Get(ctx, l.lineID)
	require.NoError(l.t, err)
	standing, err := spending.Look(ctx, l.store.Tx, plan, now)
	require.NoError(l.t, err)
	limit, set := standing.Of(rules.Credit)
	require.True(l.t, set)
	l.exec(fmt.Sprintf(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, paid_by, cycle_from, cycle_until, charged_at)
		VALUES ('%s', 9, 'plan', 'postpaid-200', %d, 'invoice', now(), now(), now())`, l.lineID, int(limit.Amount-limit.Used)-room))
}

func (l *till) charges() (said string) {
	l.t.Helper()
	require.NoError(l.t, l.db.NewRaw(`
		SELECT coalesce(string_agg(service_id || ' ' || amount || ' ' || vat || ' ' || paid_by, ', '), '') FROM subscription_charges
		WHERE service_id IS NOT NULL`).Scan(ctx, &said))
	return said
}

func TestVas_PostpaidLine_IsBilled(t *testing.T) {
	l := newTill(t)
	l.billed(1_000)
	draft := l.draft(contract.PurchaseService, contract.PayInvoice)
	require.Equal(t, contract.Halalas(173), draft.Total, "1.50 and its VAT")
	opened := l.opens(draft)
	require.Empty(t, l.charges(), "it may be refused yet")
	done := l.delivers(opened)
	require.Equal(t, contract.PurchaseCompleted, done.Stage)
	require.Equal(t, "daily-news 173 23 invoice", l.charges())
	_, err := l.DeliverPurchase(ctx, opened, contract.PurchaseHandedOver{At: at})
	require.Error(t, err)
	require.Equal(t, "daily-news 173 23 invoice", l.charges(), "repeated, it is charged once")
	var partner contract.Halalas
	require.NoError(t, l.db.NewRaw("SELECT sum(amount) FROM ledger_lines WHERE account = 'content-partner'").Scan(ctx, &partner))
	require.Equal(t, contract.Halalas(-70), partner)
	require.Zero(t, l.sum())
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Len(t, queued, 2)
	require.Equal(t, "credit-limit-near", queued[0].Notice.Template)
	require.Equal(t, []string{"service-begun-on-bill", "1.73"}, []string{queued[1].Notice.Template, queued[1].Notice.Params["total"]})
}

func TestVas_PostpaidCalledOff_IsNotBilled(t *testing.T) {
	l := newTill(t)
	l.billed(1_000)
	l.givesBack(l.opens(l.draft(contract.PurchaseService, contract.PayInvoice)))
	require.Empty(t, l.charges())
	require.Empty(t, l.has())
}

func TestVas_BeyondCreditLimit_IsRefused(t *testing.T) {
	l := newTill(t)
	l.billed(100)
	_, err := l.OpenPurchase(ctx, l.draft(contract.PurchaseService, contract.PayInvoice), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailServiceLimit, err)
	require.Empty(t, l.has())
}

func TestVas_EachLineType_HasItsMethod(t *testing.T) {
	l := newTill(t)
	l.holds(1_000)
	_, err := l.OpenPurchase(ctx, l.draft(contract.PurchaseService, contract.PayInvoice), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailPurchaseWay, err)
	l.billed(1_000)
	_, err = l.OpenPurchase(ctx, l.service(), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailPurchaseWay, err)
}

func TestVas_BalanceShort_IsRefused(t *testing.T) {
	l := newTill(t)
	l.holds(149)
	_, err := l.OpenPurchase(ctx, l.service(), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailBalanceShort, err)
	require.Empty(t, l.has())
}

func TestVas_EachReason_Ends(t *testing.T) {
	l := newTill(t)
	l.holds(1_000)
	bought := l.delivers(l.opens(l.service()))
	toEnd := func(when time.Time) int {
		due, err := l.store.Services.ToEnd(ctx, when, 10)
		require.NoError(t, err)
		return len(due)
	}
	require.Zero(t, toEnd(now))
	require.Equal(t, 1, toEnd(now.Add(24*time.Hour)), "its cycle is over")
	left, err := l.store.Services.Leave(ctx, l.lineID, "daily-news")
	require.NoError(t, err)
	require.True(t, left)
	require.Equal(t, 1, toEnd(now), "it was left")
	for range 2 {
		require.NoError(t, l.store.Services.End(ctx, bought.ID, now))
	}
	require.Zero(t, toEnd(now.Add(24*time.Hour)))
	left, err = l.store.Services.Leave(ctx, l.lineID, "daily-news")
	require.NoError(t, err)
	require.False(t, left)
}
