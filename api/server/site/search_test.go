package site_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func search(r *servertest.Rig, query, language string, more string, headers ...servertest.Header) gen.ContentFound {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/content/search?query="+url.QueryEscape(query)+more, "", append(headers, servertest.Header{"Accept-Language": language})...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.ContentFound](r.T, got)
}

func TestSearch_Words_FindPagesAndPlans(t *testing.T) {
	r := servertest.WithSite(t)
	english := search(r, "sim card", "en", "")
	require.Equal(t, 1, english.Total)
	require.Equal(t, "Order a SIM", english.Items[0].Title)
	require.Equal(t, "A new number on a SIM card", english.Items[0].Excerpt)
	require.Equal(t, "/en/order-sim", english.Items[0].Url)
	require.Equal(t, []int{1, 10}, []int{english.Page, english.PerPage}, "as the specification says")

	arabic := search(r, "الشَّريحه 777", "ar", "")
	require.Equal(t, 1, arabic.Total)
	require.Equal(t, "/ar/order-sim", arabic.Items[0].Url)
	require.Equal(t, "/ar/الشروط", search(r, "شروط", "en", "&language=ar").Items[0].Url)

	plans := search(r, "plan month", "en", "")
	require.Equal(t, 3, plans.Total)
	require.Equal(t, "/en/", plans.Items[0].Url)
	require.Contains(t, []string{plans.Items[1].Url, plans.Items[2].Url}, "/en/plans/hawakom-90")
	require.Contains(t, urls(search(r, "باقة", "ar", "")), "/ar/الباقات/hawakom-90")
}

func urls(found gen.ContentFound) (all []string) {
	for _, item := range found.Items {
		all = append(all, item.Url)
	}
	return all
}

func TestSearch_Typo_TellsTheMeantWords(t *testing.T) {
	r := servertest.WithSite(t)
	found := search(r, "plen", "en", "")
	require.NotEmpty(t, found.Items)
	require.NotNil(t, found.Meant)
	right := search(r, *found.Meant, "en", "")
	require.NotEmpty(t, right.Items)
	require.Nil(t, right.Meant, "the meant words are known")
}

func TestSearch_OtherLanguageOrTypo_IsFound(t *testing.T) {
	r := servertest.WithSite(t)
	for _, query := range []string{"شريحة", "بالشريحه", "شريحح", "chip", "order a smi"} {
		found := search(r, query, "en", "")
		require.NotEmpty(t, found.Items, query+" (D13)")
		require.Equal(t, "/en/order-sim", found.Items[0].Url, query)
		require.Equal(t, "Order a SIM", found.Items[0].Title, query)
	}
	found := search(r, "sim", "ar", "").Items
	require.Equal(t, "/ar/order-sim", found[0].Url, "D13")
	require.Equal(t, "اطلب شريحة", found[0].Title)
	require.Equal(t, []string{"شريحة", "شريحةٍ"}, found[0].Matched, "marked words are words of the shown text")
}

func TestSiteSearch_ManyHits_HasPages(t *testing.T) {
	r := servertest.WithSite(t)
	first, second := search(r, "plan", "en", "&per_page=2"), search(r, "plan", "en", "&page=2&per_page=2")
	require.Equal(t, []int{3, 1, 2}, []int{first.Total, first.Page, first.PerPage})
	require.Len(t, first.Items, 2)
	require.Len(t, second.Items, 1)
	require.NotContains(t, first.Items, second.Items[0])
	beyond := search(r, "plan", "en", "&page=1000")
	require.Equal(t, 3, beyond.Total)
	require.Empty(t, beyond.Items)
}

func TestSiteSearch_NoPermission_HidesThePage(t *testing.T) {
	r := servertest.WithSite(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	none := r.SubAccount(user, "0570000004", "prepaid", []string{})
	roaming := r.SubAccount(user, "0570000005", "prepaid", []string{"roaming"})
	gone := r.SubAccount(user, "0570000006", "prepaid", nil)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE subscriptions SET ended_at = now() WHERE id = ?", gone)
	require.NoError(t, err)
	token := r.SignIn(servertest.MainLine)
	const anybodys, gated = "https://roaming.example/", "https://roaming.example/rates"
	for line, want := range map[string][]string{"main": {gated}, none: {anybodys}, roaming: {gated}} {
		require.Equal(t, want, urls(search(r, "costs abroad", "en", "", servertest.Bearer(token), servertest.OnAccount(line))), line)
	}
	require.Equal(t, []string{gated}, urls(search(r, "costs abroad", "en", "")), "visitors without a line see every page")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/content/search?query=abroad", "", servertest.Bearer(token), servertest.OnAccount(gone)), contract.FailSubAccountStale)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/content/search?query=abroad", "", servertest.Bearer("over")), contract.FailUnauthenticated)
}

func TestSiteSearch_BadQuery_IsRefused(t *testing.T) {
	r := servertest.WithSite(t)
	for rest, want := range map[string]string{
		"":                                     "This field is required",
		"?query=":                              "This field is required",
		"?query=%20%20":                        "This field is required",
		"?query=" + strings.Repeat("x", 101):   "Enter 1 to 100 characters to search for.",
		"?query=" + strings.Repeat("x", 3_000): "Enter 1 to 100 characters to search for.",
		"?query=" + strings.Repeat("%D8%B4", 101): "Enter 1 to 100 characters to search for.",
		"?query=a%00b":     "Please check this field.",
		"?query=%FF":       "Please check this field.",
		"?query=a&query=b": "Please check this field.",
	} {
		got := r.Call(http.MethodGet, "/api/content/search"+rest, "", servertest.Header{"Accept-Language": "en"})
		require.Equal(t, want, (*servertest.RequireRefused(t, got, contract.FailValidation).Fields)["query"], rest)
	}
	for _, rest := range []string{"&page=0", "&page=x", "&per_page=51", "&per_page=-1", "&sort=x"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/content/search?query=a"+rest, ""), contract.FailValidation)
	}
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/content/search?query=a", "", servertest.Header{"X-Api-Version": "v3"}), contract.FailVersion)
}

func TestSiteSearch_HostileText_IsWords(t *testing.T) {
	r := servertest.WithSite(t)
	for _, query := range []string{"' OR 1=1; DROP TABLE plans; --", "%", "<script>alert(1)</script>", `\u0000`, "${7*7}", "../../etc/passwd"} {
		require.Zero(t, search(r, query, "en", "").Total, query)
	}
	require.Len(t, search(r, "plan", "en", "").Items, 3)
}

// The head of such a request alone is longer than the server reads, so it goes over a connection of its own.
func TestSiteSearch_TooLong_IsRefused(t *testing.T) {
	r := servertest.WithSite(t)
	address := r.Listen()
	for name, query := range map[string]string{"latin": strings.Repeat("x", 10_000), "arabic": url.QueryEscape(strings.Repeat("ش", 10_000))} {
		servertest.RequireTooLarge(t, servertest.Slowly(t, address, "GET /api/content/search?query="+query+" HTTP/1.1\r\nHost: selfcare\r\n\r\n"), name)
	}
}
