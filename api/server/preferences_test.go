package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const preferencesPath = "/api/users/current/communication-preferences"

type preferences struct {
	Data gen.CommunicationPreferences
}

func (r *rig) prefer(token, body string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPut, preferencesPath, body, append(headers, bearer(token), freshKey())...)
}

func TestAUserChoosesHowToBeWrittenTo(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	home := r.subAccount(user, "0570000004", "prepaid", nil)
	r.customer("0570000002", "prepaid")
	token, other := r.signIn(mainLine), r.signIn("0570000002")
	shown := func(token string, headers ...header) gen.CommunicationPreferences {
		return decoded[preferences](t, r.call(http.MethodGet, preferencesPath, "", append(headers, bearer(token))...)).Data
	}
	require.Equal(t, gen.CommunicationPreferences{Language: "ar", Sms: true, Email: true}, shown(token, header{"Accept-Language": "ar"}))
	require.EqualValues(t, "en", shown(token).Language, "nothing chosen: the language of the page")

	for _, language := range []gen.CommunicationPreferencesLanguage{"en", "ar", "ur", "hi", "bn", "id", "ml"} {
		want := gen.CommunicationPreferences{Language: language, Email: true, Promotions: true}
		got := r.prefer(token, `{"language":"`+string(language)+`","sms":false,"email":true,"promotions":true}`)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.Equal(t, want, decoded[preferences](t, got).Data)
		require.Equal(t, want, shown(token))
		require.Equal(t, want, shown(token, onAccount(home)), "they are the user's, not the line's")
	}
	require.True(t, shown(other).Sms)

	for field, body := range map[string]string{
		"language": `{"language":"fr","sms":true,"email":true,"promotions":true}`, "sms": `{"language":"en","sms":"yes","email":true,"promotions":true}`,
		"promotions": `{"language":"en","sms":true,"email":true}`, "post": `{"language":"en","sms":true,"email":true,"promotions":true,"post":true}`,
	} {
		require.Contains(t, *requireRefused(t, r.prefer(token, body), contract.FailValidation).Fields, field)
	}
	requireRefused(t, r.prefer(token, `{"language":"en","sms":true,"email":true,"promotions":true}`, onAccount(home)), contract.FailForbidden)
}

func TestNoticesComeInTheLanguageChosen(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token, current := r.signIn(mainLine), password
	notice := func(page string) string {
		next := current + "7"
		got := r.call(http.MethodPut, "/api/users/current/password", `{"old_password":"`+current+`","new_password":"`+next+`"}`,
			bearer(token), header{"Accept-Language": page})
		require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.body))
		current = next
		require.NotEmpty(t, r.notices.latest().Mobile)
		require.NotEmpty(t, r.notices.latest().Email, "a notice about the account's safety takes every channel")
		return r.notices.latest().Language
	}
	require.Equal(t, "ar", notice("ar"), "nothing chosen: the language of the page")
	require.Equal(t, "en", notice("en"))
	for chosen, spoken := range map[string]string{"ar": "ar", "en": "en", "ur": "ur", "ml": "en"} {
		require.Equal(t, http.StatusOK, r.prefer(token, `{"language":"`+chosen+`","sms":false,"email":false,"promotions":false}`).StatusCode)
		require.Equal(t, spoken, notice("ar"), chosen)
	}
}
