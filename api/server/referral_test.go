package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

func TestALineKeepsItsCodeForInvitingFriends(t *testing.T) {
	r := newSeededRig(t)
	_, err := r.db.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+password)
	require.NoError(t, err)
	token := r.signIn("0570000001")
	look := func() gen.GetReferral200JSONResponse {
		return decoded[gen.GetReferral200JSONResponse](t, r.call(http.MethodGet, "/api/users/current/referral", "", bearer(token)))
	}
	first := look()
	require.Regexp(t, "^[A-Z2-9]{8}$", first.Data.Code)
	require.EqualValues(t, 2500, first.Data.Reward)
	require.Zero(t, first.Data.Friends)
	require.Equal(t, first, look(), "the same code for ever")

	got := r.call(http.MethodPost, "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"`+first.Data.Code+`"}`, freshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	got = r.call(http.MethodPost, "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"NOBODY22"}`, freshKey())
	requireRefused(t, got, contract.FailReferralUnknown)

	invitation := func(code string) answer { return r.call(http.MethodGet, "/api/invitations/"+code, "") }
	require.EqualValues(t, 2500, decoded[gen.GetInvitation200JSONResponse](t, invitation(first.Data.Code)).Data.Reward)
	requireRefused(t, invitation("NOBODY22"), contract.FailReferralUnknown)
	_, err = r.db.ExecContext(t.Context(), "UPDATE lines SET status = 'ended' WHERE msisdn = '0570000001'")
	require.NoError(t, err)
	requireRefused(t, invitation(first.Data.Code), contract.FailReferralUnknown)
}

func TestInvitations_AreNotFoundByTrying(t *testing.T) {
	r := newRig(t)
	for range 60 {
		requireRefused(t, r.call(http.MethodGet, "/api/invitations/NOBODY22", ""), contract.FailReferralUnknown)
	}
	requireRefused(t, r.call(http.MethodGet, "/api/invitations/NOBODY22", ""), contract.FailRateLimited)
	got := r.call(http.MethodPost, "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"NOBODY22"}`, freshKey())
	requireRefused(t, got, contract.FailRateLimited)
}
