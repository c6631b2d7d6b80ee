package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

type socialData struct {
	Data struct {
		AuthToken string `json:"auth_token"`
		Reason    string
		Uid       string
		Token     string
	}
}

func startSocial(r *servertest.Rig, token string) {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/auth/social/google/start", "", servertest.Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
}

func finishSocial(r *servertest.Rig, token, state, code string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/auth/social/google", fmt.Sprintf(`{"code":%q,"state":%q}`, code, state), servertest.Bearer(token))
}

func linkSocial(r *servertest.Rig, session, uid, token, mobile, code string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/auth/otp/validate_social", fmt.Sprintf(
		`{"otp":%q,"mobile_number":%q,"social_auth":{"uid":%q,"provider":"google","credentials":{"token":%q}}}`, code, mobile, uid, token), servertest.Bearer(session))
}

// shownSocial returns from the provider with an account that is not linked.
func shownSocial(r *servertest.Rig, session string) socialData {
	r.T.Helper()
	startSocial(r, session)
	got := finishSocial(r, session, r.Social.Asked.State, "good")
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[socialData](r.T, got)
}

func TestSocialSignIn_Linked_SignsIn(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Social.Known = contract.SocialIdentity{Subject: "s-1", Email: "noura@social.example", EmailVerified: true}
	device := r.Device()
	shown := shownSocial(r, device).Data
	require.Equal(t, "https://selfcare.example/en/social/google", r.Social.Asked.RedirectURL)
	require.Equal(t, "not_linked", shown.Reason)
	require.Empty(t, shown.AuthToken)

	code := r.SentCode(device, servertest.MainLine, "social")
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "social", code), contract.FailValidation)
	servertest.RequireRefused(t, linkSocial(r, device, "s-2", shown.Token, servertest.MainLine, code), contract.FailSocial)
	servertest.RequireRefused(t, linkSocial(r, device, "s-1", "made-up", servertest.MainLine, code), contract.FailSocial)
	servertest.RequireRefused(t, linkSocial(r, r.Device(), "s-1", shown.Token, servertest.MainLine, code), contract.FailSocial)
	servertest.RequireRefused(t, linkSocial(r, device, "s-1", shown.Token, servertest.MainLine, servertest.OtherThan(code)), contract.FailPinWrong)
	got := linkSocial(r, device, "s-1", shown.Token, servertest.MainLine, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, "social-linked", r.Notices.Latest().Template)
	require.EqualValues(t, "google", r.Me(servertest.Decoded[socialData](t, got).Data.AuthToken).Data.Provider)

	device = r.Device()
	startSocial(r, device)
	again := servertest.Decoded[socialData](t, finishSocial(r, device, r.Social.Asked.State, "good")).Data
	require.Empty(t, again.Reason)
	require.Equal(t, servertest.MainLine, r.Me(again.AuthToken).Data.MobileNumber)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(device)), contract.FailUnauthenticated)
}

func TestSocialSignIn_OtherSession_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Social.Known = contract.SocialIdentity{Subject: "s-1"}
	device, other := r.Device(), r.Device()
	servertest.RequireRefused(t, finishSocial(r, device, "made-up", "good"), contract.FailSocial)
	startSocial(r, device)
	state := r.Social.Asked.State
	servertest.RequireRefused(t, finishSocial(r, other, state, "good"), contract.FailSocial)
	require.Equal(t, http.StatusOK, finishSocial(r, device, state, "good").StatusCode)
	servertest.RequireRefused(t, finishSocial(r, device, state, "good"), contract.FailSocial)

	startSocial(r, device)
	servertest.RequireRefused(t, finishSocial(r, device, state, "good"), contract.FailSocial)
	startSocial(r, device)
	servertest.RequireRefused(t, finishSocial(r, device, r.Social.Asked.State, "bad"), contract.FailSocial)
	startSocial(r, device)
	r.Redis.FastForward(10 * time.Minute)
	servertest.RequireRefused(t, finishSocial(r, device, r.Social.Asked.State, "good"), contract.FailSocial)
}

func TestSocialSignIn_Unverified_IsRefused(t *testing.T) {
	r := servertest.New(t)
	unconfirmed(r, servertest.MainLine, "shared@selfcare.example")
	unconfirmed(r, "0570000002", "shared@selfcare.example")
	device := r.Device()
	for code, identity := range map[contract.Code]contract.SocialIdentity{
		contract.FailEmailUnverified: {Subject: "s-1", Email: "a@social.example"},
		contract.FailEmailMultiple:   {Subject: "s-2", Email: "Shared@selfcare.example", EmailVerified: true},
	} {
		r.Social.Known = identity
		startSocial(r, device)
		servertest.RequireRefused(t, finishSocial(r, device, r.Social.Asked.State, "good"), code)
	}
}

func TestSocialSignIn_SecondUser_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	r.Social.Known = contract.SocialIdentity{Subject: "s-1"}
	first, second := r.Device(), r.Device()
	shownFirst, shownSecond := shownSocial(r, first).Data, shownSocial(r, second).Data
	got := linkSocial(r, first, "s-1", shownFirst.Token, servertest.MainLine, r.SentCode(first, servertest.MainLine, "social"))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	code := r.SentCode(second, "0570000002", "social")
	servertest.RequireRefused(t, linkSocial(r, second, "s-1", shownSecond.Token, "0570000002", code), contract.FailSocial)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth/social/twitter/start", "", servertest.Bearer(r.Device())), contract.FailNotFound)
}

func postsBack(r *servertest.Rig, path, form string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, path, form, servertest.Header{
		"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://appleid.apple.com", "Sec-Fetch-Site": "cross-site",
	})
}

func TestSocialSignIn_AnswerAsForm_Read(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.Web = servertest.WebFiles() })
	for form, want := range map[string]string{
		"state=s-1&code=c%2F1&user=%7B%22name%22%3A%22Noura%22%7D":  "/ar/social/apple?code=c%2F1&state=s-1",
		"state=s-1&error=user_cancelled_authorize":                  "/ar/social/apple?error=user_cancelled_authorize&state=s-1",
		"code=" + strings.Repeat("c", 3000) + "&state=s-1&x=//evil": "/ar/social/apple?state=s-1",
		"": "/ar/social/apple?",
	} {
		got := postsBack(r, "/ar/social/apple?code=of-the-address", form)
		require.Equal(t, http.StatusSeeOther, got.StatusCode)
		require.Equal(t, want, got.Header.Get("Location"))
		require.Equal(t, "no-store", got.Header.Get("Cache-Control"))
		require.Empty(t, got.Header.Get("Set-Cookie"))
	}
	for _, nowhere := range []string{"/ar/social/twitter", "/fr/social/apple", "/%2F%2Fevil.example/social/apple"} {
		servertest.RequireRefused(t, postsBack(r, nowhere, "code=c"), contract.FailNotFound)
	}
}
