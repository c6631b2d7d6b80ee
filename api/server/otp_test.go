package server_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

type codeSent struct{ Data gen.CodeSent }

func (r *rig) askCode(token, mobile, source string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/auth/otp", fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":%q}}`, mobile, source),
		append(headers, bearer(token), v3)...)
}

func (r *rig) giveCode(token, mobile, source, code string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/auth/otp/validate",
		fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":%q,"otp":%q}}`, mobile, source, code), append(headers, bearer(token))...)
}

// sentCode asks for a code and answers with it.
func (r *rig) sentCode(token, mobile, source string) string {
	r.t.Helper()
	got := r.askCode(token, mobile, source)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return r.notices.code()
}

// otherThan is a well-formed code that is not the right one.
func otherThan(code string) string {
	n, _ := strconv.Atoi(code)
	return fmt.Sprintf("%06d", (n+1)%1_000_000)
}

// nextCode lets the countdown of "send again" run out.
func (r *rig) nextCode() { r.redis.FastForward(time.Minute) }

func TestACodeSignsInOnceAndEndsTheDevicesSession(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.device()
	got := r.askCode(device, "966570000001", "login")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	sent := decoded[codeSent](t, got).Data
	require.Equal(t, 5, sent.TriesLeft)
	require.Equal(t, time.Minute, sent.ResendAt.Sub(sent.ServerTime))
	require.Equal(t, 10*time.Minute, sent.ExpiresAt.Sub(sent.ServerTime))

	notice := r.notices.latest()
	require.Equal(t, mainLine, notice.Mobile)
	require.Empty(t, notice.Email)
	require.Equal(t, "en", notice.Language)
	require.Regexp(t, `^[0-9]{6}$`, notice.Params["code"])
	require.Contains(t, texts.Message("en", notice.Template, notice.Params), notice.Params["code"])

	got = r.giveCode(device, mainLine, "login", notice.Params["code"])
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	token := decoded[signedInData](t, got).Data.AuthToken
	me := decoded[currentUser](t, r.call(http.MethodGet, "/api/users/current", "", bearer(token))).Data
	require.EqualValues(t, "otp", me.Provider)
	requireRefused(t, r.giveCode(device, mainLine, "login", notice.Params["code"]), contract.FailUnauthenticated)
	requireRefused(t, r.giveCode(token, mainLine, "login", notice.Params["code"]), contract.FailPinExpired)
}

func TestACodeInArabicDigitsIsUnderstood(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.device()
	code := r.sentCode(device, "٠٥٧٠٠٠٠٠٠١", "login")
	arabic := strings.Map(func(digit rune) rune { return '٠' + digit - '0' }, code)
	require.Equal(t, http.StatusOK, r.giveCode(device, mainLine, "login", arabic[:6]+" "+arabic[6:]).StatusCode)
}

func TestWhoGetsNoCodeIsToldWhy(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("830000000001", "prepaid")
	device := r.device()
	for mobile, code := range map[string]contract.Code{
		"0570000099": contract.FailNumberAbsent, "0551234567": contract.FailNotOurNumber, "830000000001": contract.FailDataSIM,
		"0120000000": contract.FailValidation, "nonsense1": contract.FailValidation,
	} {
		for _, language := range []string{texts.English, texts.Arabic} {
			problem := requireRefused(t, r.askCode(device, mobile, "login", header{"Accept-Language": language}), code)
			require.Equal(t, texts.Text(language, code, nil), problem.Message)
		}
	}
	require.Zero(t, r.notices.count())
	requireRefused(t, r.askCode("", mainLine, "login"), contract.FailUnauthenticated)
}

// AUTH-3: until a code was right, nobody learns whether a number has an account; then its owner goes on to register it.
func TestWhetherANumberHasAnAccountShowsToWhoHasItsCode(t *testing.T) {
	const without = "0570000002"
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line(without, "prepaid", owner)
	for _, source := range []string{"login", "social"} {
		var said [2]answer
		for i, mobile := range []string{mainLine, without} {
			said[i] = r.askCode(r.freshDevice(), mobile, source)
			require.Equal(t, http.StatusOK, said[i].StatusCode, string(said[i].body))
			require.Equal(t, mobile, r.notices.latest().Mobile, "a code goes out for both")
		}
		mine, other := decoded[codeSent](t, said[0]).Data, decoded[codeSent](t, said[1]).Data
		require.Len(t, mine.SentTo, len(other.SentTo))
		require.Equal(t, mine.ExpiresAt.Sub(mine.ServerTime), other.ExpiresAt.Sub(other.ServerTime))
		for name := range said[0].Header {
			require.Contains(t, said[1].Header, name)
		}
		r.nextCode()
	}

	device := r.device()
	requireRefused(t, r.giveCode(device, without, "login", "000000"), contract.FailPinExpired)
	code := r.sentCode(device, without, "login")
	requireRefused(t, r.giveCode(device, without, "login", otherThan(code)), contract.FailPinWrong)
	requireRefused(t, r.giveCode(device, without, "login", code), contract.FailUserUnknown)
	requireRefused(t, r.call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), bearer(device)), contract.FailProofMissing)
	require.Equal(t, http.StatusOK, r.showID(device, without, ownerID, "register").StatusCode)
	got := r.call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), bearer(device))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
}

// A number that was brought to us has another operator's prefix, and gets its code all the same.
func TestANumberThatWasBroughtToUsSignsInByCode(t *testing.T) {
	const brought = "0551234567"
	r := newRig(t)
	r.customer(brought, "prepaid")
	device := r.device()
	require.Equal(t, http.StatusOK, r.giveCode(device, brought, "login", r.sentCode(device, brought, "login")).StatusCode)
}

// A guess succeeds with 5 tries in a million at most, whoever makes it and from wherever (S1).
func TestACodeHasFiveTriesFromAnywhere(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.device()
	right := r.sentCode(device, mainLine, "login")
	for n := range 50 {
		got := r.giveCode(device, mainLine, "login", otherThan(right), header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		if left := 4 - n; left > 0 {
			problem := requireRefused(t, got, contract.FailPinWrong)
			require.Equal(t, "Oops, the pin is incorrect Try Again", problem.Message)
			require.Equal(t, left, *problem.TriesLeft)
			continue
		}
		// AUTH-3: nobody is told of tries left when there is none.
		requireRefused(t, got, contract.FailPinTries)
	}
	requireRefused(t, r.giveCode(device, mainLine, "login", right), contract.FailPinTries)
}

func TestTheLastTryOfACodeMayBeTheRightOne(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.device()
	right := r.sentCode(device, mainLine, "login")
	for range 4 {
		requireRefused(t, r.giveCode(device, mainLine, "login", otherThan(right)), contract.FailPinWrong)
	}
	require.Equal(t, http.StatusOK, r.giveCode(device, mainLine, "login", right).StatusCode)
}

func TestANumberGetsFiveCodesAnHourFromAnywhere(t *testing.T) {
	r := newRig(t, trusting)
	r.customer(mainLine, "prepaid")
	for n := range 50 {
		got := r.askCode(r.device(), mainLine, "login", header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		if n < 5 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
			require.Equal(t, contract.FailPinTooSoon, contract.Code(r.askCode(r.device(), mainLine, "login").problem(t).MessageKey))
		} else {
			requireRefused(t, got, contract.FailRateLimited)
			require.NotEmpty(t, got.Header.Get("Retry-After"))
		}
		r.nextCode()
	}
	require.Equal(t, 5, r.notices.count())
	t.Logf("S1: codes for one number in an hour, asked for from 50 addresses: %d", r.notices.count())
	r.redis.FastForward(time.Hour)
	require.Equal(t, http.StatusOK, r.askCode(r.device(), mainLine, "login").StatusCode)
}

func TestSendAgainHasACountdown(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.device()
	old := r.sentCode(device, mainLine, "login")
	got := r.askCode(device, mainLine, "login")
	requireRefused(t, got, contract.FailPinTooSoon)
	require.Equal(t, "60", got.Header.Get("Retry-After"))
	r.nextCode()
	fresh := r.sentCode(device, mainLine, "login")
	if old != fresh {
		requireRefused(t, r.giveCode(device, mainLine, "login", old), contract.FailPinWrong)
	}
	require.Equal(t, http.StatusOK, r.giveCode(device, mainLine, "login", fresh).StatusCode)
}

// S2: a code is worth nothing used again, for another session or number, replaced or too late.
func TestACodeIsWorthNothingElsewhere(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	device, other := r.device(), r.device()
	code := r.sentCode(device, mainLine, "login")
	requireRefused(t, r.giveCode(other, mainLine, "login", code), contract.FailPinExpired)
	requireRefused(t, r.giveCode(device, "0570000002", "login", code), contract.FailPinWrong)
	r.redis.FastForward(10 * time.Minute)
	problem := requireRefused(t, r.giveCode(device, mainLine, "login", code), contract.FailPinExpired)
	require.Equal(t, "Oops, the pin has been expired", problem.Message)
	for _, key := range r.redis.Keys() {
		require.NotContains(t, key, mainLine)
	}
	require.NotContains(t, r.redis.Dump(), code)
	t.Log("S2: codes accepted elsewhere: 0")
}

func TestWithoutRedisOrWorkflowsThereAreNoCodes(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	device := r.device()
	r.notices.err = contract.Refuse(contract.FailUnavailable)
	requireRefused(t, r.askCode(device, mainLine, "login"), contract.FailUnavailable)
	requireRefused(t, r.giveCode(device, mainLine, "login", "000000"), contract.FailPinExpired)
	r.redis.Close()
	requireRefused(t, r.askCode(device, mainLine, "login"), contract.FailUnavailable)
	requireRefused(t, r.giveCode(device, mainLine, "login", "000000"), contract.FailUnavailable)
	require.NotEmpty(t, r.device(), "devices still get their session")
}
