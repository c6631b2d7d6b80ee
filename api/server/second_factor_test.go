package server_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

const supportMail = "support@selfcare.example"

// enrol sets up the authenticator app of somebody, with recovery codes that a test knows.
func (r *rig) enrol(email string, codes ...string) {
	r.t.Helper()
	users, err := r.store.Users.ByEmail(r.t.Context(), email)
	require.NoError(r.t, err)
	require.NoError(r.t, r.store.SecondFactors.Begin(r.t.Context(), users[0].ID, seed.StaffSecret))
	begun, err := r.store.SecondFactors.Of(r.t.Context(), users[0].ID)
	require.NoError(r.t, err)
	require.NoError(r.t, r.store.SecondFactors.Confirm(r.t.Context(), users[0].ID, begun.BegunAt, 0, codes))
}

// resetFactor is what an operator's command does.
func (r *rig) resetFactor(email string) {
	r.t.Helper()
	users, err := r.store.Users.ByEmail(r.t.Context(), email)
	require.NoError(r.t, err)
	require.NoError(r.t, r.store.SecondFactors.Reset(r.t.Context(), users[0].ID))
}

// factorCode is what the authenticator app shows so many steps from now, by the server's clock.
func (r *rig) factorCode(steps int) string {
	r.t.Helper()
	return codeOf(r.t, seed.StaffSecret, r.now().Add(time.Duration(steps)*30*time.Second))
}

func codeOf(t testing.TB, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	require.NoError(t, err)
	return code
}

func (r *rig) now() time.Time {
	if r.options.Now != nil {
		return r.options.Now()
	}
	return time.Now()
}

func (r *rig) prove(token, code string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/users/current/second-factor/proof", `{"code":"`+code+`"}`, bearer(token))
}

func (r *rig) confirm(token, code string) answer {
	r.t.Helper()
	return r.call(http.MethodPut, "/api/users/current/second-factor", `{"code":"`+code+`"}`, bearer(token))
}

// halfSignedIn has shown the password only.
func (r *rig) halfSignedIn(login string) string {
	r.t.Helper()
	got := r.call(http.MethodPost, "/api/auth", "", basic(login, password))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[signedInData](r.t, got).Data.AuthToken
}

// standing is how the clock keeps still, so that no code runs out in the middle of a test.
func standing(r *rig) {
	standingAt(time.Now())(&r.options)
	r.replaceFlow(r.flow)
}

// standingAt has the clock of a new rig keep still at a moment.
func standingAt(at time.Time) func(*server.Options) {
	return func(o *server.Options) { o.Now = func() time.Time { return at } }
}

func recoveryCodesOf(t *testing.T, got answer) []string {
	t.Helper()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[gen.RecoveryCodesJSONResponse](t, got).Data.RecoveryCodes
}

// TestWithoutTheSecondFactorNothingIsOpenToWhoWorksForUs goes through the table of permissions.
func TestWithoutTheSecondFactorNothingIsOpenToWhoWorksForUs(t *testing.T) {
	r := newRig(t)
	r.account(supportMail, "support")
	r.account("newcomer@selfcare.example", "support")
	r.resetFactor("newcomer@selfcare.example")
	o := r.start()
	sessions := map[contract.Code]string{
		contract.FailFactorRequired:  r.halfSignedIn(supportMail),
		contract.FailFactorEnrolment: r.halfSignedIn("newcomer@selfcare.example"),
	}
	refused, ofSupportTried := 0, 0
	walk(t, func(id, method, path string, row sample) {
		rule, _ := permission.Of(id)
		if rule.BeforeFactor || rule.Caller == permission.Anybody || rule.Caller == permission.System {
			return
		}
		target := "/api" + filled(path, o.id)
		for code, token := range sessions {
			requireRefused(t, r.call(method, target, row.body, bearer(token), freshKey(), row.versioned()), code)
			refused++
		}
		if rule.Caller == permission.Support {
			ofSupportTried++
		}
	})
	require.NotZero(t, ofSupportTried)
	require.Len(t, r.flow.sentUpdates(), 1, "the order's start")
	for _, token := range sessions {
		require.Equal(t, http.StatusNoContent, r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)).StatusCode)
	}
	t.Logf("operations refused before the second factor: %d, of support: %d, let through: 0", refused, ofSupportTried)
}

func TestTheFirstSignInSetsUpTheSecondFactor(t *testing.T) {
	r := newRig(t)
	standing(r)
	r.account(supportMail, "support")
	r.resetFactor(supportMail)
	token := r.halfSignedIn(supportMail)
	begin := func() gen.BeginSecondFactor200JSONResponse {
		got := r.call(http.MethodPost, "/api/users/current/second-factor", "", bearer(token))
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		return decoded[gen.BeginSecondFactor200JSONResponse](t, got)
	}
	requireRefused(t, r.confirm(token, "123456"), contract.FailFactorNotBegun)
	first, second := begin().Data, begin().Data
	require.NotEqual(t, first.Secret, second.Secret)
	require.Contains(t, second.Uri, "secret="+second.Secret)
	requireRefused(t, r.prove(token, codeOf(t, second.Secret, r.now())), contract.FailFactorEnrolment)
	requireRefused(t, r.confirm(token, codeOf(t, first.Secret, r.now())), contract.FailFactorWrong)

	codes := recoveryCodesOf(t, r.confirm(token, codeOf(t, second.Secret, r.now())))
	require.Len(t, codes, 10)
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/support/orders", "", bearer(token)).StatusCode)
	requireRefused(t, r.confirm(token, codeOf(t, second.Secret, r.now())), contract.FailFactorEnrolled)
	requireRefused(t, r.call(http.MethodPost, "/api/users/current/second-factor", "", bearer(token)), contract.FailFactorEnrolled)

	var kept []byte
	require.NoError(t, r.db.NewRaw("SELECT secret FROM second_factors").Scan(t.Context(), &kept))
	require.NotContains(t, string(kept), second.Secret)
	again := r.halfSignedIn(supportMail)
	requireRefused(t, r.prove(again, codeOf(t, second.Secret, r.now())), contract.FailFactorUsed)
	require.Equal(t, http.StatusNoContent, r.prove(again, strings.ToLower(codes[3])).StatusCode)
	requireRefused(t, r.prove(r.halfSignedIn(supportMail), codes[3]), contract.FailFactorWrong)
	state := decoded[gen.GetSecondFactor200JSONResponse](t, r.call(http.MethodGet, "/api/users/current/second-factor", "", bearer(again))).Data
	require.True(t, state.Enrolled && state.Shown)
	require.Equal(t, 9, state.RecoveryCodesLeft)
}

// TestWhoWorksForUsIsToldApartFromACustomer lets a page say who is signed in where there is no line to name.
func TestWhoWorksForUsIsToldApartFromACustomer(t *testing.T) {
	r := newRig(t)
	for email, role := range map[string]string{supportMail: "support", "operator@selfcare.example": "operator", "sara@example.com": ""} {
		roles := strings.Fields(role)
		token := r.signedIn(email, roles...)
		who := decoded[gen.GetCurrentUser200JSONResponse](t, r.call(http.MethodGet, "/api/users/current", "", bearer(token))).Data
		require.Equal(t, len(roles) > 0, who.WorksForUs, email)
		if role == "" {
			require.Nil(t, who.Roles, "a customer has none")
		} else {
			require.Equal(t, []gen.StaffRole{gen.StaffRole(role)}, *who.Roles, email)
		}
		require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/users/subscribers", "", bearer(token)).StatusCode, email)
		// Pages ask for the main line where none was chosen: a refusal would have them begin anew for ever.
		require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/users/current", "", bearer(token), onAccount("main")).StatusCode, email)
	}
}

func TestACodeCountsOnceHoweverManyGiveItAtOnce(t *testing.T) {
	r := newRig(t)
	standing(r)
	r.account(supportMail, "support")
	tokens := make([]string, 8)
	for i := range tokens {
		tokens[i] = r.halfSignedIn(supportMail)
	}
	var all sync.WaitGroup
	var let atomic.Int32
	for i := range 20 {
		all.Go(func() {
			got := r.prove(tokens[i%len(tokens)], r.factorCode(0))
			if got.StatusCode == http.StatusNoContent {
				let.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, let.Load())
	open := 0
	for _, token := range tokens {
		if r.call(http.MethodGet, "/api/support/orders", "", bearer(token)).StatusCode == http.StatusOK {
			open++
		}
	}
	require.Equal(t, 1, open)
}

func TestAClockMayBeOneStepOffAndNoCodeBeforeTheLastOneCounts(t *testing.T) {
	r := newRig(t)
	standing(r)
	r.account(supportMail, "support")
	token := r.halfSignedIn(supportMail)
	for _, steps := range []int{-2, 2} {
		requireRefused(t, r.prove(token, r.factorCode(steps)), contract.FailFactorWrong)
	}
	require.Equal(t, http.StatusNoContent, r.prove(token, r.factorCode(1)).StatusCode)
	for _, steps := range []int{1, 0, -1} {
		requireRefused(t, r.prove(r.halfSignedIn(supportMail), r.factorCode(steps)), contract.FailFactorUsed)
	}
}

func TestSecondFactorsCannotBeGuessed(t *testing.T) {
	r := newRig(t)
	standing(r)
	r.account(supportMail, "support")
	token := r.halfSignedIn(supportMail)
	for range 10 {
		requireRefused(t, r.prove(token, "AAAA-AAAA-AAAA"), contract.FailFactorWrong)
	}
	requireRefused(t, r.prove(token, r.factorCode(0)), contract.FailRateLimited)
	r.redis.FastForward(15 * time.Minute)
	require.Equal(t, http.StatusNoContent, r.prove(token, r.factorCode(0)).StatusCode)
	failed := 0
	for _, entry := range r.accountEvents(token) {
		if entry.Action == "second-factor-failed" {
			failed++
		}
	}
	require.Equal(t, 10, failed)
}

func TestNewRecoveryCodesTakeThePlaceOfTheOldOnes(t *testing.T) {
	r := newRig(t)
	r.account(supportMail, "support")
	r.resetFactor(supportMail)
	r.enrol(supportMail, "AAAA-BBBB-CCCC", "DDDD-EEEE-FFFF")
	token := r.halfSignedIn(supportMail)
	require.Equal(t, http.StatusNoContent, r.prove(token, "AAAA-BBBB-CCCC").StatusCode)
	codes := recoveryCodesOf(t, r.call(http.MethodPost, "/api/users/current/second-factor/recovery-codes", "", bearer(token)))
	requireRefused(t, r.prove(r.halfSignedIn(supportMail), "DDDD-EEEE-FFFF"), contract.FailFactorWrong)
	require.Equal(t, http.StatusNoContent, r.prove(r.halfSignedIn(supportMail), codes[0]).StatusCode)
}

func TestAResetSecondFactorSignsOutAndIsSetUpAnew(t *testing.T) {
	r := newRig(t)
	token := r.signedIn(supportMail, "support")
	r.resetFactor(supportMail)
	requireRefused(t, r.call(http.MethodGet, "/api/support/orders", "", bearer(token)), contract.FailUnauthenticated)
	requireRefused(t, r.call(http.MethodGet, "/api/support/orders", "", bearer(r.halfSignedIn(supportMail))), contract.FailFactorEnrolment)
}
