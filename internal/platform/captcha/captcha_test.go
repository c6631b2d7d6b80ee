package captcha_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/captcha"
)

// serve answers as the provider, once the form is the one of siteverify.
func serve(t *testing.T, status int, body string) captcha.Provider {
	t.Helper()
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("secret") != "s3cret" || r.FormValue("response") != "03AF-token" {
			http.Error(w, "not the form", http.StatusBadRequest)
			return
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(provider.Close)
	return captcha.Provider{URL: provider.URL, Secret: "s3cret", Score: 0.5}
}

func TestVerify_AnswerOfTheProvider_Decides(t *testing.T) {
	for body, person := range map[string]bool{
		`{"success":true,"score":0.9,"action":"SignIn"}`: true,
		`{"success":true,"score":0.5,"action":"SignIn"}`: true,
		`{"success":true}`: true, // a provider without scores
		`{"success":true,"score":0.3,"action":"SignIn"}`:                false,
		`{"success":true,"score":0.9,"action":"FindOrder"}`:             false,
		`{"success":false,"error-codes":["timeout-or-duplicate"]}`:      false,
		`{"success":false,"score":0.9,"action":"SignIn","hostname":""}`: false,
	} {
		got, err := serve(t, http.StatusOK, body).Verify(t.Context(), "03AF-token", "SignIn")
		require.NoError(t, err, body)
		require.Equal(t, person, got, body)
	}
}

func TestVerify_ProviderDoesNotAnswer_IsAnError(t *testing.T) {
	for name, p := range map[string]captcha.Provider{
		"refused connection": {URL: "http://127.0.0.1:1", Secret: "s3cret"},
		"failure":            serve(t, http.StatusBadGateway, `{"success":true}`),
		"no JSON":            serve(t, http.StatusOK, `<html>`),
		"no address":         {URL: "://"},
	} {
		_, err := p.Verify(t.Context(), "03AF-token", "SignIn")
		require.Error(t, err, name)
	}
}

func TestKnowsSecret_ErrorCodes_Decide(t *testing.T) {
	for body, known := range map[string]bool{
		`{"success":false,"error-codes":["invalid-input-response"]}`: true,
		`{"success":false}`: true,
		`{"success":false,"error-codes":["invalid-input-secret"]}`:                          false,
		`{"success":false,"error-codes":["missing-input-secret","invalid-input-response"]}`: false,
		`{"success":false,"error-codes":["sitekey-secret-mismatch"]}`:                       false,
	} {
		provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		t.Cleanup(provider.Close)
		got, err := captcha.Provider{URL: provider.URL, Secret: "s3cret"}.KnowsSecret(t.Context())
		require.NoError(t, err, body)
		require.Equal(t, known, got, body)
	}
	_, err := captcha.Provider{URL: "http://127.0.0.1:1"}.KnowsSecret(t.Context())
	require.Error(t, err)
}
