package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

func TestOtp_UsedTwice_SignsInOnce(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	got := r.AskCode(device, "966570000001", "login")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	sent := servertest.Decoded[servertest.CodeSent](t, got).Data
	require.Equal(t, 5, sent.TriesLeft)
	require.Equal(t, time.Minute, sent.ResendAt.Sub(sent.ServerTime))
	require.Equal(t, 10*time.Minute, sent.ExpiresAt.Sub(sent.ServerTime))

	notice := r.Notices.Latest()
	require.Equal(t, servertest.MainLine, notice.Mobile)
	require.Empty(t, notice.Email)
	require.Equal(t, "en", notice.Language)
	require.Regexp(t, `^[0-9]{6}$`, notice.Params["code"])
	require.Contains(t, texts.Message("en", notice.Template, notice.Params), notice.Params["code"])

	got = r.GiveCode(device, servertest.MainLine, "login", notice.Params["code"])
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	token := servertest.Decoded[servertest.SignedInData](t, got).Data.AuthToken
	me := servertest.Decoded[servertest.CurrentUser](t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token))).Data
	require.EqualValues(t, "otp", me.Provider)
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", notice.Params["code"]), contract.FailUnauthenticated)
	servertest.RequireRefused(t, r.GiveCode(token, servertest.MainLine, "login", notice.Params["code"]), contract.FailPinExpired)
}

func TestOtp_ArabicDigits_IsAccepted(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	code := r.SentCode(device, "٠٥٧٠٠٠٠٠٠١", "login")
	arabic := strings.Map(func(digit rune) rune { return '٠' + digit - '0' }, code)
	require.Equal(t, http.StatusOK, r.GiveCode(device, servertest.MainLine, "login", arabic[:6]+" "+arabic[6:]).StatusCode)
}

func TestOtp_NoCodeSent_SaysWhy(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("830000000001", "prepaid")
	device := r.Device()
	for mobile, code := range map[string]contract.Code{
		"0570000099": contract.FailNumberAbsent, "0551234567": contract.FailNotOurNumber, "830000000001": contract.FailDataSIM,
		"0120000000": contract.FailValidation, "nonsense1": contract.FailValidation,
	} {
		for _, language := range []string{texts.English, texts.Arabic} {
			problem := servertest.RequireRefused(t, r.AskCode(device, mobile, "login", servertest.Header{"Accept-Language": language}), code)
			require.Equal(t, texts.Text(language, code, nil), problem.Message)
		}
	}
	require.Zero(t, r.Notices.Count())
	servertest.RequireRefused(t, r.AskCode("", servertest.MainLine, "login"), contract.FailUnauthenticated)
}

// AUTH-3: no caller learns before a right code whether a number has an account. After it the owner can register.
func TestOtp_NoCode_HidesTheAccount(t *testing.T) {
	const without = "0570000002"
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line(without, "prepaid", servertest.Owner)
	for _, source := range []string{"login", "social"} {
		var said [2]servertest.Answer
		for i, mobile := range []string{servertest.MainLine, without} {
			said[i] = r.AskCode(r.FreshDevice(), mobile, source)
			require.Equal(t, http.StatusOK, said[i].StatusCode, string(said[i].Body))
			require.Equal(t, mobile, r.Notices.Latest().Mobile, "a code goes out for both")
		}
		mine, other := servertest.Decoded[servertest.CodeSent](t, said[0]).Data, servertest.Decoded[servertest.CodeSent](t, said[1]).Data
		require.Len(t, mine.SentTo, len(other.SentTo))
		require.Equal(t, mine.ExpiresAt.Sub(mine.ServerTime), other.ExpiresAt.Sub(other.ServerTime))
		for name := range said[0].Header {
			require.Contains(t, said[1].Header, name)
		}
		r.NextCode()
	}

	device := r.Device()
	servertest.RequireRefused(t, r.GiveCode(device, without, "login", "000000"), contract.FailPinExpired)
	code := r.SentCode(device, without, "login")
	servertest.RequireRefused(t, r.GiveCode(device, without, "login", servertest.OtherThan(code)), contract.FailPinWrong)
	servertest.RequireRefused(t, r.GiveCode(device, without, "login", code), contract.FailUserUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), servertest.Bearer(device)), contract.FailProofMissing)
	require.Equal(t, http.StatusOK, r.ShowID(device, without, servertest.OwnerID, "register").StatusCode)
	got := r.Call(http.MethodPost, "/api/users", newUser("noura@selfcare.example"), servertest.Bearer(device))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
}

// A ported number has another operator's prefix and still gets its code.
func TestOtp_PortedNumber_SignsIn(t *testing.T) {
	const brought = "0551234567"
	r := servertest.New(t)
	r.Customer(brought, "prepaid")
	device := r.Device()
	require.Equal(t, http.StatusOK, r.GiveCode(device, brought, "login", r.SentCode(device, brought, "login")).StatusCode)
}

// A guess succeeds in at most 5 of a million tries, from all callers and addresses together (S1).
func TestOtp_ManyAddresses_GetFiveTries(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	right := r.SentCode(device, servertest.MainLine, "login")
	for n := range 50 {
		got := r.GiveCode(device, servertest.MainLine, "login", servertest.OtherThan(right), servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		if left := 4 - n; left > 0 {
			problem := servertest.RequireRefused(t, got, contract.FailPinWrong)
			require.Equal(t, "Oops, the pin is incorrect Try Again", problem.Message)
			require.Equal(t, left, *problem.TriesLeft)
			continue
		}
		// AUTH-3: the answer names no tries if none is left.
		servertest.RequireRefused(t, got, contract.FailPinTries)
	}
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", right), contract.FailPinTries)
}

func TestOtp_FifthTryRight_SignsIn(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	right := r.SentCode(device, servertest.MainLine, "login")
	for range 4 {
		servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", servertest.OtherThan(right)), contract.FailPinWrong)
	}
	require.Equal(t, http.StatusOK, r.GiveCode(device, servertest.MainLine, "login", right).StatusCode)
}

func TestOtp_OneNumber_GetsFiveCodesAnHour(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Customer(servertest.MainLine, "prepaid")
	for n := range 50 {
		got := r.AskCode(r.Device(), servertest.MainLine, "login", servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		if n < 5 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			require.Equal(t, contract.FailPinTooSoon, contract.Code(r.AskCode(r.Device(), servertest.MainLine, "login").Problem(t).MessageKey))
		} else {
			servertest.RequireRefused(t, got, contract.FailRateLimited)
			require.NotEmpty(t, got.Header.Get("Retry-After"))
		}
		r.NextCode()
	}
	require.Equal(t, 5, r.Notices.Count())
	t.Logf("S1: codes for one number in an hour, asked for from 50 addresses: %d", r.Notices.Count())
	r.Redis.FastForward(time.Hour)
	require.Equal(t, http.StatusOK, r.AskCode(r.Device(), servertest.MainLine, "login").StatusCode)
}

func TestOtp_SendAgain_HasACountdown(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	old := r.SentCode(device, servertest.MainLine, "login")
	got := r.AskCode(device, servertest.MainLine, "login")
	servertest.RequireRefused(t, got, contract.FailPinTooSoon)
	require.Equal(t, "60", got.Header.Get("Retry-After"))
	require.Contains(t, got.Problem(t).Message, "You can try again in 60 seconds.")
	r.NextCode()
	fresh := r.SentCode(device, servertest.MainLine, "login")
	if old != fresh {
		servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", old), contract.FailPinWrong)
	}
	require.Equal(t, http.StatusOK, r.GiveCode(device, servertest.MainLine, "login", fresh).StatusCode)
}

// S2: a code is refused if it was used, replaced or expired, or for another session or number.
func TestOtp_OtherSessionOrNumber_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	device, other := r.Device(), r.Device()
	code := r.SentCode(device, servertest.MainLine, "login")
	servertest.RequireRefused(t, r.GiveCode(other, servertest.MainLine, "login", code), contract.FailPinExpired)
	servertest.RequireRefused(t, r.GiveCode(device, "0570000002", "login", code), contract.FailPinWrong)
	r.Redis.FastForward(10 * time.Minute)
	problem := servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", code), contract.FailPinExpired)
	require.Equal(t, "Oops, the pin has been expired", problem.Message)
	for _, key := range r.Redis.Keys() {
		require.NotContains(t, key, servertest.MainLine)
	}
	require.NotContains(t, r.Redis.Dump(), code)
	t.Log("S2: codes accepted elsewhere: 0")
}

func TestOtp_NoRedisOrTemporal_SendsNone(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	r.Notices.Err = contract.Refuse(contract.FailUnavailable)
	servertest.RequireRefused(t, r.AskCode(device, servertest.MainLine, "login"), contract.FailUnavailable)
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", "000000"), contract.FailPinExpired)
	r.Redis.Close()
	servertest.RequireRefused(t, r.AskCode(device, servertest.MainLine, "login"), contract.FailUnavailable)
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", "000000"), contract.FailUnavailable)
	require.NotEmpty(t, r.Device(), "devices still get their session")
}
