package server_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/contract"
)

func askingRobots(o *server.Options) { o.RobotEffort = 500 }

func wrongLogin(r *rig, headers ...header) answer {
	r.t.Helper()
	n := strings.Repeat("x", 1+len(r.redis.Keys())) // another account each time: only the address is near its limit
	return r.call(http.MethodPost, "/api/auth", "", append(headers, basic(n+"@selfcare.example", "Wrong-2026"))...)
}

// nearTheLimit makes as many attempts as are free.
func nearTheLimit(r *rig) gen.Work {
	r.t.Helper()
	for range 30 {
		requireRefused(r.t, wrongLogin(r), contract.FailLoginWrong)
	}
	return *requireRefused(r.t, wrongLogin(r), contract.FailWorkNeeded).Work
}

type solution struct {
	Algorithm string `json:"algorithm"`
	Challenge string `json:"challenge"`
	Number    int    `json:"number"`
	Salt      string `json:"salt"`
	Signature string `json:"signature"`
}

// solved works it out as a browser does.
func solved(t *testing.T, work gen.Work) solution {
	t.Helper()
	for number := range work.Maxnumber + 1 {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s%d", work.Salt, number))
		if hex.EncodeToString(sum[:]) == work.Challenge {
			return solution{string(work.Algorithm), work.Challenge, number, work.Salt, work.Signature}
		}
	}
	require.Fail(t, "no number up to maxnumber is the one")
	return solution{}
}

func (s solution) header(t *testing.T) header {
	t.Helper()
	raw, err := json.Marshal(s)
	require.NoError(t, err)
	return header{"X-Proof-Of-Work": base64.StdEncoding.EncodeToString(raw)}
}

func TestANormalCustomerIsNeverAskedWhetherTheyAreARobot(t *testing.T) {
	r := newRig(t, askingRobots)
	r.customer(mainLine, "prepaid")
	for range 5 {
		requireRefused(t, r.call(http.MethodPost, "/api/auth", "", basic(mainLine, "Wrong-2026")), contract.FailLoginWrong)
	}
	device := r.device()
	require.Equal(t, http.StatusOK, r.giveCode(device, mainLine, "login", r.sentCode(device, mainLine, "login")).StatusCode)
	r.signIn(mainLine)
}

func TestNearALimitABrowserWorksFirst(t *testing.T) {
	r := newRig(t, askingRobots)
	work := nearTheLimit(r)
	for range 40 { // uses nothing up: whoever shares the address is not locked out by it
		requireRefused(t, wrongLogin(r), contract.FailWorkNeeded)
	}
	requireRefused(t, wrongLogin(r, solved(t, work).header(t)), contract.FailLoginWrong)
	for range 19 {
		work = *requireRefused(t, wrongLogin(r), contract.FailWorkNeeded).Work
		requireRefused(t, wrongLogin(r, solved(t, work).header(t)), contract.FailLoginWrong)
	}
	requireRefused(t, wrongLogin(r, solved(t, work).header(t)), contract.FailRateLimited)
}

func TestWorkCountsOnceInTimeAndForWhatItWasAsked(t *testing.T) {
	r := newRig(t, askingRobots)
	used := solved(t, nearTheLimit(r))
	requireRefused(t, wrongLogin(r, used.header(t)), contract.FailLoginWrong)
	fresh := func() solution { return solved(t, *requireRefused(t, wrongLogin(r), contract.FailWorkNeeded).Work) }
	moved, guessed, forged := fresh(), fresh(), fresh()
	moved.Salt = strings.Replace(moved.Salt, "for=SignIn", "for=RequestOtp", 1)
	guessed.Number++
	forged.Salt, forged.Number = "mine?for=SignIn&expires=99999999999&", 7
	sum := sha256.Sum256([]byte("mine?for=SignIn&expires=99999999999&7"))
	forged.Challenge = hex.EncodeToString(sum[:])
	for name, wrong := range map[string]solution{"used before": used, "moved to another call": moved, "a wrong number": guessed, "forged": forged} {
		requireRefused(t, wrongLogin(r, wrong.header(t)), contract.FailWorkNeeded)
		t.Log(name)
	}
	requireRefused(t, wrongLogin(r, header{"X-Proof-Of-Work": "bm90IGpzb24="}), contract.FailWorkNeeded)
	requireRefused(t, wrongLogin(r, header{"X-Proof-Of-Work": "<script>"}), contract.FailValidation)

	late := fresh()
	standingAt(time.Now().Add(6 * time.Minute))(&r.options)
	r.replaceFlow(r.flow)
	requireRefused(t, wrongLogin(r, late.header(t)), contract.FailWorkNeeded)
}

func TestWorkForOneCallIsWorthNothingForAnother(t *testing.T) {
	r := newRig(t, askingRobots)
	forSignIn := solved(t, nearTheLimit(r)).header(t)
	device := r.device()
	details := func(headers ...header) answer {
		return r.call(http.MethodPost, "/api/auth/validate_data", registrationOf(mainLine, "noura@selfcare.example"), append(headers, bearer(device))...)
	}
	for range 12 {
		requireRefused(t, details(), contract.FailNumberAbsent)
	}
	requireRefused(t, details(forSignIn), contract.FailWorkNeeded)
	own := solved(t, *requireRefused(t, details(), contract.FailWorkNeeded).Work)
	requireRefused(t, details(own.header(t)), contract.FailNumberAbsent)
}

func TestWithoutRedisNobodyIsAskedToWork(t *testing.T) {
	r := newRig(t, askingRobots)
	work := solved(t, nearTheLimit(r)).header(t)
	r.redis.Close()
	requireRefused(t, wrongLogin(r, work), contract.FailUnavailable)
}

// sesame is what an operator may put in the place of the proof of work.
type sesame struct{}

func (sesame) Ask(string, time.Time) (gen.Work, error) {
	nothing := strings.Repeat("0", 64)
	return gen.Work{Algorithm: gen.SHA256, Challenge: nothing, Maxnumber: 1, Signature: nothing}, nil
}

func (sesame) Right(_ context.Context, operation, answer string, now time.Time) (id string, until time.Time, right bool) {
	return operation, now.Add(time.Minute), answer == "sesame"
}

func TestAnOperatorPutsAnotherCheckInItsPlace(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.RobotCheck = &sesame{} })
	for range 30 {
		requireRefused(t, wrongLogin(r), contract.FailLoginWrong)
	}
	requireRefused(t, wrongLogin(r), contract.FailWorkNeeded)
	requireRefused(t, wrongLogin(r, header{"X-Proof-Of-Work": "sesame"}), contract.FailLoginWrong)
}
