package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
)

func TestALineKeepsItsCodeForInvitingFriends(t *testing.T) {
	r := newRig(t)
	require.NoError(t, seed.Run(t.Context(), r.db, testRing(t)))
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
}
