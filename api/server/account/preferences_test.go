package account_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const preferencesPath = "/api/users/current/communication-preferences"

type preferences struct {
	Data gen.CommunicationPreferences
}

func prefer(r *servertest.Rig, token, body string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPut, preferencesPath, body, append(headers, servertest.Bearer(token), servertest.FreshKey())...)
}

func TestPreferences_ChosenChannel_IsSaved(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	home := r.SubAccount(user, "0570000004", "prepaid", nil)
	r.Customer("0570000002", "prepaid")
	token, other := r.SignIn(servertest.MainLine), r.SignIn("0570000002")
	shown := func(token string, headers ...servertest.Header) gen.CommunicationPreferences {
		return servertest.Decoded[preferences](t, r.Call(http.MethodGet, preferencesPath, "", append(headers, servertest.Bearer(token))...)).Data
	}
	require.Equal(t, gen.CommunicationPreferences{Language: "ar", Sms: true, Email: true}, shown(token, servertest.Header{"Accept-Language": "ar"}))
	require.EqualValues(t, "en", shown(token).Language, "without a choice the page's language counts")

	for _, language := range []gen.CommunicationPreferencesLanguage{"en", "ar", "ur", "hi", "bn", "id", "ml"} {
		want := gen.CommunicationPreferences{Language: language, Email: true, Promotions: true}
		got := prefer(r, token, `{"language":"`+string(language)+`","sms":false,"email":true,"promotions":true}`)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, want, servertest.Decoded[preferences](t, got).Data)
		require.Equal(t, want, shown(token))
		require.Equal(t, want, shown(token, servertest.OnAccount(home)), "preferences belong to the user, not to the line")
	}
	require.True(t, shown(other).Sms)

	for field, body := range map[string]string{
		"language": `{"language":"fr","sms":true,"email":true,"promotions":true}`, "sms": `{"language":"en","sms":"yes","email":true,"promotions":true}`,
		"promotions": `{"language":"en","sms":true,"email":true}`, "post": `{"language":"en","sms":true,"email":true,"promotions":true,"post":true}`,
	} {
		require.Contains(t, *servertest.RequireRefused(t, prefer(r, token, body), contract.FailValidation).Fields, field)
	}
	servertest.RequireRefused(t, prefer(r, token, `{"language":"en","sms":true,"email":true,"promotions":true}`, servertest.OnAccount(home)), contract.FailForbidden)
}

func TestPreferences_Language_IsThatOfNotices(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token, current := r.SignIn(servertest.MainLine), servertest.Password
	notice := func(page string) string {
		next := current + "7"
		got := r.Call(http.MethodPut, "/api/users/current/password", `{"old_password":"`+current+`","new_password":"`+next+`"}`,
			servertest.Bearer(token), servertest.Header{"Accept-Language": page})
		require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))
		current = next
		require.NotEmpty(t, r.Notices.Latest().Mobile)
		require.NotEmpty(t, r.Notices.Latest().Email, "a security notice uses every channel")
		return r.Notices.Latest().Language
	}
	require.Equal(t, "ar", notice("ar"), "without a choice the page's language counts")
	require.Equal(t, "en", notice("en"))
	for chosen, spoken := range map[string]string{"ar": "ar", "en": "en", "ur": "ur", "ml": "en"} {
		require.Equal(t, http.StatusOK, prefer(r, token, `{"language":"`+chosen+`","sms":false,"email":false,"promotions":false}`).StatusCode)
		require.Equal(t, spoken, notice("ar"), chosen)
	}
}
