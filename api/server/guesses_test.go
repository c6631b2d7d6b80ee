package server_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/contract"
)

func (r *rig) claim(o started, idNumber, birthDate string, headers ...header) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"idNumber":%q,"nationality":"SA","birthDate":%q}`, idNumber, birthDate)
	return r.call(http.MethodPut, "/api/orders/"+o.id+"/eligibility", body, append(headers, withSession(o.session), freshKey())...)
}

func TestEligibility_AnOrderAsksTheRegistryFiveTimes(t *testing.T) {
	r := newRig(t)
	o := r.answeredUpTo(2)
	before := len(r.flow.sentUpdates())
	for n := range 400 {
		got := r.claim(o, cardOwner, fmt.Sprintf("1990-01-%02d", n%28+1))
		if n < 5 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
			continue
		}
		requireRefused(t, got, contract.FailEligibilityTries)
		require.Equal(t, "86400", got.Header.Get("Retry-After"))
	}
	require.Len(t, r.flow.sentUpdates(), before+5)
}

func TestEligibility_AnIDIsNotGuessedAtOverManyOrders(t *testing.T) {
	for name, test := range map[string]struct {
		from func(n int) string
		most int
	}{
		"from one address":    {func(int) string { return "203.0.113.7" }, 10},
		"from many addresses": {func(n int) string { return fmt.Sprintf("203.0.113.%d", n) }, 30},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, trusting)
			for n := range test.most + 1 {
				got := r.claim(r.answeredUpTo(2), cardOwner, "1990-01-01", header{"X-Forwarded-For": test.from(n)})
				if n < test.most {
					require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
				} else {
					requireRefused(t, got, contract.FailEligibilityTries)
				}
			}
		})
	}
}

func TestEligibility_NobodyIsNamedAndNobodyRefusedBeforeTheyProveWhoTheyAre(t *testing.T) {
	r := newRig(t)
	o := r.start()
	person := contract.Person{IDNumber: cardOwner, Nationality: "SA", BirthDate: "1990-01-01", FullNameEn: "Noura Ali", FullNameAr: "نورة", Barred: contract.FailMaxSIMs}
	for _, status := range []contract.IdentityStatus{"", contract.IdentityWaiting, contract.IdentityRejected, contract.IdentityExpired} {
		r.put(o, func(full *contract.Order) {
			full.Person, full.Identity = &person, nil
			if status != "" {
				full.Identity = &contract.Identity{Purpose: contract.PurposeOrder, Status: status, ExpiresAt: time.Now()}
			}
		})
		got := r.get(o, "")
		require.NotContains(t, string(got.body), "Noura")
		require.NotContains(t, string(got.body), string(contract.FailMaxSIMs))
		require.Equal(t, "1•••••0008", decoded[gen.Order](t, got).Person.IdNumberMasked)
	}
	r.put(o, func(full *contract.Order) { full.Identity.Status = contract.IdentityCompleted })
	shown := decoded[gen.Order](t, r.get(o, "")).Person
	require.Equal(t, "Noura Ali", *shown.FullName)
	require.Equal(t, string(contract.FailMaxSIMs), shown.Refusal.Code)
	require.Equal(t, "You have reached maximum number of SIMs under your ID", shown.Refusal.Message)
}

// push asks for a push to one person, in an order of its own.
func (r *rig) push(last *contract.Identity, from string) answer {
	r.t.Helper()
	o := r.answeredUpTo(3, func(full *contract.Order) { full.Identity = last })
	return r.call(http.MethodPost, "/api/orders/"+o.id+"/identity", "", withSession(o.session), freshKey(), header{"X-Forwarded-For": from})
}

func TestIdentity_OnePersonGetsFewPushesWhateverTheOrder(t *testing.T) {
	r := newRig(t, trusting)
	for n := range 7 {
		got := r.push(nil, fmt.Sprintf("198.51.100.%d", n))
		if n < 4 {
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		} else {
			requireRefused(t, got, contract.FailIdentityTooOften)
			require.Equal(t, "300", got.Header.Get("Retry-After"))
		}
	}
	r.redis.FastForward(5 * time.Minute)
	require.Equal(t, http.StatusOK, r.push(nil, "198.51.100.9").StatusCode)
}

func TestIdentity_AfterANoThereAreFewerPushesAndLongerWaits(t *testing.T) {
	r := newRig(t, trusting)
	refused := &contract.Identity{Purpose: contract.PurposeOrder, Status: contract.IdentityRejected, Tries: 1}
	for round := range 2 {
		for range 2 {
			require.Equal(t, http.StatusOK, r.push(refused, "198.51.100.7").StatusCode, round)
		}
		got := r.push(refused, "198.51.100.7")
		requireRefused(t, got, contract.FailIdentityTooOften)
		require.Equal(t, "300", got.Header.Get("Retry-After"), round)
		r.redis.FastForward(5 * time.Minute)
	}
	got := r.push(refused, "198.51.100.7")
	requireRefused(t, got, contract.FailIdentityTooOften)
	require.Equal(t, "85800", got.Header.Get("Retry-After"), "the rest of a day")
}

func TestPromoCodes_AreNotGuessedInOneOrderOrFromOneAddress(t *testing.T) {
	r := newRig(t)
	try := func(o started, n int) answer {
		return r.call(http.MethodPut, "/api/orders/"+o.id+"/promo-code", fmt.Sprintf(`{"code":"SAVE%02d"}`, n), withSession(o.session), freshKey())
	}
	accepted, o := 0, started{}
	for n := range 70 {
		if n%10 == 0 {
			o = r.answeredUpTo(6)
		}
		if try(o, n).StatusCode == http.StatusOK {
			accepted++
		}
	}
	require.Equal(t, 60, accepted)
	r.redis.FlushAll()
	o = r.answeredUpTo(6)
	for n := range 300 {
		if got := try(o, n%100); n >= 10 {
			requireRefused(t, got, contract.FailRateLimited)
		}
	}
}

func (r *rig) tryPassword(login, typed, from string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/auth", "", append(headers, basic(login, typed), header{"X-Forwarded-For": from})...)
}

func TestSignIn_NobodyLocksSomebodyElseOut(t *testing.T) {
	r := newRig(t, trusting)
	r.account("support@selfcare.example", "support")
	for n := range 15 {
		got := r.tryPassword("support@selfcare.example", "wrong", "203.0.113.66")
		if n >= 10 {
			requireRefused(t, got, contract.FailRateLimited)
		}
	}
	got := r.tryPassword("support@selfcare.example", password, "198.51.100.7")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
}

func TestSignIn_AKnownDevicePassesHoweverManyGuessElsewhere(t *testing.T) {
	r := newRig(t, trusting)
	r.account("customer@selfcare.example")
	shown := header{"X-Device-Session": r.device()}
	require.Equal(t, http.StatusOK, r.tryPassword("customer@selfcare.example", password, "198.51.100.7", shown).StatusCode)
	for n := range 110 {
		r.tryPassword("customer@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	requireRefused(t, r.tryPassword("customer@selfcare.example", password, "192.0.2.1"), contract.FailRateLimited)
	again := header{"X-Device-Session": r.device()}
	require.Equal(t, http.StatusOK, r.tryPassword("customer@selfcare.example", password, "198.51.100.7", again).StatusCode)

	for range 10 {
		fresh := header{"X-Device-Session": r.device()}
		requireRefused(t, r.tryPassword("customer@selfcare.example", "wrong", "198.51.100.7", fresh), contract.FailLoginWrong)
	}
	requireRefused(t, r.tryPassword("customer@selfcare.example", password, "198.51.100.7", header{"X-Device-Session": r.device()}), contract.FailRateLimited)
}

func TestSignIn_ManyGuessesFromElsewhere_AskForWorkAndLockNobodyOut(t *testing.T) {
	r := newRig(t, trusting, askingRobots)
	r.account("support@selfcare.example", "support")
	const login = "support@selfcare.example"
	for n := range 101 {
		r.tryPassword(login, "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	for _, typed := range []string{"wrong", password} {
		work := *requireRefused(t, r.tryPassword(login, typed, "192.0.2.1"), contract.FailWorkNeeded).Work
		got := r.tryPassword(login, typed, "192.0.2.1", solved(t, work).header(t))
		require.Equal(t, typed == password, got.StatusCode == http.StatusOK, string(got.body))
	}
}

func TestCodecLogin_KnownBrowser_PassesHoweverManyGuess(t *testing.T) {
	r := newRig(t, trusting, askingRobots, func(o *server.Options) { o.Codec = http.NotFoundHandler() })
	r.account("operator@selfcare.example", "operator")
	signsIn := func(code string, headers ...header) answer {
		form := header{"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "198.51.100.7"}
		return r.call(http.MethodPost, "/codec/login", "login=operator%40selfcare.example&password="+password+"&code="+code, append(headers, form)...)
	}
	first := signsIn(r.factorCode(0))
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.body))
	known := first.Cookies()[1]
	require.True(t, known.HttpOnly && known.Secure)
	for n := range 101 {
		r.tryPassword("operator@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	require.Equal(t, http.StatusUnauthorized, signsIn(r.factorCode(1)).StatusCode)
	again := signsIn(r.factorCode(1), header{"Cookie": known.Name + "=" + known.Value})
	require.Equal(t, http.StatusOK, again.StatusCode, string(again.body))
}

func TestSignIn_OnlyFailuresCount(t *testing.T) {
	r := newRig(t)
	r.account("customer@selfcare.example")
	for range 30 {
		require.Equal(t, http.StatusOK, r.tryPassword("customer@selfcare.example", password, "").StatusCode)
	}
}

func TestAGuestsKeyIsWorthNothingOnAnotherDeviceOfTheSameAddress(t *testing.T) {
	r := newRig(t)
	key := freshKey()
	mine := r.heldBy(t, r.call(http.MethodPost, "/api/orders", startSIM, key, bearer(r.freshDevice())))
	got := r.call(http.MethodPost, "/api/orders", startSIM, key, bearer(r.freshDevice()))
	theirs := r.heldBy(t, got)
	require.Empty(t, got.Header.Get("Idempotent-Replayed"))
	require.NotEqual(t, mine, theirs)
}
