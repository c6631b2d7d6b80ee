package vas_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/store/vas"
)

func idsOf(page gen.VasPage) []string {
	ids := []string{}
	for _, item := range page.Items {
		ids = append(ids, item.Id)
	}
	return ids
}

func hasServices(r *servertest.Rig, token, query string) []gen.PurchasedVas {
	r.T.Helper()
	got := r.Call(http.MethodGet, servertest.ServicesPath+"purchased"+query, "", servertest.Bearer(token), servertest.V3)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data []gen.PurchasedVas }](r.T, got).Data
}

func TestServicePages_List_HasFiveAPage(t *testing.T) {
	r, token := servertest.ServicesRig(t, 0)
	first := r.MustOpenServices(token, "special_services")
	require.Equal(t, []string{"verses", "prayer-times", "daily-news", "market", "weather"}, idsOf(first))
	require.Equal(t, []int{1, 5, 6}, []int{first.Page, first.PerPage, first.Total})
	require.Equal(t, []string{"kingdom"}, idsOf(r.MustOpenServices(token, "special_services?page=2")))
	for _, page := range []int{3, 10_000} {
		behind := r.MustOpenServices(token, "special_services?page="+strconv.Itoa(page))
		require.Empty(t, behind.Items, "page %d", page)
		require.Equal(t, 6, behind.Total)
	}
	require.Equal(t, []string{"verses", "prayer-times"}, idsOf(r.MustOpenServices(token, "special_services?slug=special_services&category=faith&per_page=50")))
	require.Empty(t, r.MustOpenServices(token, "special_services?category=music").Items, "a service of another page")
	arabic := r.MustOpenServices(token, "entertainment", servertest.Header{"Accept-Language": "ar"})
	require.Equal(t, []string{"خدمة", "ما هي"}, []string{arabic.Items[0].Name, arabic.Items[0].Description})
}

func TestServicePages_Slug_FindsThePage(t *testing.T) {
	r, token := servertest.ServicesRig(t, 0)
	servertest.RequireRefused(t, r.OpenServices(token, "music"), contract.FailNotFound)
	servertest.RequireRefused(t, r.OpenServices(token, "entertainment?slug=special_services"), contract.FailNotFound)
	for _, path := range []string{"..%2Fentertainment", "entertainment%2F..%2Fspecial_services", "special_services%2F", "%2e%2e%2fusers", "special_services%00", "a%5Cb"} {
		got := r.OpenServices(token, path)
		require.Contains(t, []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusBadRequest}, got.StatusCode, "%s: %s", path, got.Body)
	}
	servertest.RequireRefused(t, r.Call(http.MethodGet, servertest.ServicesPath+"pages/entertainment", "", servertest.Bearer(token), servertest.Header{"X-Api-Version": "v2"}), contract.FailVersion)
}

func TestServicePages_NoPermission_IsRefused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	listener := r.SubAccount(user, servertest.OtherLine, "prepaid", []string{"entertainment"})
	none := r.SubAccount(user, "0570000003", "prepaid", []string{"history"})
	r.SellServices()
	r.CreditBalance(servertest.OtherLine, 1_000)
	token := r.SignIn(servertest.MainLine)
	require.Len(t, r.MustOpenServices(token, "entertainment", servertest.OnAccount(listener)).Items, 1)
	servertest.RequireRefused(t, r.OpenServices(token, "special_services", servertest.OnAccount(listener)), contract.FailForbidden)
	asks := func(id, account string) servertest.Answer {
		return r.Call(http.MethodPost, servertest.ServicesPath+"code", fmt.Sprintf(`{"id":%q}`, id), servertest.Bearer(token), servertest.V3, servertest.OnAccount(account))
	}
	servertest.RequireRefused(t, asks("daily-news", listener), contract.FailForbidden)
	servertest.RequireRefused(t, asks("tunes", none), contract.FailForbidden)
	servertest.RequireRefused(t, r.Subscribe(token, "daily-news", "123456", servertest.OnAccount(listener)), contract.FailForbidden)
	categories := r.Call(http.MethodGet, servertest.ServicesPath+"categories", "", servertest.Bearer(token), servertest.V3, servertest.OnAccount(listener))
	require.Equal(t, []gen.VasCategory{{Key: "music", Page: "entertainment", Name: "Music"}}, servertest.Decoded[struct{ Data []gen.VasCategory }](t, categories).Data)
	for _, path := range []string{"categories", "purchased"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, servertest.ServicesPath+path, "", servertest.Bearer(token), servertest.V3, servertest.OnAccount(none)), contract.FailForbidden)
	}
}

func TestVas_Subscribed_RunsAndEnds(t *testing.T) {
	r, token := servertest.ServicesRig(t, 1_000)
	bought := r.MustSubscribe(token, "daily-news")
	require.Equal(t, gen.PurchaseStatusCompleted, bought.Status)
	require.Equal(t, []any{"daily-news", 1}, []any{bought.Service.Id, bought.Service.CycleDays})
	require.EqualValues(t, 850, r.MainBalance())
	held := hasServices(r, token, "?availability=web")
	require.Len(t, held, 1)
	require.Equal(t, []any{"daily-news", bought.Id, gen.PurchasedVasStateActive}, []any{held[0].Id, held[0].PurchaseId, held[0].State})
	require.NotNil(t, held[0].Until)
	r.MustSubscribe(token, "market")
	require.Len(t, hasServices(r, token, ""), 2)
	require.Len(t, hasServices(r, token, "?availability=web"), 1, "the other service can be managed in the app only")
	require.True(t, r.MustOpenServices(token, "special_services").Items[2].Held)
	for range 2 {
		got := r.Unsubscribe(token, "daily-news")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, gen.PurchasedVasStateEnding, servertest.Decoded[struct{ Data gen.PurchasedVas }](t, got).Data.State)
	}
	require.NoError(t, r.Store.Services.End(t.Context(), bought.Id, time.Now()))
	servertest.RequireRefused(t, r.Unsubscribe(token, "daily-news"), contract.FailServiceNotHeld)
	require.EqualValues(t, 700, r.MainBalance(), "the price is not refunded")
}

func TestVas_Refused_ChargesNothing(t *testing.T) {
	r, token := servertest.ServicesRig(t, 149)
	ask := func(id string) servertest.Answer {
		return r.Call(http.MethodPost, servertest.ServicesPath+"code", fmt.Sprintf(`{"id":%q}`, id), servertest.Bearer(token), servertest.V3)
	}
	servertest.RequireRefused(t, ask("daily-news"), contract.FailBalanceShort)
	servertest.RequireRefused(t, ask("none-such"), contract.FailServiceUnknown)
	servertest.RequireRefused(t, ask("withdrawn"), contract.FailServiceUnknown)
	servertest.RequireRefused(t, r.Unsubscribe(token, "daily-news"), contract.FailServiceNotHeld)
	r.CreditBalance(servertest.MainLine, 1_000)
	servertest.RequireRefused(t, r.Subscribe(token, "daily-news", "000000"), contract.FailPinExpired)
	r.MustSubscribe(token, "daily-news")
	servertest.RequireRefused(t, ask("daily-news"), contract.FailServiceHeld)
	require.EqualValues(t, 999, r.MainBalance())
}

func TestVas_OtherCode_IsRefused(t *testing.T) {
	r, token := servertest.ServicesRig(t, 1_000)
	code := r.ServiceCode(token, "daily-news")
	require.Equal(t, http.StatusUnprocessableEntity, r.Subscribe(token, "verses", code).StatusCode)
	code = r.ServiceCode(token, "daily-news")
	r.Exec("UPDATE services SET price = 151 WHERE id = 'daily-news'")
	require.Equal(t, http.StatusUnprocessableEntity, r.Subscribe(token, "daily-news", code).StatusCode, "the price has changed since the code")
	require.EqualValues(t, 1_000, r.MainBalance())
}

func TestVas_LostAnswer_IsRepeated(t *testing.T) {
	r, token := servertest.ServicesRig(t, 1_000)
	code, key := r.ServiceCode(token, "daily-news"), servertest.FreshKey()
	first := r.Subscribe(token, "daily-news", code, key)
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.Body))
	r.Exec("DELETE FROM idempotent_requests")
	again := r.Subscribe(token, "daily-news", code, key)
	require.Equal(t, http.StatusCreated, again.StatusCode, string(again.Body))
	require.Equal(t, servertest.Decoded[struct{ Data gen.Purchase }](t, first).Data.Id, servertest.Decoded[struct{ Data gen.Purchase }](t, again).Data.Id)
	require.EqualValues(t, 850, r.MainBalance())
}

func TestVas_Starting_CannotEnd(t *testing.T) {
	r, token := servertest.ServicesRig(t, 1_000)
	r.Purchases.Fails = contract.FailLineBlocked
	r.MustSubscribe(token, "daily-news")
	require.Equal(t, gen.PurchasedVasState(vas.Starting), hasServices(r, token, "")[0].State)
	servertest.RequireRefused(t, r.Unsubscribe(token, "daily-news"), contract.FailServiceStarting)
}

func TestVas_Postpaid_AreBilledWithVAT(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000002")
	r.SellServices()
	shown := r.MustOpenServices(token, "special_services").Items[0]
	require.Equal(t, []any{int64(173), true}, []any{shown.Price, shown.Billed})
	begun := r.MustSubscribe(token, "daily-news")
	require.Equal(t, []any{gen.PaymentMethodInvoice, int64(173), int64(23)}, []any{begun.Way, begun.Total, begun.Vat})
}

func TestVas_OverCreditLimit_SendsNoCode(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber("0570000002")
	r.SellServices()
	r.Exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, paid_by, cycle_from, cycle_until, charged_at)
		SELECT line_id, 9, 'plan', plan_id, 10000000, 'invoice', now(), now(), now() FROM plan_subscriptions`)
	got := r.Call(http.MethodPost, servertest.ServicesPath+"code", `{"id":"daily-news"}`, servertest.Bearer(token), servertest.V3)
	servertest.RequireRefused(t, got, contract.FailServiceLimit)
	r.Exec("DELETE FROM subscription_charges; DELETE FROM plan_subscriptions")
	got = r.Call(http.MethodPost, servertest.ServicesPath+"code", `{"id":"daily-news"}`, servertest.Bearer(token), servertest.V3)
	servertest.RequireRefused(t, got, contract.FailSubscriptionUnknown)
}
