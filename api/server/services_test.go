package server_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store/vas"
)

const servicesPath = "/api/vas-services/"

// sellsServices puts seven services of two pages on sale.
func (r *rig) sellsServices() {
	r.t.Helper()
	r.exec("INSERT INTO service_categories VALUES ('news', 'special_services', 'News', 'الأخبار', 1), ('faith', 'special_services', 'Faith', 'إسلاميات', 0), ('music', 'entertainment', 'Music', 'الموسيقى', 0) ON CONFLICT DO NOTHING")
	for i, id := range []string{"verses", "prayer-times", "daily-news", "market", "weather", "kingdom", "tunes", "withdrawn"} {
		category := map[bool]string{true: "faith", false: "news"}[i < 2]
		if id == "tunes" {
			category = "music"
		}
		r.exec(`INSERT INTO services VALUES (?, ?, ?, 'خدمة', 'What it is', 'ما هي', ?, 150, 70, 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
			id, category, id, id, map[bool]string{true: "{app}", false: "{web,app}"}[id == "market"], id != "withdrawn", i)
	}
}

func (r *rig) opensServices(token, slugAndQuery string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodGet, servicesPath+"pages/"+slugAndQuery, "", append(headers, bearer(token), v3)...)
}

func (r *rig) showsServices(token, slugAndQuery string, headers ...header) gen.ServicePage {
	r.t.Helper()
	got := r.opensServices(token, slugAndQuery, headers...)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.ServicePage }](r.t, got).Data
}

func idsOf(page gen.ServicePage) []string {
	ids := []string{}
	for _, item := range page.Items {
		ids = append(ids, item.Id)
	}
	return ids
}

// serviceCode asks for the code of a subscription and answers with it.
func (r *rig) serviceCode(token, id string) string {
	r.t.Helper()
	r.redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.call(http.MethodPost, servicesPath+"code", fmt.Sprintf(`{"id":%q}`, id), bearer(token), v3)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return r.notices.code()
}

func (r *rig) subscribe(token, id, code string, headers ...header) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"id":%q,"otp":%q}`, id, code)
	return r.call(http.MethodPost, servicesPath+"subscribe", body, append([]header{bearer(token), v3, freshKey()}, headers...)...)
}

func (r *rig) subscribes(token, id string) gen.Purchase {
	r.t.Helper()
	got := r.subscribe(token, id, r.serviceCode(token, id))
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.Purchase }](r.t, got).Data
}

func (r *rig) unsubscribe(token, id string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, servicesPath+"unsubscribe", fmt.Sprintf(`{"id":%q}`, id), bearer(token), v3, freshKey())
}

func (r *rig) hasServices(token, query string) []gen.PurchasedService {
	r.t.Helper()
	got := r.call(http.MethodGet, servicesPath+"purchased"+query, "", bearer(token), v3)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data []gen.PurchasedService }](r.t, got).Data
}

func servicesRig(t *testing.T, balance contract.Halalas) (*rig, string) {
	t.Helper()
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	if balance > 0 {
		r.holds(mainLine, balance)
	}
	r.sellsServices()
	return r, r.signIn(mainLine)
}

func TestServicePages_HaveFiveEachUntilTheyAreEmpty(t *testing.T) {
	r, token := servicesRig(t, 0)
	first := r.showsServices(token, "special_services")
	require.Equal(t, []string{"verses", "prayer-times", "daily-news", "market", "weather"}, idsOf(first))
	require.Equal(t, []int{1, 5, 6}, []int{first.Page, first.PerPage, first.Total})
	require.Equal(t, []string{"kingdom"}, idsOf(r.showsServices(token, "special_services?page=2")))
	for _, page := range []int{3, 10_000} {
		behind := r.showsServices(token, "special_services?page="+strconv.Itoa(page))
		require.Empty(t, behind.Items, "page %d", page)
		require.Equal(t, 6, behind.Total)
	}
	require.Equal(t, []string{"verses", "prayer-times"}, idsOf(r.showsServices(token, "special_services?slug=special_services&category=faith&per_page=50")))
	require.Empty(t, r.showsServices(token, "special_services?category=music").Items, "of another page")
	arabic := r.showsServices(token, "entertainment", header{"Accept-Language": "ar"})
	require.Equal(t, []string{"خدمة", "ما هي"}, []string{arabic.Items[0].Name, arabic.Items[0].Description})
}

func TestServicePages_ASlugIsTheNameOfAPage(t *testing.T) {
	r, token := servicesRig(t, 0)
	requireRefused(t, r.opensServices(token, "music"), contract.FailNotFound)
	requireRefused(t, r.opensServices(token, "entertainment?slug=special_services"), contract.FailNotFound)
	for _, path := range []string{"..%2Fentertainment", "entertainment%2F..%2Fspecial_services", "special_services%2F", "%2e%2e%2fusers", "special_services%00", "a%5Cb"} {
		got := r.opensServices(token, path)
		require.Contains(t, []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusBadRequest}, got.StatusCode, "%s: %s", path, got.body)
	}
	requireRefused(t, r.call(http.MethodGet, servicesPath+"pages/entertainment", "", bearer(token), header{"X-Api-Version": "v2"}), contract.FailVersion)
}

func TestServicePages_EachHasTheKeyOfItsMenu(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	listener := r.subAccount(user, otherLine, "prepaid", []string{"entertainment"})
	none := r.subAccount(user, "0570000003", "prepaid", []string{"history"})
	r.sellsServices()
	r.holds(otherLine, 1_000)
	token := r.signIn(mainLine)
	require.Len(t, r.showsServices(token, "entertainment", onAccount(listener)).Items, 1)
	requireRefused(t, r.opensServices(token, "special_services", onAccount(listener)), contract.FailForbidden)
	asks := func(id, account string) answer {
		return r.call(http.MethodPost, servicesPath+"code", fmt.Sprintf(`{"id":%q}`, id), bearer(token), v3, onAccount(account))
	}
	requireRefused(t, asks("daily-news", listener), contract.FailForbidden)
	requireRefused(t, asks("tunes", none), contract.FailForbidden)
	requireRefused(t, r.subscribe(token, "daily-news", "123456", onAccount(listener)), contract.FailForbidden)
	categories := r.call(http.MethodGet, servicesPath+"categories", "", bearer(token), v3, onAccount(listener))
	require.Equal(t, []gen.ServiceCategory{{Key: "music", Page: "entertainment", Name: "Music"}}, decoded[struct{ Data []gen.ServiceCategory }](t, categories).Data)
	for _, path := range []string{"categories", "purchased"} {
		requireRefused(t, r.call(http.MethodGet, servicesPath+path, "", bearer(token), v3, onAccount(none)), contract.FailForbidden)
	}
}

func TestServices_ASubscriptionRunsAndIsShownAndEnds(t *testing.T) {
	r, token := servicesRig(t, 1_000)
	bought := r.subscribes(token, "daily-news")
	require.Equal(t, gen.PurchaseStatusCompleted, bought.Status)
	require.Equal(t, []any{"daily-news", 1}, []any{bought.Service.Id, bought.Service.CycleDays})
	require.EqualValues(t, 850, r.left())
	held := r.hasServices(token, "?availability=web")
	require.Len(t, held, 1)
	require.Equal(t, []any{"daily-news", bought.Id, gen.PurchasedServiceStateActive}, []any{held[0].Id, held[0].PurchaseId, held[0].State})
	require.NotNil(t, held[0].Until)
	r.subscribes(token, "market")
	require.Len(t, r.hasServices(token, ""), 2)
	require.Len(t, r.hasServices(token, "?availability=web"), 1, "the other one is managed in the app alone")
	require.True(t, r.showsServices(token, "special_services").Items[2].Held)
	for range 2 {
		got := r.unsubscribe(token, "daily-news")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.Equal(t, gen.PurchasedServiceStateEnding, decoded[struct{ Data gen.PurchasedService }](t, got).Data.State)
	}
	require.NoError(t, r.store.Services.End(t.Context(), bought.Id, time.Now()))
	requireRefused(t, r.unsubscribe(token, "daily-news"), contract.FailServiceNotHeld)
	require.EqualValues(t, 700, r.left(), "nothing is given back")
}

func TestServices_WhatIsRefusedTakesNothing(t *testing.T) {
	r, token := servicesRig(t, 149)
	ask := func(id string) answer {
		return r.call(http.MethodPost, servicesPath+"code", fmt.Sprintf(`{"id":%q}`, id), bearer(token), v3)
	}
	requireRefused(t, ask("daily-news"), contract.FailBalanceShort)
	requireRefused(t, ask("none-such"), contract.FailServiceUnknown)
	requireRefused(t, ask("withdrawn"), contract.FailServiceUnknown)
	requireRefused(t, r.unsubscribe(token, "daily-news"), contract.FailServiceNotHeld)
	r.holds(mainLine, 1_000)
	requireRefused(t, r.subscribe(token, "daily-news", "000000"), contract.FailPinExpired)
	r.subscribes(token, "daily-news")
	requireRefused(t, ask("daily-news"), contract.FailServiceHeld)
	require.EqualValues(t, 999, r.left())
}

func TestServices_ACodeIsGoodForItsServiceAtItsPriceAlone(t *testing.T) {
	r, token := servicesRig(t, 1_000)
	code := r.serviceCode(token, "daily-news")
	require.Equal(t, http.StatusUnprocessableEntity, r.subscribe(token, "verses", code).StatusCode)
	code = r.serviceCode(token, "daily-news")
	r.exec("UPDATE services SET price = 151 WHERE id = 'daily-news'")
	require.Equal(t, http.StatusUnprocessableEntity, r.subscribe(token, "daily-news", code).StatusCode, "its price has changed between")
	require.EqualValues(t, 1_000, r.left())
}

func TestServices_ARepeatOfALostAnswerIsTheSameSubscription(t *testing.T) {
	r, token := servicesRig(t, 1_000)
	code, key := r.serviceCode(token, "daily-news"), freshKey()
	first := r.subscribe(token, "daily-news", code, key)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.body))
	r.exec("DELETE FROM idempotent_requests")
	again := r.subscribe(token, "daily-news", code, key)
	require.Equal(t, http.StatusCreated, again.StatusCode, string(again.body))
	require.Equal(t, decoded[struct{ Data gen.Purchase }](t, first).Data.Id, decoded[struct{ Data gen.Purchase }](t, again).Data.Id)
	require.EqualValues(t, 850, r.left())
}

func TestServices_OneThatIsBeingStartedCannotBeLeft(t *testing.T) {
	r, token := servicesRig(t, 1_000)
	r.purchases.fails = contract.FailLineBlocked
	r.subscribes(token, "daily-news")
	require.Equal(t, gen.PurchasedServiceState(vas.Starting), r.hasServices(token, "")[0].State)
	requireRefused(t, r.unsubscribe(token, "daily-news"), contract.FailServiceStarting)
}

func TestServices_OfAPostpaidLineGoOntoItsBillWithVAT(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000002")
	r.sellsServices()
	shown := r.showsServices(token, "special_services").Items[0]
	require.Equal(t, []any{int64(173), true}, []any{shown.Price, shown.Billed})
	begun := r.subscribes(token, "daily-news")
	require.Equal(t, []any{gen.PayWayInvoice, int64(173), int64(23)}, []any{begun.Way, begun.Total, begun.Vat})
}

func TestServices_BeyondTheCreditLimitNoCodeIsSent(t *testing.T) {
	r := newSeededRig(t)
	token := r.subscriber("0570000002")
	r.sellsServices()
	r.exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, paid_by, cycle_from, cycle_until, charged_at)
		SELECT line_id, 9, 'plan', plan_id, 10000000, 'invoice', now(), now(), now() FROM plan_subscriptions`)
	got := r.call(http.MethodPost, servicesPath+"code", `{"id":"daily-news"}`, bearer(token), v3)
	requireRefused(t, got, contract.FailServiceLimit)
	r.exec("DELETE FROM subscription_charges; DELETE FROM plan_subscriptions")
	got = r.call(http.MethodPost, servicesPath+"code", `{"id":"daily-news"}`, bearer(token), v3)
	requireRefused(t, got, contract.FailSubscriptionUnknown)
}
