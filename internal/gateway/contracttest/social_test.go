package contracttest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/oidc"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/social"
)

const redirect = "https://selfcare.example/en/social/google"

const secret = "secret"

// providers are those of a simulator, as the product configures them; key is Apple's.
func providers(url string, key *ecdsa.PrivateKey) map[string]social.Provider {
	return map[string]social.Provider{
		"google": social.Standard(oidc.Issuer(url, "google"), "selfcare", secret),
		"apple": social.Apple(oidc.Issuer(url, "apple"), social.Signer{
			ClientID: "selfcare", TeamID: "TEAM", KeyID: "KEY", Key: key,
		}),
		"facebook": social.Facebook(oidc.Issuer(url, "facebook"), "selfcare", secret, "", oidc.Issuer(url, "facebook")+"/graph/oauth/access_token"),
		"mistaken": social.Standard(oidc.Issuer(url, "google"), "selfcare", "wrong"),
		"nowhere":  social.Standard("http://127.0.0.1:1", "selfcare", secret),
	}
}

// system simulates the providers; asked counts the calls of each path.
func system(t *testing.T) (url string, key *ecdsa.PrivateKey, asked func(path string) int64) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	require.NoError(t, err)
	mux := http.NewServeMux()
	var counts sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count, _ := counts.LoadOrStore(r.URL.Path, &atomic.Int64{})
		count.(*atomic.Int64).Add(1) //nolint:forcetypeassert // stored above
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	_, err = oidc.New(mux, oidc.Config{
		PublicURL: server.URL, ClientID: "selfcare", ClientSecret: secret,
		AppleTeam: "TEAM", AppleKey: "KEY", ApplePublicKey: base64.StdEncoding.EncodeToString(public),
	})
	require.NoError(t, err)
	return server.URL, key, func(path string) int64 {
		count, found := counts.Load(path)
		if !found {
			return 0
		}
		return count.(*atomic.Int64).Load() //nolint:forcetypeassert // stored above
	}
}

func socialStand(t *testing.T) *social.OpenID {
	t.Helper()
	url, key, _ := system(t)
	return social.NewOpenID(providers(url, key), nil)
}

func request(provider string) social.Request {
	return social.Request{
		Provider: provider, State: "state-1", Nonce: "nonce-1", Verifier: strings.Repeat("v", 43), RedirectURL: redirect,
	}
}

// agree presses the button on the consent page and returns what the browser brings back.
func agree(t *testing.T, gate *social.OpenID, r social.Request, subject string) url.Values {
	t.Helper()
	address, err := gate.Address(t.Context(), r)
	require.NoError(t, err)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := client.Get(address)
	require.NoError(t, err)
	require.NoError(t, page.Body.Close())
	require.Equal(t, http.StatusOK, page.StatusCode)
	sent, err := client.PostForm(address, url.Values{"subject": {subject}})
	require.NoError(t, err)
	defer func() { require.NoError(t, sent.Body.Close()) }()
	if sent.StatusCode == http.StatusOK {
		return posted(t, sent.Body)
	}
	back, err := sent.Location()
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(back.String(), redirect))
	return back.Query()
}

var hidden = regexp.MustCompile(`name="(\w+)" value="([^"]*)"`)

// posted returns the form that a page makes the browser send to us.
func posted(t *testing.T, page io.Reader) url.Values {
	t.Helper()
	text, err := io.ReadAll(page)
	require.NoError(t, err)
	require.Contains(t, string(text), `<form method="post" action="`+redirect+`">`)
	form := url.Values{}
	for _, field := range hidden.FindAllStringSubmatch(string(text), -1) {
		form.Set(field[1], html.UnescapeString(field[2]))
	}
	return form
}

func TestSocial_EachProvider_SignsIn(t *testing.T) {
	gate := socialStand(t)
	known := social.Identity{Subject: "100000000001", Email: "noura@social.example", EmailVerified: true}
	for provider, people := range map[string]map[string]social.Identity{
		"google": {"100000000001": known, "100000000003": {Subject: "100000000003", Email: "unverified@social.example"}, "100000000004": {Subject: "100000000004"}},
		"apple": {
			"100000000001": known, "100000000003": {Subject: "100000000003", Email: "unverified@social.example"},
			"100000000005": {Subject: "100000000005", Email: "k7d2x9w4mq@privaterelay.appleid.com", EmailVerified: true},
		},
		// Facebook does not say whether it verified an e-mail, so the e-mail counts as missing.
		"facebook": {"100000000001": {Subject: "100000000001"}, "100000000004": {Subject: "100000000004"}},
	} {
		for subject, want := range people {
			t.Run(provider+" "+subject, func(t *testing.T) {
				r := request(provider)
				back := agree(t, gate, r, subject)
				require.Equal(t, "state-1", back.Get("state"))
				got, err := gate.Exchange(t.Context(), r, back.Get("code"))
				require.NoError(t, err)
				require.Equal(t, want, got)
			})
		}
	}
}

func TestSocial_Apple_AnswersWithAForm(t *testing.T) {
	gate := socialStand(t)
	address, err := gate.Address(t.Context(), request("apple"))
	require.NoError(t, err)
	asked, err := url.Parse(address)
	require.NoError(t, err)
	require.Equal(t, "form_post", asked.Query().Get("response_mode"))
	require.Empty(t, asked.Query().Get("code_challenge"))
	back := agree(t, gate, request("apple"), "")
	require.Equal(t, url.Values{"state": {"state-1"}, "error": {"user_cancelled_authorize"}}, back)
}

func TestSocial_Apple_NeedsItsSignature(t *testing.T) {
	url, key, _ := system(t)
	another, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	signer := social.Signer{ClientID: "selfcare", TeamID: "TEAM", KeyID: "KEY", Key: key}
	for name, change := range map[string]func(*social.Signer){
		"another key":       func(s *social.Signer) { s.Key = another },
		"another team":      func(s *social.Signer) { s.TeamID = "OTHER" },
		"a key of no name":  func(s *social.Signer) { s.KeyID = "OTHER" },
		"an unknown client": func(s *social.Signer) { s.ClientID = "other" },
	} {
		t.Run(name, func(t *testing.T) {
			changed := signer
			change(&changed)
			issuer := oidc.Issuer(url, "apple")
			gate := social.NewOpenID(map[string]social.Provider{"apple": social.Apple(issuer, signer), "changed": social.Apple(issuer, changed)}, nil)
			code := agree(t, gate, request("apple"), "100000000001").Get("code")
			_, err := gate.Exchange(t.Context(), request("changed"), code)
			require.ErrorIs(t, err, gateway.ErrFinal)
			_, err = gate.Exchange(t.Context(), request("apple"), code)
			require.NoError(t, err, "a client that is refused costs no code")
		})
	}
}

func TestSocial_ProviderKeys_ReadOnce(t *testing.T) {
	url, key, asked := system(t)
	gate := social.NewOpenID(providers(url, key), nil)
	for range 3 {
		for _, provider := range []string{"google", "apple", "facebook"} {
			r := request(provider)
			_, err := gate.Exchange(t.Context(), r, agree(t, gate, r, "100000000001").Get("code"))
			require.NoError(t, err)
		}
	}
	for _, provider := range []string{"google", "apple", "facebook"} {
		require.EqualValues(t, 1, asked("/oidc/"+provider+"/.well-known/openid-configuration"), provider)
		require.EqualValues(t, 1, asked("/oidc/"+provider+"/keys"), provider)
	}
}

func TestSocial_ProviderBack_AskedAgain(t *testing.T) {
	url, key, _ := system(t)
	away := true
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, `{"issuer":"`+"http://"+r.Host+`","authorization_endpoint":"https://id.example/authorize","token_endpoint":"x","jwks_uri":"x"}`)
	}))
	t.Cleanup(front.Close)
	known := providers(url, key)
	known["google"] = social.Standard(front.URL, "selfcare", secret)
	gate := social.NewOpenID(known, nil)
	_, err := gate.Address(t.Context(), request("google"))
	require.ErrorIs(t, err, gateway.ErrRetry)
	away = false
	address, err := gate.Address(t.Context(), request("google"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(address, "https://id.example/authorize?"))
}

func TestSocial_Agreed_IdentityAfterExchange(t *testing.T) {
	gate, r := socialStand(t), request("google")
	back := agree(t, gate, r, "100000000001")
	require.Equal(t, "state-1", back.Get("state"))
	identity, err := gate.Exchange(t.Context(), r, back.Get("code"))
	require.NoError(t, err)
	require.Equal(t, social.Identity{Subject: "100000000001", Email: "noura@social.example", EmailVerified: true}, identity)
	_, err = gate.Exchange(t.Context(), r, back.Get("code"))
	require.ErrorIs(t, err, gateway.ErrFinal, "a code works once")
}

func TestSocial_Cancelled_HasNoCode(t *testing.T) {
	back := agree(t, socialStand(t), request("google"), "")
	require.Empty(t, back.Get("code"))
	require.Equal(t, "access_denied", back.Get("error"))
}

func TestSocial_ForeignSignature_IsRefused(t *testing.T) {
	signs, another := http.NewServeMux(), http.NewServeMux()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if strings.HasSuffix(req.URL.Path, "/keys") {
			another.ServeHTTP(w, req)
			return
		}
		signs.ServeHTTP(w, req)
	}))
	t.Cleanup(server.Close)
	for _, mux := range []*http.ServeMux{signs, another} {
		_, err := oidc.New(mux, oidc.Config{PublicURL: server.URL, ClientID: "selfcare", ClientSecret: secret})
		require.NoError(t, err)
	}
	gate := social.NewOpenID(providers(server.URL, nil), nil)
	r := request("google")
	_, err := gate.Exchange(t.Context(), r, agree(t, gate, r, "100000000001").Get("code"))
	var refused *gateway.Refusal
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "token_invalid", refused.Code)
}

func TestSocial_Mismatch_IsRefused(t *testing.T) {
	gate := socialStand(t)
	tests := map[string]func(*social.Request){
		"another verifier": func(r *social.Request) { r.Verifier = strings.Repeat("x", 43) },
		"another nonce":    func(r *social.Request) { r.Nonce = "nonce-2" },
		"another address":  func(r *social.Request) { r.RedirectURL += "/x" },
		"another provider": func(r *social.Request) { r.Provider = "facebook" },
		"another secret":   func(r *social.Request) { r.Provider = "mistaken" },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			r := request("google")
			code := agree(t, gate, r, "100000000001").Get("code")
			change(&r)
			_, err := gate.Exchange(t.Context(), r, code)
			require.ErrorIs(t, err, gateway.ErrFinal)
		})
	}
	_, err := gate.Exchange(t.Context(), request("google"), "made-up")
	require.ErrorIs(t, err, gateway.ErrFinal)
	_, err = gate.Address(t.Context(), request("unknown"))
	require.ErrorIs(t, err, gateway.ErrFinal)
	_, err = gate.Address(t.Context(), request("nowhere"))
	require.ErrorIs(t, err, gateway.ErrRetry)
}
