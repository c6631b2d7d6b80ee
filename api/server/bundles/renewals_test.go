package bundles_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

// follows starts the subscription workflow of a line, which each line in service has.
func follows(r *servertest.Rig, msisdn string) {
	r.T.Helper()
	r.Exec("INSERT INTO plan_categories (key, name_en, name_ar, position) SELECT 'hawakom', 'Hawakom', 'هواكم', 0 WHERE NOT EXISTS (SELECT FROM plan_categories)")
	r.Exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		SELECT 'hawakom-90', 'HAWAKOM-90', 'Hawakom 90', 'هواكم 90', 9000, 'prepaid', 'hawakom', 30, 1, 0, '[]' WHERE NOT EXISTS (SELECT FROM plans)`)
	monthly := subscription.Plan{ID: "hawakom-90", Period: subscription.Period{Months: 1}, Renews: true}
	s := contract.PlanSubscription{LineID: r.LineID(msisdn), PlanID: monthly.ID, Type: subscription.Prepaid, Language: "en"}
	s = subscription.Scheduled(subscription.Begin(s, monthly, time.Now()), subscription.Rules{})
	_, err := r.Store.PlanSubscriptions.Begin(r.T.Context(), s)
	require.NoError(r.T, err)
}

func renewing(r *servertest.Rig, token string, headers ...servertest.Header) []gen.LineRenewal {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/users/current/renewals", "", append(headers, servertest.Bearer(token))...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.ListRenewalsAnswer](r.T, got).Data
}

func turns(r *servertest.Rig, token, id, body string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPut, "/api/users/current/renewals/"+id, body, append(headers, servertest.Bearer(token), servertest.FreshKey())...)
}

func turned(r *servertest.Rig, got servertest.Answer) gen.LineRenewal {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.ChooseRenewalAnswer](r.T, got).Data
}

const (
	off = `{"renews":false}`
	on  = `{"renews":true}`
)

func TestRenewals_ServiceTurnedOff_Stops(t *testing.T) {
	r, token := servertest.ServicesRig(t, 1_000)
	follows(r, servertest.MainLine)
	r.Exec("UPDATE services SET renews = true WHERE id = 'daily-news'")
	require.True(t, r.MustOpenServices(token, "special_services").Items[2].Renews)
	require.False(t, r.MustOpenServices(token, "special_services").Items[1].Renews)
	require.Empty(t, renewing(r, token))
	bought := r.MustSubscribe(token, "daily-news")
	require.True(t, *bought.Service.Renews)
	r.MustSubscribe(token, "verses")
	shown := renewing(r, token)
	require.Len(t, shown, 1, "the other service does not renew")
	require.Equal(t, []any{gen.LineRenewalKindService, "daily-news", bought.Id, "daily-news", int64(150), 1, true},
		[]any{shown[0].Kind, shown[0].ItemId, shown[0].PurchaseId, shown[0].Name, shown[0].Price, shown[0].Days, shown[0].Renews})
	require.WithinDuration(t, *bought.Service.Until, shown[0].Until, time.Second)
	require.Equal(t, "خدمة", renewing(r, token, servertest.Header{"Accept-Language": "ar"})[0].Name)
	for _, choice := range []string{off, off, on, off} {
		require.Equal(t, choice == on, turned(r, turns(r, token, shown[0].Id, choice)).Renews)
		require.Equal(t, choice == on, renewing(r, token)[0].Renews)
	}
	require.Equal(t, http.StatusOK, r.Unsubscribe(token, "daily-news").StatusCode)
	require.Empty(t, renewing(r, token), "an ending service does not renew")
	servertest.RequireRefused(t, turns(r, token, shown[0].Id, on), contract.FailRenewalUnknown)
}

// A code covers the renewal terms that its message named. It is refused once the terms have changed.
func TestRenewals_CodeForOtherTerms_IsRefused(t *testing.T) {
	r, token := servertest.ServicesRig(t, 1_000)
	code := r.ServiceCode(token, "daily-news")
	r.Exec("UPDATE services SET renews = true WHERE id = 'daily-news'")
	require.Equal(t, http.StatusUnprocessableEntity, r.Subscribe(token, "daily-news", code).StatusCode)
	require.EqualValues(t, 1_000, r.MainBalance())
}

func TestRenewals_OtherLineOrEnded_IsRefused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	other := r.SubAccount(user, servertest.OtherLine, "prepaid", []string{"history"})
	r.CreditBalance(servertest.MainLine, 1_000)
	r.SellServices()
	follows(r, servertest.MainLine)
	r.Exec("UPDATE services SET renews = true")
	token := r.SignIn(servertest.MainLine)
	r.MustSubscribe(token, "daily-news")
	id := renewing(r, token)[0].Id
	require.Empty(t, renewing(r, token, servertest.OnAccount(other)))
	servertest.RequireRefused(t, turns(r, token, id, off, servertest.OnAccount(other)), contract.FailRenewalUnknown)
	servertest.RequireRefused(t, turns(r, token, "01920000-0000-7000-8000-000000000000", off), contract.FailRenewalUnknown)
	require.Equal(t, http.StatusNotFound, turns(r, token, "..%2Fauto-recharge", off).StatusCode)
	require.Equal(t, http.StatusUnprocessableEntity, turns(r, token, id, `{}`).StatusCode)
	require.True(t, renewing(r, token)[0].Renews, "a refused change has no effect")
	r.Exec("UPDATE line_renewals SET until = now() - interval '1 second'")
	servertest.RequireRefused(t, turns(r, token, id, off), contract.FailRenewalUnknown)
	require.Empty(t, renewing(r, token))
}

func TestRenewals_BundleTurnedOn_Renews(t *testing.T) {
	for name, tt := range map[string]struct {
		id, more string
		renews   bool
	}{
		"agreed":                     {"net-saver-1", `,"renew":true`, true},
		"not mentioned":              {"net-saver-1", "", false},
		"declined":                   {"net-saver-1", `,"renew":false`, false},
		"a bundle that cannot renew": {"once", `,"renew":true`, false},
		"a gift":                     {"net-saver-1", `,"renew":true,"gift":"` + servertest.OtherLine + `"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			r.Customer(servertest.MainLine, "prepaid")
			r.Customer(servertest.OtherLine, "prepaid")
			r.CreditBalance(servertest.MainLine, 5_000)
			follows(r, servertest.MainLine)
			follows(r, servertest.OtherLine)
			r.Import("bundles", "id,category,name_en,name_ar,description_en,description_ar,data_mb,validity_days,price,subscriptions,renews,starts_at,position\n"+
				"net-saver-1,latest,One,واحد,One,واحد,1024,7,10,prepaid,true,2026-01-01,0\nonce,latest,Once,مرة,Once,مرة,1024,7,10,prepaid,,2026-01-01,1\n")
			token := r.SignIn(servertest.MainLine)
			bought := r.MustBuyBundles(token, `{"bundles":[{"id":"`+tt.id+`"}]`+tt.more+`,"total":1000,"pay":{"way":"balance"}}`)
			require.Equal(t, tt.renews, (*bought.Bundles)[0].Renews != nil)
			shown := renewing(r, token)
			require.Equal(t, tt.renews, len(shown) == 1)
			require.Empty(t, renewing(r, r.SignIn(servertest.OtherLine)))
			if tt.renews {
				require.Equal(t, []any{gen.LineRenewalKindBundle, "net-saver-1", int64(1000), 7}, []any{shown[0].Kind, shown[0].ItemId, shown[0].Price, shown[0].Days})
				require.False(t, turned(r, turns(r, token, shown[0].Id, off)).Renews)
			}
		})
	}
}

// A renewal is paid from the balance, so a postpaid line has none.
func TestRenewals_BundleOnPostpaid_IsRefused(t *testing.T) {
	r := servertest.New(t)
	_, err := r.DB.ExecContext(t.Context(), `INSERT INTO bundles (id, category, name_en, name_ar, description_en, description_ar, data_mb, validity_days, price,
		subscriptions, availability, renews, starts_at, position) VALUES ('b', 'latest', 'B', 'ب', 'B', 'ب', 1, 1, 1, '{prepaid,postpaid}', '{web}', true, now(), 0)`)
	require.ErrorContains(t, err, "bundles_renew_from_balance")
}
