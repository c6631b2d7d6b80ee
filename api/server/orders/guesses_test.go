package orders_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
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
