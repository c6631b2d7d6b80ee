package server_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func askingRobots(o *server.Options) { o.RobotEffort = 500 }

func wrongLogin(r *servertest.Rig, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	n := strings.Repeat("x", 1+len(r.Redis.Keys())) // another account each time: only the address is near its limit
	return r.Call(http.MethodPost, "/api/auth", "", append(headers, servertest.Basic(n+"@selfcare.example", "Wrong-2026"))...)
}

// nearTheLimit uses up the free attempts.
func nearTheLimit(r *servertest.Rig) gen.Work {
	r.T.Helper()
	for range 30 {
		servertest.RequireRefused(r.T, wrongLogin(r), contract.FailLoginWrong)
	}
	return *servertest.RequireRefused(r.T, wrongLogin(r), contract.FailWorkNeeded).Work
}

type solution struct {
	Algorithm string `json:"algorithm"`
	Challenge string `json:"challenge"`
	Number    int    `json:"number"`
	Salt      string `json:"salt"`
	Signature string `json:"signature"`
}

// solved solves the challenge as a browser does.
func solved(t *testing.T, work gen.Work) solution {
	t.Helper()
	for number := range work.Maxnumber + 1 {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s%d", work.Salt, number))
		if hex.EncodeToString(sum[:]) == work.Challenge {
			return solution{string(work.Algorithm), work.Challenge, number, work.Salt, work.Signature}
		}
	}
	require.Fail(t, "no number up to maxnumber solves the challenge")
	return solution{}
}

func (s solution) header(t *testing.T) servertest.Header {
	t.Helper()
	raw, err := json.Marshal(s)
	require.NoError(t, err)
	return servertest.Header{"X-Proof-Of-Work": base64.StdEncoding.EncodeToString(raw)}
}

func TestRobots_NormalUse_IsNotChallenged(t *testing.T) {
	r := servertest.New(t, askingRobots)
	r.Customer(servertest.MainLine, "prepaid")
	for range 5 {
		servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, "Wrong-2026")), contract.FailLoginWrong)
	}
	device := r.Device()
	require.Equal(t, http.StatusOK, r.GiveCode(device, servertest.MainLine, "login", r.SentCode(device, servertest.MainLine, "login")).StatusCode)
	r.SignIn(servertest.MainLine)
}

func TestRobots_NearALimit_AskForWork(t *testing.T) {
	r := servertest.New(t, askingRobots)
	work := nearTheLimit(r)
	for range 40 { // a refused attempt is not counted, so other customers at the address are not locked out
		servertest.RequireRefused(t, wrongLogin(r), contract.FailWorkNeeded)
	}
	servertest.RequireRefused(t, wrongLogin(r, solved(t, work).header(t)), contract.FailLoginWrong)
	for range 19 {
		work = *servertest.RequireRefused(t, wrongLogin(r), contract.FailWorkNeeded).Work
		servertest.RequireRefused(t, wrongLogin(r, solved(t, work).header(t)), contract.FailLoginWrong)
	}
	servertest.RequireRefused(t, wrongLogin(r, solved(t, work).header(t)), contract.FailRateLimited)
}

func TestRobots_WorkUsedTwice_IsRefused(t *testing.T) {
	r := servertest.New(t, askingRobots)
	used := solved(t, nearTheLimit(r))
	servertest.RequireRefused(t, wrongLogin(r, used.header(t)), contract.FailLoginWrong)
	fresh := func() solution {
		return solved(t, *servertest.RequireRefused(t, wrongLogin(r), contract.FailWorkNeeded).Work)
	}
	moved, guessed, forged := fresh(), fresh(), fresh()
	moved.Salt = strings.Replace(moved.Salt, "for=SignIn", "for=RequestOtp", 1)
	guessed.Number++
	forged.Salt, forged.Number = "mine?for=SignIn&expires=99999999999&", 7
	sum := sha256.Sum256([]byte("mine?for=SignIn&expires=99999999999&7"))
	forged.Challenge = hex.EncodeToString(sum[:])
	for name, wrong := range map[string]solution{"used before": used, "moved to another call": moved, "a wrong number": guessed, "forged": forged} {
		servertest.RequireRefused(t, wrongLogin(r, wrong.header(t)), contract.FailWorkNeeded)
		t.Log(name)
	}
	servertest.RequireRefused(t, wrongLogin(r, servertest.Header{"X-Proof-Of-Work": "bm90IGpzb24="}), contract.FailWorkNeeded)
	servertest.RequireRefused(t, wrongLogin(r, servertest.Header{"X-Proof-Of-Work": "<script>"}), contract.FailValidation)

	late := fresh()
	servertest.StandingAt(time.Now().Add(6 * time.Minute))(&r.Options)
	r.ReplaceFlow(r.Flow)
	servertest.RequireRefused(t, wrongLogin(r, late.header(t)), contract.FailWorkNeeded)
}

func TestRobots_WorkForOtherCall_IsRefused(t *testing.T) {
	r := servertest.New(t, askingRobots)
	forSignIn := solved(t, nearTheLimit(r)).header(t)
	device := r.Device()
	details := func(headers ...servertest.Header) servertest.Answer {
		return r.Call(http.MethodPost, "/api/auth/validate_data", servertest.RegistrationOf(servertest.MainLine, "noura@selfcare.example"), append(headers, servertest.Bearer(device))...)
	}
	for range 12 {
		servertest.RequireRefused(t, details(), contract.FailNumberAbsent)
	}
	servertest.RequireRefused(t, details(forSignIn), contract.FailWorkNeeded)
	own := solved(t, *servertest.RequireRefused(t, details(), contract.FailWorkNeeded).Work)
	servertest.RequireRefused(t, details(own.header(t)), contract.FailNumberAbsent)
}

func TestRobots_NoRedis_AskForNoWork(t *testing.T) {
	r := servertest.New(t, askingRobots)
	work := solved(t, nearTheLimit(r)).header(t)
	r.Redis.Close()
	servertest.RequireRefused(t, wrongLogin(r, work), contract.FailUnavailable)
}

// sesame is a check that an operator may use instead of the proof of work.
type sesame struct{}

func (sesame) Ask(string, bool, time.Time) (gen.Work, error) {
	nothing := strings.Repeat("0", 64)
	return gen.Work{Algorithm: gen.SHA256, Challenge: nothing, Maxnumber: 1, Signature: nothing}, nil
}

func (sesame) Verify(_ context.Context, operation, answer string, now time.Time) (id string, until time.Time, right bool) {
	return operation, now.Add(time.Minute), answer == "sesame"
}

func TestRobots_OtherCheck_ReplacesWork(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.RobotCheck = &sesame{} })
	for range 30 {
		servertest.RequireRefused(t, wrongLogin(r), contract.FailLoginWrong)
	}
	servertest.RequireRefused(t, wrongLogin(r), contract.FailWorkNeeded)
	servertest.RequireRefused(t, wrongLogin(r, servertest.Header{"X-Proof-Of-Work": "sesame"}), contract.FailLoginWrong)
}

// provider is a captcha provider that accepts a single token until it is away.
type provider struct{ away bool }

func (p *provider) verify(_ context.Context, token, action string) (bool, error) {
	if p.away {
		return false, errors.New("no answer")
	}
	return token == "03AF-person" && action == "SignIn", nil
}

func TestRobots_Captcha_CountsOnce(t *testing.T) {
	asked := &provider{}
	r := servertest.New(t, askingRobots, func(o *server.Options) {
		o.Captcha = server.CaptchaProvider{SiteKey: "site", Script: "https://captcha.example/api.js", Verify: asked.verify}
	})
	nearTheLimit(r)
	token := func(is string) servertest.Header { return servertest.Header{"X-Proof-Of-Work": is} }
	first := servertest.RequireRefused(t, wrongLogin(r), contract.FailWorkNeeded).Work
	require.Equal(t, "site https://captcha.example/api.js SignIn", first.Captcha.SiteKey+" "+first.Captcha.Script+" "+first.Captcha.Action)
	servertest.RequireRefused(t, wrongLogin(r, token("03AF-person")), contract.FailLoginWrong)

	for name, shown := range map[string]string{"the same token again": "03AF-person", "a token of a robot": "03AF-robot"} {
		again := servertest.RequireRefused(t, wrongLogin(r, token(shown)), contract.FailWorkNeeded).Work
		require.Nil(t, again.Captcha, name)
		servertest.RequireRefused(t, wrongLogin(r, solved(t, *again).header(t)), contract.FailLoginWrong)
	}

	asked.away = true
	away := servertest.RequireRefused(t, wrongLogin(r, token("03AF-person-2")), contract.FailWorkNeeded).Work
	require.Nil(t, away.Captcha, "an outage of the provider locks no customer out")
	servertest.RequireRefused(t, wrongLogin(r, solved(t, *away).header(t)), contract.FailLoginWrong)
}
