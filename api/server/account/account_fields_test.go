package account_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// registration has valid fields, which a test changes one by one.
func registration(t *testing.T, changes map[string]string) string {
	t.Helper()
	fields := map[string]string{
		"mobile_number": "0570000002", "mobile_number_confirmation": "0570000002", "email": "free@selfcare.example",
		"password": servertest.FreshPassword, "password_confirmation": servertest.FreshPassword,
	}
	maps.Copy(fields, changes)
	encoded, err := json.Marshal(fields)
	require.NoError(t, err)
	return string(encoded)
}

// TestRegistration_BadField_Refused goes through the rules of §5.
func TestRegistration_BadField_Refused(t *testing.T) {
	r := servertest.New(t)
	r.Line("0570000002", "prepaid", servertest.Owner)
	device := r.Device()
	good := map[string][]string{
		"email":    {"a.b-c_d%e+f@sub.domain.example", "FREE@SELFCARE.EXAMPLE"},
		"password": {"Abc12x", "aB3!$%@#£€*?&_=+-", strings.Repeat("aB3", 24)},
		"mobile_number": {
			"570000002", "0570000002", "966570000002", "00966570000002", "+966 57 000 0002", "٠٥٧٠٠٠٠٠٠٢", "۰۵۷۰۰۰۰۰۰۲",
		},
	}
	bad := map[string][]string{
		"email": {
			"", "free", "free@", "@selfcare.example", "free@selfcare", "free@.example", "a b@selfcare.example", "free@selfcare..example",
			"free@selfcare.e", "free@selfcare.example,b@c.example", strings.Repeat("a", 110) + "@selfcare.example",
		},
		"password": {
			"", "Abc12", "abc123", "ABC123", "Abcdef", "123456", "Abc 123", "Abc123\u0000", "Abc123^", "Абв123Gh", "كلمة123Ab",
			strings.Repeat("aB3", 24) + "x", "Password1",
		},
		"mobile_number": {
			"", "57000000", "05700000021", "057000000", "96657000000", "009665700000022", "0570000o02", "+1 570 000 0002", "0120000002", "83000000001",
		},
	}
	send := func(field, value string) servertest.Answer {
		r.Redis.FastForward(time.Hour)
		changes := map[string]string{field: value}
		if field != "email" {
			changes[field+"_confirmation"] = value
		}
		return r.Call(http.MethodPost, "/api/auth/validate_data", registration(t, changes), servertest.Bearer(device))
	}
	for field, values := range good {
		for _, value := range values {
			got := send(field, value)
			require.Equal(t, http.StatusNoContent, got.StatusCode, "%s %q: %s", field, value, got.Body)
		}
	}
	for field, values := range bad {
		for _, value := range values {
			got := send(field, value)
			require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, "%s %q", field, value)
			require.Contains(t, *got.Problem(t).Fields, field, "%q", value)
		}
	}
	for field, code := range map[string]contract.Code{
		"mobile_number_confirmation": contract.FailMobileMismatch, "password_confirmation": contract.FailPasswordTwice,
	} {
		value := map[string]string{"mobile_number_confirmation": servertest.MainLine, "password_confirmation": "Acacia-2027"}[field]
		got := r.Call(http.MethodPost, "/api/auth/validate_data", registration(t, map[string]string{field: value}), servertest.Bearer(device))
		require.Contains(t, *servertest.RequireRefused(t, got, code).Fields, field)
	}
}

func TestIDNumber_NotTenDigits_Refused(t *testing.T) {
	r := servertest.New(t)
	r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	device := r.Device()
	for _, id := range []string{"", "107700001", "10770000145", "10770000a4", "-077000014"} {
		problem := servertest.RequireRefused(t, r.ShowID(device, servertest.MainLine, id, "register"), contract.FailValidation)
		require.Contains(t, *problem.Fields, "id_number", "%q", id)
	}
	servertest.RequireRefused(t, r.ShowID(device, servertest.MainLine, "3077000014", "register"), contract.FailIDNotOfNumber)
	for _, id := range []string{servertest.OwnerID, servertest.OwnerID[:4] + " " + servertest.OwnerID[4:], servertest.OwnerID + "\n"} {
		require.Equal(t, http.StatusOK, r.ShowID(device, servertest.MainLine, id, "register").StatusCode, "%q", id)
	}
}

func TestNickname_NotAName_IsRefused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	home := r.SubAccount(user, "0570000004", "prepaid", nil)
	token := r.SignIn(servertest.MainLine)
	rename := func(name string) servertest.Answer {
		return r.Call(http.MethodPatch, "/api/users/subscribers/"+home, fmt.Sprintf(`{"nickname":%q}`, name), servertest.Bearer(token), servertest.FreshKey())
	}
	for _, name := range []string{"N", "Home 2", "جوال أمي", "Abu-Fahd", strings.Repeat("ن", 40), " Home ", "a  b", "a\tb"} {
		require.Equal(t, http.StatusNoContent, rename(name).StatusCode, name)
	}
	for _, name := range []string{"", " ", "<b>", "😀", "=1+1", strings.Repeat("n", 41)} {
		require.Contains(t, *servertest.RequireRefused(t, rename(name), contract.FailValidation).Fields, "nickname", "%q", name)
	}
}

func TestSession_EmptyToken_IsAnonymous(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	for _, value := range []string{"", "Bearer", "Bearer ", "Bearer null", "Bearer undefined", "Basic " + token, "Bearer Bearer " + token, "Bearer " + token + "="} {
		for _, path := range []string{"/api/users/current", "/api/users/subscribers", "/api/orders", "/api/dashboard"} {
			servertest.RequireRefused(t, r.Call(http.MethodGet, path, "", servertest.Header{"Authorization": value}), contract.FailUnauthenticated)
		}
	}
}

// An attacker with many addresses has as many tries as any other caller.
func TestOtp_FiftyAddresses_ShareFiveTries(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Customer(servertest.MainLine, "prepaid")
	device := r.Device()
	right := r.SentCode(device, servertest.MainLine, "login")
	again := 0
	for n := range 50 {
		got := r.GiveCode(device, servertest.MainLine, "login", servertest.OtherThan(right), servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		if contract.Code(got.Problem(t).MessageKey) == contract.FailPinWrong {
			again++
		}
	}
	require.Equal(t, 4, again, "the fifth try is told that it was the last")
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", right), contract.FailPinTries)
	t.Logf("S1: tries after which another was open, of 50 from 50 addresses: %d", again)
}
