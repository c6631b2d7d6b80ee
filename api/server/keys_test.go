package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// opened lists the calls that a menu permission opens (specification §2).
var opened = map[permission.Key][]struct{ method, path, body string }{
	permission.Entertainment: {
		{http.MethodGet, "/games", ""},
		{http.MethodGet, "/vas-services/pages/entertainment", ""},
		{http.MethodPost, "/purchases", `{"kind":"game","game":{"denominationId":"psn-50","email":"a@selfcare.example","mobile":"0570000001"},"pay":{"way":"balance"}}`},
	},
	permission.CreditTransfer: {
		{http.MethodGet, "/users/current/transfer/options", ""}, {http.MethodGet, "/users/data/wallets", ""},
	},
	permission.Bundles: {
		{http.MethodGet, "/bundles", ""},
		{http.MethodGet, "/bundles/net-saver-5", ""},
		{http.MethodGet, "/content/international_call_rates", ""},
		{http.MethodGet, "/users/current/bundles", ""},
		{http.MethodPost, "/purchase/bundle", `{"bundles":[{"id":"nobodys"}],"pay":{"way":"balance"}}`},
	},
	permission.Roaming: {
		{http.MethodGet, "/roaming/countries", ""}, {http.MethodGet, "/roaming/countries/TR/estimate?days=7", ""},
	},
	permission.SpecialServices: {{http.MethodGet, "/vas-services/pages/special_services", ""}},
	permission.BuildYourBundle: {{http.MethodGet, "/bundles/steps", ""}, {http.MethodGet, "/bundles/price?data=1024&days=30", ""}},
	permission.FindYourBundle:  {{http.MethodGet, "/bundles/find?data=1024", ""}},
}

// Hiding a menu entry protects nothing, so its calls are refused too. All other calls stay open.
func TestMenuKeys_MissingKey_RefusesAndHides(t *testing.T) {
	r := servertest.WithBundles(t)
	r.Import("countries", "code,name_en,name_ar,dial_code,minute,sms\nTR,Türkiye,تركيا,+90,1,1\n")
	r.Import("roaming-operators", "id,country,name,preferred,local,home,taken,sms,megabyte\ntr-one,TR,One,true,1,1,1,1,1\n")
	user := r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	keys := make([]string, 0, len(opened))
	for key := range opened {
		keys = append(keys, string(key))
	}
	numbers := []string{"0570000002", "0570000003", "0570000004", "0570000005", "0570000006", "0570000007", "0570000008"}
	for key, calls := range opened {
		var others []string
		for _, each := range keys {
			if each != string(key) {
				others = append(others, each)
			}
		}
		without := r.SubAccount(user, numbers[0], "prepaid", others)
		numbers = numbers[1:]
		for _, call := range calls {
			ask := func(headers ...servertest.Header) servertest.Answer {
				version := servertest.Header{}
				if call.path == "/purchase/bundle" || strings.HasPrefix(call.path, "/vas-services") {
					version = servertest.Header{"X-Api-Version": "v3"}
				}
				return r.Call(call.method, "/api"+call.path, call.body, append(headers, servertest.FreshKey(), version)...)
			}
			servertest.RequireRefused(t, ask(servertest.Bearer(token), servertest.OnAccount(without)), contract.FailForbidden)
			require.NotEqual(t, http.StatusForbidden, ask(servertest.Bearer(token)).StatusCode, "%s: the main line has every key", call.path)
			if forGuests(call.path) {
				require.Equal(t, http.StatusOK, ask().StatusCode, "%s: a guest has no line", call.path)
			}
		}
		me := servertest.Decoded[gen.GetCurrentUserAnswer](t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token), servertest.OnAccount(without))).Data
		require.Subset(t, me.HiddenMenu, permission.Features[key].Menu)
	}
}

// forGuests tells whether a guest may call the operation, such as offers and rates abroad.
func forGuests(path string) bool {
	return strings.HasPrefix(path, "/bundles") || strings.HasPrefix(path, "/roaming") || strings.HasPrefix(path, "/content")
}

func TestMenuKeys_CachedAnswer_NeedsKey(t *testing.T) {
	r := servertest.WithBundles(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	without := r.SubAccount(user, servertest.OtherLine, "prepaid", []string{"history"})
	token := r.SignIn(servertest.MainLine)
	first := r.Catalogue("/bundles")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles", "", servertest.Bearer(token), servertest.OnAccount(without)), contract.FailForbidden)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles", "", servertest.Bearer(token), servertest.OnAccount(without),
		servertest.Header{"If-None-Match": first.Header.Get("ETag")}), contract.FailForbidden)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/bundles", "", servertest.Bearer(token), servertest.OnAccount("01980000-0000-7000-8000-00000000dead")), contract.FailSubAccountStale)
}
