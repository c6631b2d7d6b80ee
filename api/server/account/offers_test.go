package account_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

const wantsOffers = `{"language":"en","sms":true,"email":true,"promotions":true}`

// promoted is a customer who has agreed to promotions, with the code of a letter.
func promoted(t *testing.T, r *servertest.Rig) (token, code string) {
	t.Helper()
	user := r.Customer(servertest.MainLine, "prepaid")
	token = r.SignIn(servertest.MainLine)
	require.Equal(t, http.StatusOK, prefer(r, token, wantsOffers).StatusCode)
	return token, r.LinkToStopOffers(user.ID, "sms", time.Now())
}

func chosen(t *testing.T, r *servertest.Rig, token string) gen.CommunicationPreferences {
	t.Helper()
	return servertest.Decoded[preferences](t, r.Call(http.MethodGet, preferencesPath, "", servertest.Bearer(token))).Data
}

// promotionsEntries are the audit entries about the choice by a link.
func promotionsEntries(r *servertest.Rig, support string) (all []string) {
	for _, entry := range accountEvents(r, support) {
		if entry.Action == "preferences-changed" && entry.Details["link"] != "" {
			all = append(all, entry.Details["promotions"]+" by "+entry.Details["link"])
		}
	}
	return all
}

// The form of a mail provider has no session, no cookie and none of our headers (RFC 8058). It may come twice.
func TestStopOffers_OneClick_StopsPromotionsOnly(t *testing.T) {
	r := servertest.New(t)
	token, code := promoted(t, r)
	support := r.SignedIn("support@selfcare.example", "support")
	const parts = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
	for _, form := range [][2]string{
		{"application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"},
		{"application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"},
		{"multipart/form-data; boundary=b", parts},
	} {
		got := r.Call(http.MethodPost, "/api/unsubscribe/"+code, form[1], servertest.Header{"Content-Type": form[0]})
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
	require.Equal(t, gen.CommunicationPreferences{Language: "en", Sms: true, Email: true}, chosen(t, r, token))
	require.Equal(t, []string{"false by sms"}, promotionsEntries(r, support), "a repeat changes nothing")
}

// Scanners of mail open each link: opening changes nothing.
func TestOpenOffersChoice_Get_ChangesNothing(t *testing.T) {
	r := servertest.New(t)
	token, code := promoted(t, r)
	for _, language := range []string{"en", "ar"} {
		got := r.Call(http.MethodGet, "/api/unsubscribe/"+code, "", servertest.Header{"Accept-Language": language})
		require.Equal(t, http.StatusSeeOther, got.StatusCode, string(got.Body))
		require.Equal(t, "https://selfcare.example/"+language+"/unsubscribe#"+code, got.Header.Get("Location"))
	}
	shown := servertest.Decoded[gen.OffersChoice](t, r.Call(http.MethodPost, "/api/unsubscribe", fmt.Sprintf(`{"token":%q}`, code)))
	require.Equal(t, gen.OffersChoice{Channel: "sms", Address: servertest.MainLine[:3] + "•••" + servertest.MainLine[6:], Promotions: true}, shown)
	require.True(t, chosen(t, r, token).Promotions)
}

func TestStopOffers_OtherForm_ChangesNothing(t *testing.T) {
	r := servertest.New(t)
	token, code := promoted(t, r)
	for _, form := range []string{"", "{}", "List-Unsubscribe=Later", "a=List-Unsubscribe=One-Click"} {
		got := r.Call(http.MethodPost, "/api/unsubscribe/"+code, form, servertest.Header{"Content-Type": "application/x-www-form-urlencoded"})
		servertest.RequireRefused(t, got, contract.FailValidation)
	}
	require.True(t, chosen(t, r, token).Promotions)
}

func TestChooseOffers_ThereAndBack_IsSavedAndAudited(t *testing.T) {
	r := servertest.New(t)
	token, code := promoted(t, r)
	support := r.SignedIn("support@selfcare.example", "support")
	for _, wanted := range []bool{false, false, true} {
		got := r.Call(http.MethodPut, "/api/unsubscribe", fmt.Sprintf(`{"token":%q,"promotions":%t}`, code, wanted))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, wanted, servertest.Decoded[gen.OffersChoice](t, got).Promotions)
		require.Equal(t, wanted, chosen(t, r, token).Promotions)
	}
	require.Equal(t, []string{"false by sms", "true by sms"}, promotionsEntries(r, support))
}

func TestOffersChoice_UnknownOrOldCode_IsRefused(t *testing.T) {
	r := servertest.New(t)
	token, _ := promoted(t, r)
	user, err := r.Store.Users.ByMobile(t.Context(), servertest.MainLine)
	require.NoError(t, err)
	for name, code := range map[string]string{
		"made up":            strings.Repeat("A", 16),
		"old":                r.LinkToStopOffers(user.ID, "email", time.Now().AddDate(0, 0, -61)),
		"of an order":        r.LinkTo(r.Start(), permission.Tracking, time.Now(), "m"),
		"of an unknown user": r.LinkToStopOffers("01980000-0000-8000-8000-00000000dead", "email", time.Now()),
	} {
		for _, got := range []servertest.Answer{
			r.Call(http.MethodPost, "/api/unsubscribe/"+code, "List-Unsubscribe=One-Click", servertest.Header{"Content-Type": "application/x-www-form-urlencoded"}),
			r.Call(http.MethodPost, "/api/unsubscribe", fmt.Sprintf(`{"token":%q}`, code)),
			r.Call(http.MethodPut, "/api/unsubscribe", fmt.Sprintf(`{"token":%q,"promotions":false}`, code)),
		} {
			require.Equal(t, string(contract.FailMessageLink), got.Problem(t).MessageKey, name)
		}
	}
	require.True(t, chosen(t, r, token).Promotions)
}

func TestPreferences_Choice_IsAudited(t *testing.T) {
	r := servertest.New(t)
	promoted(t, r)
	events := accountEvents(r, r.SignedIn("support@selfcare.example", "support"))
	at := slices.IndexFunc(events, func(e gen.AuditEntry) bool { return e.Action == "preferences-changed" })
	require.GreaterOrEqual(t, at, 0)
	require.Equal(t, []string{"en", "true", "true", "true"}, []string{
		events[at].Details["language"], events[at].Details["sms"], events[at].Details["email"], events[at].Details["promotions"],
	})
}
