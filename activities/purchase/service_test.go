package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store/serving"
)

// dailyNews is a service for a riyal and a half, of which the partner gets 70 halalas.
func dailyNews() *contract.ServiceBought {
	return &contract.ServiceBought{ServiceID: "daily-news", Name: "Daily news", PartnerCode: "DAILY-NEWS", Cost: 70, CycleDays: 1}
}

// sellsServices puts it on sale.
func (l *till) sellsServices() {
	l.t.Helper()
	l.exec("INSERT INTO service_categories VALUES ('news', 'special_services', 'News', 'الأخبار', 0) ON CONFLICT DO NOTHING")
	l.exec(`INSERT INTO services VALUES ('daily-news', 'news', 'Daily news', 'أخبار اليوم', 'News', 'أخبار', 'DAILY-NEWS', 150, 70, 1, '{web}', true, 0)
		ON CONFLICT DO NOTHING`)
}

func (l *till) has() []serving.Held {
	l.t.Helper()
	found, err := l.store.Services.OfLine(ctx, l.lineID, "web")
	require.NoError(l.t, err)
	return found
}

func (l *till) service() contract.Purchase {
	return l.draft(contract.PurchaseService, contract.PayBalance)
}

func TestService_RunsForItsCycleAndItsCustomerIsTold(t *testing.T) {
	l := newTill(t)
	l.holds(1_000)
	opened := l.opens(l.service())
	require.Equal(t, serving.Starting, l.has()[0].State)
	done, err := l.DeliverPurchase(ctx, opened, contract.PurchaseHandedOver{At: at, Begun: &contract.ContentBegun{Reference: "sub-9"}})
	require.NoError(t, err)
	require.Equal(t, "sub-9", done.Service.Reference)
	held := l.has()[0]
	require.Equal(t, []any{serving.Active, contract.Halalas(150), done.ID}, []any{held.State, held.Price, held.ID})
	require.WithinDuration(t, now.Add(24*time.Hour), held.Until, 0)
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Len(t, queued, 1)
	require.Equal(t, []string{"service-begun", "Daily news", "1.50", "1"}, []string{
		queued[0].Notice.Template, queued[0].Notice.Params["service"], queued[0].Notice.Params["total"], queued[0].Notice.Params["days"],
	})
}

func TestService_ALineHasItOnceAndMayHaveItAgainOnceItIsOver(t *testing.T) {
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

func TestService_OfTwoOfTheSameMomentOneIsRefused(t *testing.T) {
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

func TestService_APostpaidLineHasNone(t *testing.T) {
	l := newTill(t)
	l.exec("UPDATE lines SET subscription_type = 'postpaid'")
	_, err := l.OpenPurchase(ctx, l.service(), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailServicePostpaid, err)
}

func TestService_MoreThanTheBalanceIsRefusedAndNothingIsStarted(t *testing.T) {
	l := newTill(t)
	l.holds(149)
	_, err := l.OpenPurchase(ctx, l.service(), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailBalanceShort, err)
	require.Empty(t, l.has())
}

func TestService_EndsWhenItIsLeftItsCycleIsOverOrItsLineIs(t *testing.T) {
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
	l.exec("UPDATE lines SET status = 'ended'")
	require.Equal(t, 1, toEnd(now), "its line is")
	l.exec("UPDATE lines SET status = 'active'")
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
