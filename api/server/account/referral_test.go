package account_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestReferral_AskedTwice_HasTheSameCode(t *testing.T) {
	r := servertest.NewSeeded(t)
	_, err := r.DB.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
	require.NoError(t, err)
	token := r.SignIn("0570000001")
	look := func() gen.GetReferral200JSONResponse {
		return servertest.Decoded[gen.GetReferral200JSONResponse](t, r.Call(http.MethodGet, "/api/users/current/referral", "", servertest.Bearer(token)))
	}
	first := look()
	require.Regexp(t, "^[A-Z2-9]{8}$", first.Data.Code)
	require.EqualValues(t, 2500, first.Data.Reward)
	require.Zero(t, first.Data.Friends)
	require.Equal(t, first, look(), "the code never changes")

	got := r.Call(http.MethodPost, "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"`+first.Data.Code+`"}`, servertest.FreshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	got = r.Call(http.MethodPost, "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"NOBODY22"}`, servertest.FreshKey())
	servertest.RequireRefused(t, got, contract.FailReferralUnknown)

	invitation := func(code string) servertest.Answer { return r.Call(http.MethodGet, "/api/invitations/"+code, "") }
	require.EqualValues(t, 2500, servertest.Decoded[gen.GetInvitation200JSONResponse](t, invitation(first.Data.Code)).Data.Reward)
	servertest.RequireRefused(t, invitation("NOBODY22"), contract.FailReferralUnknown)
	_, err = r.DB.ExecContext(t.Context(), "UPDATE lines SET status = 'ended' WHERE msisdn = '0570000001'")
	require.NoError(t, err)
	servertest.RequireRefused(t, invitation(first.Data.Code), contract.FailReferralUnknown)
}

func TestReferral_GuessedCodes_Limited(t *testing.T) {
	r := servertest.New(t)
	for range 60 {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/invitations/NOBODY22", ""), contract.FailReferralUnknown)
	}
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/invitations/NOBODY22", ""), contract.FailRateLimited)
	got := r.Call(http.MethodPost, "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"NOBODY22"}`, servertest.FreshKey())
	servertest.RequireRefused(t, got, contract.FailRateLimited)
}
