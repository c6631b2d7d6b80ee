package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

// follows has the plan of a line followed, as that of each line in service is.
func (r *rig) follows(msisdn string) {
	r.t.Helper()
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) SELECT 'hawakom', 'Hawakom', 'هواكم', 0 WHERE NOT EXISTS (SELECT FROM plan_categories)")
	r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		SELECT 'hawakom-90', 'HAWAKOM-90', 'Hawakom 90', 'هواكم 90', 9000, 'prepaid', 'hawakom', 30, 1, 0, '[]' WHERE NOT EXISTS (SELECT FROM plans)`)
	monthly := subscription.Plan{ID: "hawakom-90", Period: subscription.Period{Months: 1}, Renews: true}
	s := contract.PlanSubscription{LineID: r.lineID(msisdn), PlanID: monthly.ID, Type: subscription.Prepaid, Language: "en"}
	s = subscription.Scheduled(subscription.Begin(s, monthly, time.Now()), subscription.Rules{})
	_, err := r.store.PlanSubscriptions.Begin(r.t.Context(), s)
	require.NoError(r.t, err)
}

func (r *rig) renewing(token string, headers ...header) []gen.LineRenewal {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/users/current/renewals", "", append(headers, bearer(token))...)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[gen.ListRenewalsAnswer](r.t, got).Data
}

func (r *rig) turns(token, id, body string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPut, "/api/users/current/renewals/"+id, body, append(headers, bearer(token), freshKey())...)
}

func (r *rig) turned(got answer) gen.LineRenewal {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[gen.ChooseRenewalAnswer](r.t, got).Data
}

const (
	off = `{"renews":false}`
	on  = `{"renews":true}`
)

func TestRenewals_AServiceRenewsUntilThatIsTurnedOff(t *testing.T) {
	r, token := servicesRig(t, 1_000)
	r.follows(mainLine)
	r.exec("UPDATE services SET renews = true WHERE id = 'daily-news'")
	require.True(t, r.showsServices(token, "special_services").Items[2].Renews)
	require.False(t, r.showsServices(token, "special_services").Items[1].Renews)
	require.Empty(t, r.renewing(token))
	bought := r.subscribes(token, "daily-news")
	require.True(t, *bought.Service.Renews)
	r.subscribes(token, "verses")
	shown := r.renewing(token)
	require.Len(t, shown, 1, "the other one ends by itself")
	require.Equal(t, []any{gen.LineRenewalKindService, "daily-news", bought.Id, "daily-news", int64(150), 1, true},
		[]any{shown[0].Kind, shown[0].ItemId, shown[0].PurchaseId, shown[0].Name, shown[0].Price, shown[0].Days, shown[0].Renews})
	require.WithinDuration(t, *bought.Service.Until, shown[0].Until, time.Second)
	require.Equal(t, "خدمة", r.renewing(token, header{"Accept-Language": "ar"})[0].Name)
	for _, choice := range []string{off, off, on, off} {
		require.Equal(t, choice == on, r.turned(r.turns(token, shown[0].Id, choice)).Renews)
		require.Equal(t, choice == on, r.renewing(token)[0].Renews)
	}
	require.Equal(t, http.StatusOK, r.unsubscribe(token, "daily-news").StatusCode)
	require.Empty(t, r.renewing(token), "what is being ended does not renew")
	requireRefused(t, r.turns(token, shown[0].Id, on), contract.FailRenewalUnknown)
}

// A code says how it goes on: it is not good for what has begun to renew meanwhile.
func TestRenewals_ACodeIsGoodForWhatWasSaidOfTheRenewal(t *testing.T) {
	r, token := servicesRig(t, 1_000)
	code := r.serviceCode(token, "daily-news")
	r.exec("UPDATE services SET renews = true WHERE id = 'daily-news'")
	require.Equal(t, http.StatusUnprocessableEntity, r.subscribe(token, "daily-news", code).StatusCode)
	require.EqualValues(t, 1_000, r.left())
}

func TestRenewals_AreOfTheLineChosenAndOfWhatHasNotEnded(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	other := r.subAccount(user, otherLine, "prepaid", []string{"history"})
	r.holds(mainLine, 1_000)
	r.sellsServices()
	r.follows(mainLine)
	r.exec("UPDATE services SET renews = true")
	token := r.signIn(mainLine)
	r.subscribes(token, "daily-news")
	id := r.renewing(token)[0].Id
	require.Empty(t, r.renewing(token, onAccount(other)))
	requireRefused(t, r.turns(token, id, off, onAccount(other)), contract.FailRenewalUnknown)
	requireRefused(t, r.turns(token, "01920000-0000-7000-8000-000000000000", off), contract.FailRenewalUnknown)
	require.Equal(t, http.StatusNotFound, r.turns(token, "..%2Fauto-recharge", off).StatusCode)
	require.Equal(t, http.StatusUnprocessableEntity, r.turns(token, id, `{}`).StatusCode)
	require.True(t, r.renewing(token)[0].Renews, "what was refused changes nothing")
	r.exec("UPDATE line_renewals SET until = now() - interval '1 second'")
	requireRefused(t, r.turns(token, id, off), contract.FailRenewalUnknown)
	require.Empty(t, r.renewing(token))
}

func TestRenewals_ABundleRenewsForThoseWhoWantIt(t *testing.T) {
	for name, tt := range map[string]struct {
		id, more string
		renews   bool
	}{
		"as it was agreed":      {"net-saver-1", `,"renew":true`, true},
		"not where nobody said": {"net-saver-1", "", false},
		"nor where it was not":  {"net-saver-1", `,"renew":false`, false},
		"nor what cannot":       {"once", `,"renew":true`, false},
		"nor a gift":            {"net-saver-1", `,"renew":true,"gift":"` + otherLine + `"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.customer(mainLine, "prepaid")
			r.customer(otherLine, "prepaid")
			r.holds(mainLine, 5_000)
			r.follows(mainLine)
			r.follows(otherLine)
			r.imports("bundles", "id,category,name_en,name_ar,description_en,description_ar,data_mb,validity_days,price,subscriptions,renews,starts_at,position\n"+
				"net-saver-1,latest,One,واحد,One,واحد,1024,7,10,prepaid,true,2026-01-01,0\nonce,latest,Once,مرة,Once,مرة,1024,7,10,prepaid,,2026-01-01,1\n")
			token := r.signIn(mainLine)
			bought := r.buysBundles(token, `{"bundles":[{"id":"`+tt.id+`"}]`+tt.more+`,"total":1000,"pay":{"way":"balance"}}`)
			require.Equal(t, tt.renews, (*bought.Bundles)[0].Renews != nil)
			shown := r.renewing(token)
			require.Equal(t, tt.renews, len(shown) == 1)
			require.Empty(t, r.renewing(r.signIn(otherLine)))
			if tt.renews {
				require.Equal(t, []any{gen.LineRenewalKindBundle, "net-saver-1", int64(1000), 7}, []any{shown[0].Kind, shown[0].ItemId, shown[0].Price, shown[0].Days})
				require.False(t, r.turned(r.turns(token, shown[0].Id, off)).Renews)
			}
		})
	}
}

// What a balance is to pay cannot be had by a line that has none, nor be counted.
func TestRenewals_OfABundleAreForPrepaidLinesAlone(t *testing.T) {
	r := newRig(t)
	_, err := r.db.ExecContext(t.Context(), `INSERT INTO bundles (id, category, name_en, name_ar, description_en, description_ar, data_mb, validity_days, price,
		subscriptions, availability, renews, starts_at, position) VALUES ('b', 'latest', 'B', 'ب', 'B', 'ب', 1, 1, 1, '{prepaid,postpaid}', '{web}', true, now(), 0)`)
	require.ErrorContains(t, err, "bundles_renew_from_balance")
}
