package account_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func confirm(r *servertest.Rig, token, code string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPut, "/api/users/current/second-factor", `{"code":"`+code+`"}`, servertest.Bearer(token))
}

// standing stops the clock, so that no code expires in the middle of a test.
func standing(r *servertest.Rig) {
	servertest.StandingAt(time.Now())(&r.Options)
	r.ReplaceFlow(r.Flow)
}

func recoveryCodesOf(t *testing.T, got servertest.Answer) []string {
	t.Helper()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.RecoveryCodesJSONResponse](t, got).Data.RecoveryCodes
}

func TestSecondFactor_FirstSignIn_SetsItUp(t *testing.T) {
	r := servertest.New(t)
	standing(r)
	r.Account(servertest.SupportMail, "support")
	r.ResetFactor(servertest.SupportMail)
	token := r.SignInByPassword(servertest.SupportMail)
	begin := func() gen.BeginSecondFactor200JSONResponse {
		got := r.Call(http.MethodPost, "/api/users/current/second-factor", "", servertest.Bearer(token))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return servertest.Decoded[gen.BeginSecondFactor200JSONResponse](t, got)
	}
	servertest.RequireRefused(t, confirm(r, token, "123456"), contract.FailFactorNotBegun)
	first, second := begin().Data, begin().Data
	require.NotEqual(t, first.Secret, second.Secret)
	require.Contains(t, second.Uri, "secret="+second.Secret)
	servertest.RequireRefused(t, r.Prove(token, servertest.CodeOf(t, second.Secret, r.Now())), contract.FailFactorEnrolment)
	servertest.RequireRefused(t, confirm(r, token, servertest.CodeOf(t, first.Secret, r.Now())), contract.FailFactorWrong)

	codes := recoveryCodesOf(t, confirm(r, token, servertest.CodeOf(t, second.Secret, r.Now())))
	require.Len(t, codes, 10)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/support/orders", "", servertest.Bearer(token)).StatusCode)
	servertest.RequireRefused(t, confirm(r, token, servertest.CodeOf(t, second.Secret, r.Now())), contract.FailFactorEnrolled)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users/current/second-factor", "", servertest.Bearer(token)), contract.FailFactorEnrolled)

	var kept []byte
	require.NoError(t, r.DB.NewRaw("SELECT secret FROM second_factors").Scan(t.Context(), &kept))
	require.NotContains(t, string(kept), second.Secret)
	again := r.SignInByPassword(servertest.SupportMail)
	servertest.RequireRefused(t, r.Prove(again, servertest.CodeOf(t, second.Secret, r.Now())), contract.FailFactorUsed)
	require.Equal(t, http.StatusNoContent, r.Prove(again, strings.ToLower(codes[3])).StatusCode)
	servertest.RequireRefused(t, r.Prove(r.SignInByPassword(servertest.SupportMail), codes[3]), contract.FailFactorWrong)
	state := servertest.Decoded[gen.GetSecondFactor200JSONResponse](t, r.Call(http.MethodGet, "/api/users/current/second-factor", "", servertest.Bearer(again))).Data
	require.True(t, state.Enrolled && state.Shown)
	require.Equal(t, 9, state.RecoveryCodesLeft)
}

// TestSecondFactor_Staff_HaveTheirRole checks the roles that pages show for users without a line.
func TestSecondFactor_Staff_HaveTheirRole(t *testing.T) {
	r := servertest.New(t)
	for email, role := range map[string]string{servertest.SupportMail: "support", "operator@selfcare.example": "operator", "sara@example.com": ""} {
		roles := strings.Fields(role)
		token := r.SignedIn(email, roles...)
		who := servertest.Decoded[gen.GetCurrentUser200JSONResponse](t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token))).Data
		require.Equal(t, len(roles) > 0, who.WorksForUs, email)
		if role == "" {
			require.Nil(t, who.Roles, "a customer has no roles")
		} else {
			require.Equal(t, []gen.StaffRole{gen.StaffRole(role)}, *who.Roles, email)
		}
		require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/users/subscribers", "", servertest.Bearer(token)).StatusCode, email)
		// Pages request the main line if none was chosen. A refusal would make them reload for ever.
		require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token), servertest.OnAccount("main")).StatusCode, email)
	}
}

func TestSecondFactor_Parallel_CountsOnce(t *testing.T) {
	r := servertest.New(t)
	standing(r)
	r.Account(servertest.SupportMail, "support")
	tokens := make([]string, 8)
	for i := range tokens {
		tokens[i] = r.SignInByPassword(servertest.SupportMail)
	}
	var all sync.WaitGroup
	var let atomic.Int32
	for i := range 20 {
		all.Go(func() {
			got := r.Prove(tokens[i%len(tokens)], r.FactorCode(0))
			if got.StatusCode == http.StatusNoContent {
				let.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, let.Load())
	open := 0
	for _, token := range tokens {
		if r.Call(http.MethodGet, "/api/support/orders", "", servertest.Bearer(token)).StatusCode == http.StatusOK {
			open++
		}
	}
	require.Equal(t, 1, open)
}

func TestSecondFactor_ClockOneStepOff_Passes(t *testing.T) {
	r := servertest.New(t)
	standing(r)
	r.Account(servertest.SupportMail, "support")
	token := r.SignInByPassword(servertest.SupportMail)
	for _, steps := range []int{-2, 2} {
		servertest.RequireRefused(t, r.Prove(token, r.FactorCode(steps)), contract.FailFactorWrong)
	}
	require.Equal(t, http.StatusNoContent, r.Prove(token, r.FactorCode(1)).StatusCode)
	for _, steps := range []int{1, 0, -1} {
		servertest.RequireRefused(t, r.Prove(r.SignInByPassword(servertest.SupportMail), r.FactorCode(steps)), contract.FailFactorUsed)
	}
}

func TestSecondFactor_Guesses_Limited(t *testing.T) {
	r := servertest.New(t)
	standing(r)
	r.Account(servertest.SupportMail, "support")
	token := r.SignInByPassword(servertest.SupportMail)
	for range 10 {
		servertest.RequireRefused(t, r.Prove(token, "AAAA-AAAA-AAAA"), contract.FailFactorWrong)
	}
	servertest.RequireRefused(t, r.Prove(token, r.FactorCode(0)), contract.FailRateLimited)
	r.Redis.FastForward(15 * time.Minute)
	require.Equal(t, http.StatusNoContent, r.Prove(token, r.FactorCode(0)).StatusCode)
	failed := 0
	for _, entry := range accountEvents(r, token) {
		if entry.Action == "second-factor-failed" {
			failed++
		}
	}
	require.Equal(t, 10, failed)
}

func TestRecoveryCodes_New_ReplaceOld(t *testing.T) {
	r := servertest.New(t)
	r.Account(servertest.SupportMail, "support")
	r.ResetFactor(servertest.SupportMail)
	r.Enrol(servertest.SupportMail, "AAAA-BBBB-CCCC", "DDDD-EEEE-FFFF")
	token := r.SignInByPassword(servertest.SupportMail)
	require.Equal(t, http.StatusNoContent, r.Prove(token, "AAAA-BBBB-CCCC").StatusCode)
	codes := recoveryCodesOf(t, r.Call(http.MethodPost, "/api/users/current/second-factor/recovery-codes", "", servertest.Bearer(token)))
	servertest.RequireRefused(t, r.Prove(r.SignInByPassword(servertest.SupportMail), "DDDD-EEEE-FFFF"), contract.FailFactorWrong)
	require.Equal(t, http.StatusNoContent, r.Prove(r.SignInByPassword(servertest.SupportMail), codes[0]).StatusCode)
}

func TestSecondFactor_Reset_SignsOut(t *testing.T) {
	r := servertest.New(t)
	token := r.SignedIn(servertest.SupportMail, "support")
	r.ResetFactor(servertest.SupportMail)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/support/orders", "", servertest.Bearer(token)), contract.FailUnauthenticated)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/support/orders", "", servertest.Bearer(r.SignInByPassword(servertest.SupportMail))), contract.FailFactorEnrolment)
}
