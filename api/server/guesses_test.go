package server_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func claim(r *servertest.Rig, o servertest.Started, idNumber, birthDate string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"idNumber":%q,"nationality":"SA","birthDate":%q}`, idNumber, birthDate)
	return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/eligibility", body, append(headers, servertest.WithSession(o.Session), servertest.FreshKey())...)
}

func TestEligibility_Order_AsksFiveTimes(t *testing.T) {
	r := servertest.New(t)
	o := r.AnswerUpTo(2)
	before := len(r.Flow.SentUpdates())
	for n := range 400 {
		got := claim(r, o, servertest.CardOwner, fmt.Sprintf("1990-01-%02d", n%28+1))
		if n < 5 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			continue
		}
		servertest.RequireRefused(t, got, contract.FailEligibilityTries)
		require.Equal(t, "86400", got.Header.Get("Retry-After"))
	}
	require.Len(t, r.Flow.SentUpdates(), before+5)
}

func TestEligibility_ManyOrders_ShareTheTries(t *testing.T) {
	for name, test := range map[string]struct {
		from func(n int) string
		most int
	}{
		"from one address":    {func(int) string { return "203.0.113.7" }, 10},
		"from many addresses": {func(n int) string { return fmt.Sprintf("203.0.113.%d", n) }, 30},
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t, servertest.TrustProxies)
			for n := range test.most + 1 {
				got := claim(r, r.AnswerUpTo(2), servertest.CardOwner, "1990-01-01", servertest.Header{"X-Forwarded-For": test.from(n)})
				if n < test.most {
					require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
				} else {
					servertest.RequireRefused(t, got, contract.FailEligibilityTries)
				}
			}
		})
	}
}

func TestEligibility_Unproven_TellsNothing(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	person := contract.Person{IDNumber: servertest.CardOwner, Nationality: "SA", BirthDate: "1990-01-01", FullNameEn: "Noura Ali", FullNameAr: "نورة", Barred: contract.FailMaxSIMs}
	for _, status := range []contract.IdentityStatus{"", contract.IdentityWaiting, contract.IdentityRejected, contract.IdentityExpired} {
		r.Put(o, func(full *contract.Order) {
			full.Person, full.Identity = &person, nil
			if status != "" {
				full.Identity = &contract.Identity{Purpose: contract.PurposeOrder, Status: status, ExpiresAt: time.Now()}
			}
		})
		got := r.Get(o, "")
		require.NotContains(t, string(got.Body), "Noura")
		require.NotContains(t, string(got.Body), string(contract.FailMaxSIMs))
		require.Equal(t, "1•••••0008", servertest.Decoded[gen.Order](t, got).Person.IdNumberMasked)
	}
	r.Put(o, func(full *contract.Order) { full.Identity.Status = contract.IdentityCompleted })
	shown := servertest.Decoded[gen.Order](t, r.Get(o, "")).Person
	require.Equal(t, "Noura Ali", *shown.FullName)
	require.Equal(t, string(contract.FailMaxSIMs), shown.Refusal.Code)
	require.Equal(t, "You have reached maximum number of SIMs under your ID", shown.Refusal.Message)
}

// push requests a push to one person in a new order.
func push(r *servertest.Rig, last *contract.Identity, from string) servertest.Answer {
	r.T.Helper()
	o := r.AnswerUpTo(3, func(full *contract.Order) { full.Identity = last })
	return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/identity", "", servertest.WithSession(o.Session), servertest.FreshKey(), servertest.Header{"X-Forwarded-For": from})
}

func TestIdentity_OnePerson_GetsFewPushes(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	for n := range 7 {
		got := push(r, nil, fmt.Sprintf("198.51.100.%d", n))
		if n < 4 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		} else {
			servertest.RequireRefused(t, got, contract.FailIdentityTooOften)
			require.Equal(t, "300", got.Header.Get("Retry-After"))
		}
	}
	r.Redis.FastForward(5 * time.Minute)
	require.Equal(t, http.StatusOK, push(r, nil, "198.51.100.9").StatusCode)
}

func TestIdentity_Denied_GetsFewerPushes(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	refused := &contract.Identity{Purpose: contract.PurposeOrder, Status: contract.IdentityRejected, Tries: 1}
	for round := range 2 {
		for range 2 {
			require.Equal(t, http.StatusOK, push(r, refused, "198.51.100.7").StatusCode, round)
		}
		got := push(r, refused, "198.51.100.7")
		servertest.RequireRefused(t, got, contract.FailIdentityTooOften)
		require.Equal(t, "300", got.Header.Get("Retry-After"), round)
		r.Redis.FastForward(5 * time.Minute)
	}
	got := push(r, refused, "198.51.100.7")
	servertest.RequireRefused(t, got, contract.FailIdentityTooOften)
	require.Equal(t, "85800", got.Header.Get("Retry-After"), "the wait is the rest of the day")
}

func TestPromoCodes_Guesses_AreLimited(t *testing.T) {
	r := servertest.New(t)
	try := func(o servertest.Started, n int) servertest.Answer {
		return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/promo-code", fmt.Sprintf(`{"code":"SAVE%02d"}`, n), servertest.WithSession(o.Session), servertest.FreshKey())
	}
	accepted, o := 0, servertest.Started{}
	for n := range 70 {
		if n%10 == 0 {
			o = r.AnswerUpTo(6)
		}
		if try(o, n).StatusCode == http.StatusOK {
			accepted++
		}
	}
	require.Equal(t, 60, accepted)
	r.Redis.FlushAll()
	o = r.AnswerUpTo(6)
	for n := range 300 {
		if got := try(o, n%100); n >= 10 {
			servertest.RequireRefused(t, got, contract.FailRateLimited)
		}
	}
}

func tryPassword(r *servertest.Rig, login, typed, from string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/auth", "", append(headers, servertest.Basic(login, typed), servertest.Header{"X-Forwarded-For": from})...)
}

func TestSignIn_OtherAddress_LocksNoOwnerOut(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Account("support@selfcare.example", "support")
	for n := range 15 {
		got := tryPassword(r, "support@selfcare.example", "wrong", "203.0.113.66")
		if n >= 10 {
			servertest.RequireRefused(t, got, contract.FailRateLimited)
		}
	}
	got := tryPassword(r, "support@selfcare.example", servertest.Password, "198.51.100.7")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
}

func TestSignIn_KnownDevice_PassesUnderAttack(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Account("customer@selfcare.example")
	shown := servertest.Header{"X-Device-Session": r.Device()}
	require.Equal(t, http.StatusOK, tryPassword(r, "customer@selfcare.example", servertest.Password, "198.51.100.7", shown).StatusCode)
	for n := range 110 {
		tryPassword(r, "customer@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	servertest.RequireRefused(t, tryPassword(r, "customer@selfcare.example", servertest.Password, "192.0.2.1"), contract.FailRateLimited)
	again := servertest.Header{"X-Device-Session": r.Device()}
	require.Equal(t, http.StatusOK, tryPassword(r, "customer@selfcare.example", servertest.Password, "198.51.100.7", again).StatusCode)

	for range 10 {
		fresh := servertest.Header{"X-Device-Session": r.Device()}
		servertest.RequireRefused(t, tryPassword(r, "customer@selfcare.example", "wrong", "198.51.100.7", fresh), contract.FailLoginWrong)
	}
	servertest.RequireRefused(t, tryPassword(r, "customer@selfcare.example", servertest.Password, "198.51.100.7", servertest.Header{"X-Device-Session": r.Device()}), contract.FailRateLimited)
}

func TestSignIn_ManyGuesses_AskForWork(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies, askingRobots)
	r.Account("support@selfcare.example", "support")
	const login = "support@selfcare.example"
	for n := range 101 {
		tryPassword(r, login, "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	for _, typed := range []string{"wrong", servertest.Password} {
		work := *servertest.RequireRefused(t, tryPassword(r, login, typed, "192.0.2.1"), contract.FailWorkNeeded).Work
		got := tryPassword(r, login, typed, "192.0.2.1", solved(t, work).header(t))
		require.Equal(t, typed == servertest.Password, got.StatusCode == http.StatusOK, string(got.Body))
	}
}

func TestCodecLogin_KnownBrowser_Passes(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies, askingRobots, func(o *server.Options) { o.Codec = http.NotFoundHandler() })
	r.Account("operator@selfcare.example", "operator")
	signsIn := func(code string, headers ...servertest.Header) servertest.Answer {
		form := servertest.Header{"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "198.51.100.7"}
		return r.Call(http.MethodPost, "/codec/login", "login=operator%40selfcare.example&password="+servertest.Password+"&code="+code, append(headers, form)...)
	}
	first := signsIn(r.FactorCode(0))
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.Body))
	known := first.Cookies()[1]
	require.True(t, known.HttpOnly && known.Secure)
	for n := range 101 {
		tryPassword(r, "operator@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	require.Equal(t, http.StatusPreconditionRequired, signsIn(r.FactorCode(1)).StatusCode)
	again := signsIn(r.FactorCode(1), servertest.Header{"Cookie": known.Name + "=" + known.Value})
	require.Equal(t, http.StatusOK, again.StatusCode, string(again.Body))
}

// An attack on an operator's account refuses no browser: one that the operator never used does a task first.
func TestCodecLogin_Attack_NeedsWork(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies, askingRobots, func(o *server.Options) { o.Codec = http.NotFoundHandler() })
	r.Account("operator@selfcare.example", "operator")
	for n := range 101 {
		tryPassword(r, "operator@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	signsIn := func(password, code, work string) servertest.Answer {
		form := url.Values{"login": {"operator@selfcare.example"}, "password": {password}, "code": {code}, "work": {work}}
		return r.Call(http.MethodPost, "/codec/login", form.Encode(), servertest.Header{"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "198.51.100.7"})
	}
	taskOf := func(got servertest.Answer) string {
		require.Equal(t, http.StatusPreconditionRequired, got.StatusCode, string(got.Body))
		found := regexp.MustCompile(`data-task="([^"]*)"`).FindSubmatch(got.Body)
		require.Len(t, found, 2, string(got.Body))
		require.Contains(t, string(got.Body), `<script src="/api/docs/login.js">`)
		var work gen.Work
		require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), &work))
		return solved(t, work).header(t)["X-Proof-Of-Work"]
	}
	work := taskOf(signsIn(servertest.Password, r.FactorCode(0), ""))
	require.Equal(t, http.StatusUnauthorized, signsIn("wrong", r.FactorCode(0), work).StatusCode)
	work = taskOf(signsIn(servertest.Password, r.FactorCode(0), work)) // each answer counts once
	got := signsIn(servertest.Password, r.FactorCode(0), work)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Contains(t, string(r.Call(http.MethodGet, "/api/docs/login.js", "").Body), "crypto.subtle")
}

func TestSignIn_Success_DoesNotCount(t *testing.T) {
	r := servertest.New(t)
	r.Account("customer@selfcare.example")
	for range 30 {
		require.Equal(t, http.StatusOK, tryPassword(r, "customer@selfcare.example", servertest.Password, "").StatusCode)
	}
}

func TestIdempotencyKey_OtherDevice_RunsAgain(t *testing.T) {
	r := servertest.New(t)
	key := servertest.FreshKey()
	mine := r.RequireStarted(t, r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key, servertest.Bearer(r.FreshDevice())))
	got := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, key, servertest.Bearer(r.FreshDevice()))
	theirs := r.RequireStarted(t, got)
	require.Empty(t, got.Header.Get("Idempotent-Replayed"))
	require.NotEqual(t, mine, theirs)
}
