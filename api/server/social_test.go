package server_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/internal/contract"
)

// fakeSocial stands in for the provider: it remembers what a sign-in was bound to.
type fakeSocial struct {
	asked    contract.SocialRequest
	identity contract.SocialIdentity
	err      error
}

func (p *fakeSocial) Address(_ context.Context, in contract.SocialRequest) (string, error) {
	p.asked = in
	return "https://provider.example/authorize?state=" + in.State, p.err
}

func (p *fakeSocial) Identity(_ context.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
	if in.SocialRequest != p.asked || in.Code != "good" {
		return contract.SocialIdentity{}, contract.Refuse(contract.FailSocial)
	}
	return p.identity, p.err
}

type socialData struct {
	Data struct {
		AuthToken string `json:"auth_token"`
		Reason    string
		Uid       string
		Token     string
	}
}

func (r *rig) startSocial(token string) {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/auth/social/google/start", "", bearer(token))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
}

func (r *rig) finishSocial(token, state, code string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/auth/social/google", fmt.Sprintf(`{"code":%q,"state":%q}`, code, state), bearer(token))
}

func (r *rig) linkSocial(session, uid, token, mobile, code string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/auth/otp/validate_social", fmt.Sprintf(
		`{"otp":%q,"mobile_number":%q,"social_auth":{"uid":%q,"provider":"google","credentials":{"token":%q}}}`, code, mobile, uid, token), bearer(session))
}

// shownSocial has come back from the provider without being linked.
func (r *rig) shownSocial(session string) socialData {
	r.t.Helper()
	r.startSocial(session)
	got := r.finishSocial(session, r.social.asked.State, "good")
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[socialData](r.t, got)
}

func TestAnAccountOfAProviderIsLinkedAndSignsIn(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.social.identity = contract.SocialIdentity{Subject: "s-1", Email: "noura@social.example", EmailVerified: true}
	device := r.device()
	shown := r.shownSocial(device).Data
	require.Equal(t, "https://selfcare.example/en/social/google", r.social.asked.RedirectURL)
	require.Equal(t, "not_linked", shown.Reason)
	require.Empty(t, shown.AuthToken)

	code := r.sentCode(device, mainLine, "social")
	requireRefused(t, r.giveCode(device, mainLine, "social", code), contract.FailValidation)
	requireRefused(t, r.linkSocial(device, "s-2", shown.Token, mainLine, code), contract.FailSocial)
	requireRefused(t, r.linkSocial(device, "s-1", "made-up", mainLine, code), contract.FailSocial)
	requireRefused(t, r.linkSocial(r.device(), "s-1", shown.Token, mainLine, code), contract.FailSocial)
	requireRefused(t, r.linkSocial(device, "s-1", shown.Token, mainLine, otherThan(code)), contract.FailPinWrong)
	got := r.linkSocial(device, "s-1", shown.Token, mainLine, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, "social-linked", r.notices.latest().Template)
	require.EqualValues(t, "google", r.me(decoded[socialData](t, got).Data.AuthToken).Data.Provider)

	device = r.device()
	r.startSocial(device)
	again := decoded[socialData](t, r.finishSocial(device, r.social.asked.State, "good")).Data
	require.Empty(t, again.Reason)
	require.Equal(t, mainLine, r.me(again.AuthToken).Data.MobileNumber)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(device)), contract.FailUnauthenticated)
}

func TestASocialSignInBelongsToTheSessionThatStartedIt(t *testing.T) {
	r := newRig(t)
	r.social.identity = contract.SocialIdentity{Subject: "s-1"}
	device, other := r.device(), r.device()
	requireRefused(t, r.finishSocial(device, "made-up", "good"), contract.FailSocial)
	r.startSocial(device)
	state := r.social.asked.State
	requireRefused(t, r.finishSocial(other, state, "good"), contract.FailSocial)
	require.Equal(t, http.StatusOK, r.finishSocial(device, state, "good").StatusCode)
	requireRefused(t, r.finishSocial(device, state, "good"), contract.FailSocial)

	r.startSocial(device)
	requireRefused(t, r.finishSocial(device, state, "good"), contract.FailSocial)
	r.startSocial(device)
	requireRefused(t, r.finishSocial(device, r.social.asked.State, "bad"), contract.FailSocial)
	r.startSocial(device)
	r.redis.FastForward(10 * time.Minute)
	requireRefused(t, r.finishSocial(device, r.social.asked.State, "good"), contract.FailSocial)
}

func TestAProvidersEmailMustBeVerifiedAndOfOneAccount(t *testing.T) {
	r := newRig(t)
	r.unconfirmed(mainLine, "shared@selfcare.example")
	r.unconfirmed("0570000002", "shared@selfcare.example")
	device := r.device()
	for code, identity := range map[contract.Code]contract.SocialIdentity{
		contract.FailEmailUnverified: {Subject: "s-1", Email: "a@social.example"},
		contract.FailEmailMultiple:   {Subject: "s-2", Email: "Shared@selfcare.example", EmailVerified: true},
	} {
		r.social.identity = identity
		r.startSocial(device)
		requireRefused(t, r.finishSocial(device, r.social.asked.State, "good"), code)
	}
}

func TestOneAccountOfAProviderSignsInOneUser(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	r.social.identity = contract.SocialIdentity{Subject: "s-1"}
	first, second := r.device(), r.device()
	shownFirst, shownSecond := r.shownSocial(first).Data, r.shownSocial(second).Data
	got := r.linkSocial(first, "s-1", shownFirst.Token, mainLine, r.sentCode(first, mainLine, "social"))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	code := r.sentCode(second, "0570000002", "social")
	requireRefused(t, r.linkSocial(second, "s-1", shownSecond.Token, "0570000002", code), contract.FailSocial)
	requireRefused(t, r.call(http.MethodPost, "/api/auth/social/twitter/start", "", bearer(r.device())), contract.FailNotFound)
}

func (r *rig) postsBack(path, form string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, path, form, header{
		"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://appleid.apple.com", "Sec-Fetch-Site": "cross-site",
	})
}

func TestTheAnswerOfAProviderMayBeAForm(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.Web = webFiles() })
	for form, want := range map[string]string{
		"state=s-1&code=c%2F1&user=%7B%22name%22%3A%22Noura%22%7D":  "/ar/social/apple?code=c%2F1&state=s-1",
		"state=s-1&error=user_cancelled_authorize":                  "/ar/social/apple?error=user_cancelled_authorize&state=s-1",
		"code=" + strings.Repeat("c", 3000) + "&state=s-1&x=//evil": "/ar/social/apple?state=s-1",
		"": "/ar/social/apple?",
	} {
		got := r.postsBack("/ar/social/apple?code=of-the-address", form)
		require.Equal(t, http.StatusSeeOther, got.StatusCode)
		require.Equal(t, want, got.Header.Get("Location"))
		require.Equal(t, "no-store", got.Header.Get("Cache-Control"))
		require.Empty(t, got.Header.Get("Set-Cookie"))
	}
	for _, nowhere := range []string{"/ar/social/twitter", "/fr/social/apple", "/%2F%2Fevil.example/social/apple"} {
		requireRefused(t, r.postsBack(nowhere, "code=c"), contract.FailNotFound)
	}
}
