package server_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/server/site"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestAnswer_Each_HasSecurityHeaders(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.Web = servertest.WebFiles() })
	secured := func(path string) (policy string, got servertest.Answer) {
		got = r.Call(http.MethodGet, path, "")
		require.Equal(t, "nosniff", got.Header.Get("X-Content-Type-Options"), path)
		require.Equal(t, "DENY", got.Header.Get("X-Frame-Options"), path)
		require.NotEmpty(t, got.Header.Get("Strict-Transport-Security"), path)
		require.Equal(t, "same-origin", got.Header.Get("Cross-Origin-Resource-Policy"), path)
		require.NotEmpty(t, got.Header.Get("X-Trace-Id"), path)
		require.Empty(t, got.Header.Get("Access-Control-Allow-Origin"), path)
		return got.Header.Get("Content-Security-Policy"), got
	}
	for _, path := range []string{"/", "/en/", "/assets/app-1a2b.js", "/livez", "/api/docs"} {
		policy, got := secured(path)
		require.Contains(t, policy, "default-src 'self'", path)
		require.Contains(t, policy, "script-src 'self';", path)
		require.Contains(t, policy, "frame-src https://pay.example;", path)
		require.Contains(t, policy, "frame-ancestors 'none'", path)
		require.Equal(t, "strict-origin-when-cross-origin", got.Header.Get("Referrer-Policy"), path)
		require.Equal(t, "same-origin", got.Header.Get("Cross-Origin-Opener-Policy"), path)
		require.Equal(t, `camera=(self), geolocation=(self), microphone=(), payment=("https://pay.example")`, got.Header.Get("Permissions-Policy"), path)
	}
	policy, _ := secured("/assets/barcode-reader-1a2b.js")
	require.Equal(t, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'", policy, "the worker alone compiles WebAssembly")
	for _, path := range []string{"/api/plans", "/api/no/such", "/api/orders/x"} {
		policy, _ := secured(path)
		require.Equal(t, "default-src 'none'; frame-ancestors 'none'", policy, "the policy of an API answer must load nothing: %s", path)
	}
}

func TestPages_InlineScript_OnlyBuildsRuns(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) {
		files := servertest.WebFiles()
		files["index.html"] = &fstest.MapFile{Data: []byte(`<!doctype html><script>alert("ours")</script><script type="application/json">{}</script>`)}
		o.Web = files
	})
	policy := r.Call(http.MethodGet, "/en/", "").Header.Get("Content-Security-Policy")
	// printf 'alert("ours")' | openssl dgst -sha256 -binary | base64
	require.Contains(t, policy, "; script-src 'self' 'sha256-tvWlxXO04OeHrX0sglVYaiQW2R2GT4Sa3+almKmLaDo='; ")
	require.NotContains(t, policy, "unsafe")
}

func TestPages_Captcha_LoadsOnlyIfSet(t *testing.T) {
	policy := func(script string) string {
		r := servertest.New(t, func(o *server.Options) { o.Web, o.Captcha.Script = servertest.WebFiles(), script })
		return r.Call(http.MethodGet, "/en/", "").Header.Get("Content-Security-Policy")
	}
	require.NotContains(t, policy(""), "gstatic")
	with := policy("https://captcha.example/recaptcha/api.js")
	for _, directive := range []string{"script-src 'self'", "connect-src 'self'", "frame-src"} {
		require.Regexp(t, directive+"[^;]* https://captcha.example/recaptcha/ https://www.gstatic.com/recaptcha/;", with)
	}
}

func TestPages_VisitCounter_LoadsOnlyIfSet(t *testing.T) {
	policy := func(origins ...string) string {
		r := servertest.New(t, func(o *server.Options) { o.Web, o.TrackingOrigins = servertest.WebFiles(), origins })
		return r.Call(http.MethodGet, "/en/", "").Header.Get("Content-Security-Policy")
	}
	require.NotContains(t, policy(), "https://ads.example")
	counted := policy("https://ads.example", "https://count.example:8443")
	for _, directive := range []string{"script-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:"} {
		require.Contains(t, counted, directive+" https://ads.example https://count.example:8443;")
	}
	require.Contains(t, counted, "default-src 'self';")
	require.Contains(t, counted, "frame-src https://pay.example;")
	require.NotContains(t, counted, "unsafe")
}

func TestPages_MapTiles_LoadOnlyIfSet(t *testing.T) {
	with := func(tiles site.MapTiles) (policy string, told gen.AppConfiguration) {
		r := servertest.New(t, func(o *server.Options) { o.Web, o.MapTiles = servertest.WebFiles(), tiles })
		policy = r.Call(http.MethodGet, "/en/", "").Header.Get("Content-Security-Policy")
		return policy, servertest.Decoded[gen.AppConfiguration](t, r.Call(http.MethodGet, "/api/configuration/app", ""))
	}
	policy, told := with(site.MapTiles{})
	require.Contains(t, policy, "; img-src 'self' data: blob:; ")
	require.Empty(t, told.MapTiles.Url)
	const tiles = "https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=1"
	policy, told = with(site.MapTiles{URL: tiles, Credit: "© Maps"})
	require.Contains(t, policy, "; img-src 'self' data: blob: https://tiles.example:8443; ")
	require.Equal(t, []string{tiles, "© Maps"}, []string{told.MapTiles.Url, told.MapTiles.Credit})
}

func TestPages_OnlineChat_FramesOnlyIfSet(t *testing.T) {
	with := func(address string) (policy string, told gen.AppConfiguration) {
		r := servertest.New(t, func(o *server.Options) { o.Web, o.ChatURL = servertest.WebFiles(), address })
		policy = r.Call(http.MethodGet, "/en/", "").Header.Get("Content-Security-Policy")
		return policy, servertest.Decoded[gen.AppConfiguration](t, r.Call(http.MethodGet, "/api/configuration/app", ""))
	}
	policy, told := with("")
	require.Contains(t, policy, "; frame-src https://pay.example; ")
	require.Nil(t, told.ChatUrl)
	policy, told = with("https://chat.example:8443/start?team=1")
	require.Contains(t, policy, "; frame-src https://pay.example https://chat.example:8443; ")
	require.Equal(t, "https://chat.example:8443/start?team=1", *told.ChatUrl)
}

func TestPages_Analytics_IsCalledOnlyIfSet(t *testing.T) {
	with := func(address string) (policy string, told gen.AppConfiguration) {
		r := servertest.New(t, func(o *server.Options) { o.Web, o.AnalyticsURL = servertest.WebFiles(), address })
		policy = r.Call(http.MethodGet, "/en/", "").Header.Get("Content-Security-Policy")
		return policy, servertest.Decoded[gen.AppConfiguration](t, r.Call(http.MethodGet, "/api/configuration/app", ""))
	}
	policy, told := with("")
	require.Contains(t, policy, "; connect-src 'self'; ")
	require.Nil(t, told.AnalyticsUrl)
	policy, told = with("https://count.example/visits?site=1")
	require.Contains(t, policy, "; connect-src 'self' https://count.example; ")
	require.Contains(t, policy, "; script-src 'self'", "its scripts are not loaded")
	require.NotContains(t, policy, "script-src 'self' https://count.example")
	require.Equal(t, "https://count.example/visits?site=1", *told.AnalyticsUrl)
}

func TestWebApp_EachPage_IsServed(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.Web = servertest.WebFiles() })
	page := r.Call(http.MethodGet, "/en/order-sim/123/payment", "")
	require.Equal(t, http.StatusOK, page.StatusCode)
	require.Equal(t, "no-cache", page.Header.Get("Cache-Control"))
	require.Contains(t, string(page.Body), "<title>Selfcare</title>")

	require.Equal(t, "/en/", r.Call(http.MethodGet, "/", "").Header.Get("Location"))
	require.Equal(t, "/ar/", r.Call(http.MethodGet, "/", "", servertest.Header{"Accept-Language": "ar-SA"}).Header.Get("Location"))

	servertest.RequireRefused(t, r.Call(http.MethodGet, "/assets/gone-9f.js", ""), contract.FailNotFound)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/../server.go", ""), contract.FailNotFound)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/ar/%D8%A7%D8%AE%D8%AA%D9%8A%D8%A7%D8%B1", "").StatusCode)
}

func TestWebApp_BuiltFiles_Compressed(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.Web = servertest.WebFiles() })
	plain := r.Call(http.MethodGet, "/assets/app-1a2b.js", "")
	require.Contains(t, plain.Header.Get("Cache-Control"), "immutable")
	require.Contains(t, plain.Header.Get("Content-Type"), "javascript")

	zipped := r.Call(http.MethodGet, "/assets/app-1a2b.js", "", servertest.Header{"Accept-Encoding": "gzip"})
	require.Equal(t, "gzip", zipped.Header.Get("Content-Encoding"))
	reader, err := gzip.NewReader(strings.NewReader(string(zipped.Body)))
	require.NoError(t, err)
	unzipped, err := io.ReadAll(reader)
	require.NoError(t, err)
	require.Equal(t, string(plain.Body), string(unzipped))

	brotli := r.Call(http.MethodGet, "/assets/app-1a2b.js", "", servertest.Header{"Accept-Encoding": "gzip, deflate, br"})
	require.Equal(t, "br", brotli.Header.Get("Content-Encoding"))
	require.Less(t, len(brotli.Body), len(plain.Body)/4)

	known := r.Call(http.MethodGet, "/assets/app-1a2b.js", "", servertest.Header{"If-None-Match": plain.Header.Get("ETag")})
	require.Equal(t, http.StatusNotModified, known.StatusCode)
}

func TestCache_Catalogue_IsPerLanguage(t *testing.T) {
	r := servertest.New(t)
	_, err := r.DB.ExecContext(t.Context(), "INSERT INTO cities (key, name_en, name_ar, position) VALUES ('riyadh', 'Riyadh', 'الرياض', 1)")
	require.NoError(t, err)
	english := r.Call(http.MethodGet, "/api/lookup/cities", "")
	require.Equal(t, http.StatusOK, english.StatusCode, string(english.Body))
	require.Contains(t, string(english.Body), "Riyadh")
	require.Contains(t, english.Header.Get("Vary"), "Accept-Language")

	arabic := r.Call(http.MethodGet, "/api/lookup/cities", "", servertest.Header{"Accept-Language": "ar"})
	require.Contains(t, string(arabic.Body), "الرياض")

	again := r.Call(http.MethodGet, "/api/lookup/cities", "", servertest.Header{"If-None-Match": english.Header.Get("ETag")})
	require.Equal(t, http.StatusNotModified, again.StatusCode)
	require.Empty(t, again.Body)

	_, err = r.DB.ExecContext(t.Context(), "DELETE FROM cities")
	require.NoError(t, err)
	require.Contains(t, string(r.Call(http.MethodGet, "/api/lookup/cities", "").Body), "Riyadh")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/lookup/cities?x=1", ""), contract.FailValidation)
}

func TestAPIDocs_Page_NeedsNoScript(t *testing.T) {
	r := servertest.New(t)
	page := r.Call(http.MethodGet, "/api/docs", "")
	require.Equal(t, http.StatusOK, page.StatusCode)
	require.Contains(t, page.Header.Get("Content-Type"), "text/html")
	require.NotContains(t, string(page.Body), "<script")
	document, err := gen.GetSpec()
	require.NoError(t, err)
	for path := range document.Paths.Map() {
		require.Contains(t, string(page.Body), path)
	}
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/docs/style.css", "").StatusCode)
	require.Contains(t, string(r.Call(http.MethodGet, "/api/openapi.json", "").Body), `"openapi"`)
}

func TestDecode_NotOperator_IsRefused(t *testing.T) {
	decoder := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("in clear")) })
	r := servertest.New(t, func(o *server.Options) { o.Codec = decoder })
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/codec/decode", `{}`), contract.FailUnauthenticated)
	support := servertest.Header{"Authorization": "Bearer " + r.SignedIn("support@selfcare.example", "support")}
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/codec/decode", `{}`, support), contract.FailForbidden)

	r.Account("operator@selfcare.example", "operator")
	form := servertest.Header{"Content-Type": "application/x-www-form-urlencoded"}
	wrong := r.Call(http.MethodPost, "/codec/login", "login=operator%40selfcare.example&password=wrong", form)
	require.Equal(t, http.StatusUnauthorized, wrong.StatusCode)
	notOperator := r.Call(http.MethodPost, "/codec/login", "login=support%40selfcare.example&password="+servertest.Password, form)
	require.Equal(t, http.StatusUnauthorized, notOperator.StatusCode)
	require.Empty(t, notOperator.Header.Get("Set-Cookie"))

	half := "login=operator%40selfcare.example&password=" + servertest.Password
	for _, code := range []string{"", "&code=000000", "&code=AAAA-AAAA-AAAA"} {
		without := r.Call(http.MethodPost, "/codec/login", half+code, form)
		require.Equal(t, http.StatusUnauthorized, without.StatusCode, code)
		require.Empty(t, without.Header.Get("Set-Cookie"), code)
	}
	var left int
	require.NoError(t, r.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM sessions AS s JOIN users AS u ON u.id = s.user_id WHERE u.email LIKE 'operator@%' OR u.email LIKE 'support@%'").Scan(&left))
	require.Equal(t, 1, left, "a sign-in that failed leaves no session behind; support's is its own")
	password := r.SignInByPassword("operator@selfcare.example")
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/codec/decode", `{}`, servertest.Bearer(password)), contract.FailFactorRequired)

	signedIn := r.Call(http.MethodPost, "/codec/login", half+"&code="+r.FactorCode(0), form)
	require.Equal(t, http.StatusOK, signedIn.StatusCode, string(signedIn.Body))
	cookie := signedIn.Cookies()[0]
	require.True(t, cookie.HttpOnly)
	require.True(t, cookie.Secure)
	require.Equal(t, http.SameSiteLaxMode, cookie.SameSite)
	got := r.Call(http.MethodPost, "/codec/decode", `{}`, servertest.Header{"Cookie": cookie.Name + "=" + cookie.Value})
	require.Equal(t, "in clear", string(got.Body))
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/codec/login", "").StatusCode)
}

func TestDecode_Operator_IsAudited(t *testing.T) {
	decoder := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("in clear")) })
	r := servertest.New(t, func(o *server.Options) { o.Codec = decoder })
	as := servertest.Bearer(r.SignedIn("operator@selfcare.example", "operator"))
	written := func() (entries []string) {
		require.NoError(t, r.DB.NewRaw(`
			SELECT u.email || ' ' || a.action || ' ' || (a.details ->> 'operation') || ' ' || (a.details ->> 'payloads')
			FROM audit_log AS a JOIN users AS u ON u.id::text = a.actor WHERE a.details ? 'payloads' ORDER BY a.id`).Scan(t.Context(), &entries))
		return entries
	}
	for _, path := range []string{"/codec/decode", "/codec/%64ecode"} {
		got := r.Call(http.MethodPost, path, `{"payloads":[{},{}]}`, as)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, "no-store", got.Header.Get("Cache-Control"))
	}
	const entry = "operator@selfcare.example data-read decodePayloads 2"
	require.Equal(t, []string{entry, entry}, written())
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/codec/decode", `[]`, as), contract.FailNotJSON)
	require.Equal(t, http.StatusOK, r.Call(http.MethodPost, "/codec/encode", `{"payloads":[{}]}`, as).StatusCode)
	require.Len(t, written(), 2, "sealing is not audited")

	r.Exec("ALTER TABLE audit_log RENAME TO audit_log_away")
	refused := r.Call(http.MethodPost, "/codec/decode", `{"payloads":[{}]}`, as)
	require.Equal(t, http.StatusServiceUnavailable, refused.StatusCode)
	require.NotContains(t, string(refused.Body), "in clear")
}

func TestSecurityContact_BothPaths_ServeIt(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) {
		o.SecurityContact, o.SecurityExpires = "mailto:security@selfcare.example", "2027-06-30T00:00:00Z"
	})
	for _, address := range []string{"/.well-known/security.txt", "/security.txt"} {
		got := r.Call(http.MethodGet, address, "")
		require.Equal(t, http.StatusOK, got.StatusCode)
		require.Equal(t, "text/plain; charset=utf-8", got.Header.Get("Content-Type"))
		require.Equal(t, "Contact: mailto:security@selfcare.example\nExpires: 2027-06-30T00:00:00Z\nPreferred-Languages: ar, en\n"+
			"Canonical: https://selfcare.example/.well-known/security.txt\n", string(got.Body))
	}
}

func TestHealth_Running_IsOK(t *testing.T) {
	r := servertest.New(t)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/livez", "").StatusCode)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/readyz", "").StatusCode)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/metrics", ""), contract.FailNotFound)
}

func TestReadiness_DependencyAway_Told(t *testing.T) {
	var degraded, gone error
	r := servertest.New(t, func(o *server.Options) { o.Ready = func(context.Context) (error, error) { return degraded, gone } })
	requireReady := func(status int, text string) {
		t.Helper()
		got := r.Call(http.MethodGet, "/readyz", "")
		require.Equal(t, status, got.StatusCode)
		require.Equal(t, text, string(got.Body))
	}
	requireReady(http.StatusOK, "ready\n")
	degraded = errors.New("Redis: gone")
	requireReady(http.StatusOK, "ready, but degraded\n")
	gone = errors.New("database: gone")
	requireReady(http.StatusServiceUnavailable, "not ready\n")
}

func TestRefusal_ThousandsOfFields_StaysSmall(t *testing.T) {
	r := servertest.New(t)
	var body strings.Builder
	body.WriteString(`{"kind":7`)
	for n := range 3000 {
		fmt.Fprintf(&body, `,"x%d":1`, n)
	}
	fmt.Fprintf(&body, `,"a%s":1}`, strings.Repeat("b", 5000))
	got := r.Call(http.MethodPost, "/api/orders", body.String(), servertest.FreshKey())
	problem := servertest.RequireRefused(t, got, contract.FailValidation)
	require.Less(t, len(got.Body), 5000)
	require.Len(t, *problem.Fields, 50)
	require.Contains(t, *problem.Fields, "kind", "what the contract has comes first")
}
