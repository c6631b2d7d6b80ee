package bundles_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

func bundlePage(r *servertest.Rig, query string) (ids string, page gen.BundlePage) {
	r.T.Helper()
	page = servertest.Decoded[gen.BundlePage](r.T, r.Catalogue("/bundles"+query))
	all := make([]string, len(page.Items))
	for i, item := range page.Items {
		all[i] = item.Id
	}
	return strings.Join(all, " "), page
}

func TestBundles_Filters_NarrowTheList(t *testing.T) {
	r := servertest.WithBundles(t)
	ids, page := bundlePage(r, "?page=1&availability=web&per_page=10")
	require.Len(t, page.Items, 10, ids)
	require.Equal(t, []any{1, 10, true}, []any{page.Page, page.PerPage, page.HasMore})
	for query, want := range map[string]string{
		"?page=1&availability=web&per_page=10&tag=feature": "latest-mix-20 latest-launch-50 net-saver-25 local-bundle-10",
		"?category=data-net-saver":                         "net-saver-1 net-saver-5 net-saver-25 net-saver-100",
		"?gives=sms":                                       "latest-mix-20 local-pass-sms-200 local-bundle-40",
		"?gives=local_min&category=local-pass":             "local-pass-100 local-pass-500",
		"?category=int-pass&tag=best-value":                "int-pass-200",
		"?category=data-net-saver&sort=data":               "net-saver-100 net-saver-25 net-saver-5 net-saver-1",
		"?category=latest&sort=price":                      "latest-weekend-3 latest-launch-50 latest-mix-20",
		"?category=local-bundle&subscription=postpaid":     "",
		"?page=1000": "",
		"?per_page=3&page=2&subscription=postpaid&category=latest": "",
	} {
		ids, _ = bundlePage(r, query)
		require.Equal(t, want, ids, query)
	}
	for _, query := range []string{"page=0", "page=10000", "per_page=0", "per_page=51", "tag=cheap", "category=../latest", "availability=fax", "sort=name", "subscription=data", "gives=fax"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles?"+query, ""), contract.FailValidation)
	}
}

func TestBundles_Each_HasContentAndPrices(t *testing.T) {
	r := servertest.WithBundles(t)
	mix := servertest.Decoded[gen.GetBundleAnswer](t, r.Catalogue("/bundles/latest-mix-20")).Data
	require.Equal(t, []any{"Mix 20", int64(7500), int64(8625), 30}, []any{mix.Name, mix.Price, mix.Total, mix.ValidityDays})
	require.Equal(t, []gen.BundleItem{{Type: "data", Unit: "MB", Amount: 20480}, {Type: "local_min", Unit: "minute", Amount: 200}, {Type: "sms", Unit: "sms", Amount: 100}}, mix.Items)
	require.Equal(t, []gen.BundleTag{"new", "feature"}, mix.Tags)
	require.Nil(t, mix.Left)
	require.Equal(t, "مزيج 20", servertest.Decoded[gen.GetBundleAnswer](t, r.Catalogue("/bundles/latest-mix-20", servertest.Header{"Accept-Language": "ar"})).Data.Name)
	require.Equal(t, 50, *servertest.Decoded[gen.GetBundleAnswer](t, r.Catalogue("/bundles/latest-launch-50")).Data.Left)
	few := servertest.Decoded[gen.GetBundleAnswer](t, r.Catalogue("/bundles/local-bundle-40")).Data
	require.Equal(t, []gen.PlanId{"hawakom-90", "hawakom-130", "hawakom-170", "hawakom-210"}, *few.Plans)
	require.True(t, few.Single)
	for _, path := range []string{"/bundles/nobodys", "/bundles/Mix", "/bundles/..%2Fplans"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api"+path, ""), contract.FailBundleUnknown)
	}
}

// A bundle is hidden one second after its end and one second before its start.
func TestBundles_OutsideSaleTime_AreNotSold(t *testing.T) {
	r := servertest.WithBundles(t)
	now := time.Now()
	for id, times := range map[string][2]any{
		"net-saver-1": {now.Add(-time.Hour), now.Add(-time.Second)}, "net-saver-5": {now.Add(time.Minute), nil}, "net-saver-25": {now.Add(-time.Second), now.Add(time.Hour)},
	} {
		_, err := r.DB.ExecContext(t.Context(), "UPDATE bundles SET starts_at = ?, ends_at = ? WHERE id = ?", times[0], times[1], id)
		require.NoError(t, err)
	}
	ids, _ := bundlePage(r, "?category=data-net-saver")
	require.Equal(t, "net-saver-25 net-saver-100", ids)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles/net-saver-1", ""), contract.FailBundleUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles/net-saver-5", ""), contract.FailBundleUnknown)
	require.WithinDuration(t, now.Add(time.Hour), *servertest.Decoded[gen.GetBundleAnswer](t, r.Catalogue("/bundles/net-saver-25")).Data.EndsAt, time.Millisecond)
}

func TestBundles_Needs_FindSuitableOnes(t *testing.T) {
	r := servertest.WithBundles(t)
	found := func(query string) (said []string, first gen.Bundle) {
		items := servertest.Decoded[gen.FindBundlesAnswer](t, r.Catalogue("/bundles/find?"+query)).Items
		for _, fit := range items {
			said = append(said, fit.Bundle.Id)
		}
		require.NotEmpty(t, items, query)
		return said, items[0].Bundle
	}
	ids, _ := found("data=5120&days=30")
	require.Equal(t, []string{"net-saver-5", "local-bundle-10", "latest-launch-50"}, ids[:3], "the cheapest bundle that covers the whole need")
	ids, _ = found("data=5120&days=30&per_page=2&subscription=postpaid")
	require.Equal(t, []string{"net-saver-5", "latest-launch-50"}, ids)
	ids, _ = found("minutes=300")
	require.Equal(t, "local-pass-500", ids[0])
	require.Empty(t, servertest.Decoded[gen.FindBundlesAnswer](t, r.Catalogue("/bundles/find?data=1&minutes=1&sms=1&subscription=postpaid&availability=app&days=366&per_page=1")).Items[1:])
	for _, query := range []string{"data=-1", "minutes=x", "days=0", "days=367", "per_page=0"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles/find?"+query, ""), contract.FailValidation)
	}
}

func TestOffers_InForce_ShowTheirGoods(t *testing.T) {
	r := servertest.WithBundles(t)
	ids := func(query string) (said string, page gen.OfferPage) {
		page = servertest.Decoded[gen.OfferPage](t, r.Catalogue("/offers"+query))
		for _, o := range page.Items {
			said += o.Id + " "
		}
		return strings.TrimSpace(said), page
	}
	said, page := ids("?page=1&per_page=10&availability=web&featured=1")
	require.Equal(t, "launch-50 saver-25", said)
	require.Equal(t, []any{"latest-launch-50", 50}, []any{page.Items[0].Bundle.Id, *page.Items[0].Bundle.Left})
	said, page = ids("?featured=0")
	require.Equal(t, "hawakom-130 weekend", said)
	require.Equal(t, []any{"hawakom-130", (*gen.Bundle)(nil)}, []any{*page.Items[0].PlanId, page.Items[0].Bundle})
	said, page = ids("?per_page=3")
	require.Equal(t, "launch-50 saver-25 hawakom-130", said)
	require.True(t, page.HasMore)
	said, _ = ids("?page=1000")
	require.Empty(t, said)
	for _, query := range []string{"page=10000", "featured=2", "featured=true", "availability=fax", "per_page=51"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/offers?"+query, ""), contract.FailValidation)
	}
	shown := servertest.Decoded[gen.GetOfferAnswer](t, r.Catalogue("/offers/launch-50", servertest.Header{"Accept-Language": "ar"})).Data
	require.Equal(t, "خمسون لأول خمسين", shown.Name)
	for _, path := range []string{"/offers/nobodys", "/offers/..%2Fx"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api"+path, ""), contract.FailOfferUnknown)
	}
}

func TestOffers_GoodsEnd_Ends(t *testing.T) {
	r := servertest.WithBundles(t)
	for _, statement := range []string{
		"UPDATE offers SET ends_at = now() - interval '1 second' WHERE id = 'saver-25'",
		"UPDATE bundles SET ends_at = now() - interval '1 second' WHERE id = 'latest-launch-50'",
		"UPDATE plans SET on_sale = false WHERE id = 'hawakom-130'",
	} {
		_, err := r.DB.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	page := servertest.Decoded[gen.OfferPage](t, r.Catalogue("/offers"))
	require.Len(t, page.Items, 1)
	require.Equal(t, "weekend", page.Items[0].Id)
	for _, id := range []string{"saver-25", "launch-50", "hawakom-130"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/offers/"+id, ""), contract.FailOfferUnknown)
	}
}

// A caller with the current ETag gets 304.
func TestBundles_SameETag_Returns304(t *testing.T) {
	r := servertest.WithBundles(t)
	for _, path := range []string{"/bundles", "/bundles/net-saver-5", "/offers", "/offers/saver-25", "/bundles/find?data=100"} {
		first := r.Catalogue(path)
		again := r.Call(http.MethodGet, "/api"+path, "", servertest.Header{"If-None-Match": first.Header.Get("ETag")})
		require.Equal(t, http.StatusNotModified, again.StatusCode, path)
	}
}

func TestBuildYourBundle_Price_IsTheServers(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 20_000)
	token := r.SignIn(servertest.MainLine)
	steps := servertest.Decoded[gen.GetBundleStepsAnswer](t, r.Catalogue("/bundles/steps")).Data
	require.Equal(t, []int{5, 3, 2, 4}, []int{len(steps.Data), len(steps.Minutes), len(steps.Sms), len(steps.Days)})
	require.Equal(t, gen.BundleStep{Amount: 5120, Price: 2800}, steps.Data[1])
	priced := servertest.Decoded[gen.PriceBundleAnswer](t, r.Catalogue("/bundles/price?data=5120&minutes=100&days=7")).Data
	require.Equal(t, []int64{2000, 2300}, []int64{priced.Price, priced.Total})
	got := r.MustBuyBundles(token, `{"bundles":[{"build":{"data":5120,"minutes":100,"days":7}}],"total":2000,"pay":{"way":"balance"}}`)
	require.Equal(t, []any{"Your own bundle", (*gen.BundleId)(nil), 7}, []any{(*got.Bundles)[0].Name, (*got.Bundles)[0].Id, (*got.Bundles)[0].ValidityDays})

	for query, want := range map[string]contract.Code{
		"data=5121&days=7": contract.FailBundleStep, "data=5120&days=8": contract.FailBundleStep, "days=7": contract.FailBundleEmpty,
		"data=5120": contract.FailValidation, "data=-1&days=7": contract.FailValidation,
	} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles/price?"+query, ""), want)
	}
	for body, want := range map[string]contract.Code{
		`{"build":{"data":5121,"days":7}}`: contract.FailBundleStep, `{"build":{"days":7}}`: contract.FailBundleEmpty,
		`{"id":"net-saver-5","build":{"data":5120,"days":7}}`: contract.FailValidation, `{}`: contract.FailValidation,
	} {
		servertest.RequireRefused(t, r.BuyBundles(token, `{"bundles":[`+body+`],"pay":{"way":"balance"}}`), want)
	}
	servertest.RequireRefused(t, r.BuyBundles(token, `{"bundles":[{"build":{"data":5120,"days":7}}],"total":1,"pay":{"way":"balance"}}`), contract.FailPriceChanged)
}

func TestBuildYourBundle_NoPermission_IsRefused(t *testing.T) {
	r := servertest.WithBundles(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	without := r.SubAccount(user, "0570000007", "prepaid", []string{"bundles"})
	with := r.SubAccount(user, "0570000008", "prepaid", []string{"bundles", "bundles_build_your_bundle"})
	token, body := r.SignIn(servertest.MainLine), `{"bundles":[{"build":{"data":5120,"days":7}}],"pay":{"way":"balance"}}`
	for account, want := range map[string]contract.Code{without: contract.FailForbidden, with: contract.FailBalanceShort} {
		got := r.Call(http.MethodPost, "/api/purchase/bundle", body, servertest.Bearer(token), servertest.OnAccount(account), servertest.FreshKey(), servertest.Header{"X-Api-Version": "v3"})
		servertest.RequireRefused(t, got, want)
	}
}

func TestLineBundles_Each_HasItsState(t *testing.T) {
	r := servertest.WithBundles(t)
	r.AddPlanCustomer(servertest.MainLine)
	r.CreditBalance(servertest.MainLine, 50_000)
	token := r.SignIn(servertest.MainLine)
	shown := func() gen.ListLineBundlesAnswer {
		return servertest.Decoded[gen.ListLineBundlesAnswer](t, r.Call(http.MethodGet, "/api/users/current/bundles", "", servertest.Bearer(token)))
	}
	empty := shown().Data
	require.Empty(t, empty.Bought)
	require.Empty(t, empty.Scheduled)
	require.Nil(t, empty.Best, "the line has used nothing")

	r.MustReportUsage(servertest.Usage("cdr-00000001", 4_000, time.Now().Add(-time.Hour)))
	best := shown().Data.Best
	require.Equal(t, []any{"net-saver-5", 100, int64(4_000), 30}, []any{best.Bundle.Id, best.Covers, best.Used.Data, best.Used.Days})
	r.MustBuyBundles(token, `{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`)
	waits := r.MustBuyBundles(token, servertest.LaterBundleBody(servertest.DayAhead(5)))
	now := shown().Data
	require.Equal(t, []gen.BundleId{"net-saver-5"}, now.Bought)
	require.Len(t, now.Scheduled, 1)
	require.Equal(t, []any{waits.Id, "Net Saver 5 GB", servertest.DayAhead(5)}, []any{now.Scheduled[0].PurchaseId, now.Scheduled[0].Name, now.Scheduled[0].EffectiveAt.In(calendar.Riyadh).Format(time.DateOnly)})
}
