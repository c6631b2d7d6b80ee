package server_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// registration has the fields of a good one, to be changed one by one.
func registration(t *testing.T, changes map[string]string) string {
	t.Helper()
	fields := map[string]string{
		"mobile_number": "0570000002", "mobile_number_confirmation": "0570000002", "email": "free@selfcare.example",
		"password": freshPassword, "password_confirmation": freshPassword,
	}
	maps.Copy(fields, changes)
	encoded, err := json.Marshal(fields)
	require.NoError(t, err)
	return string(encoded)
}

// TestTheFieldsOfARegistrationKeepTheirRules goes through the rules of §5.
func TestTheFieldsOfARegistrationKeepTheirRules(t *testing.T) {
	r := newRig(t)
	r.line("0570000002", "prepaid", owner)
	device := r.device()
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
	send := func(field, value string) answer {
		r.redis.FastForward(time.Hour)
		changes := map[string]string{field: value}
		if field != "email" {
			changes[field+"_confirmation"] = value
		}
		return r.call(http.MethodPost, "/api/auth/validate_data", registration(t, changes), bearer(device))
	}
	for field, values := range good {
		for _, value := range values {
			got := send(field, value)
			require.Equal(t, http.StatusNoContent, got.StatusCode, "%s %q: %s", field, value, got.body)
		}
	}
	for field, values := range bad {
		for _, value := range values {
			got := send(field, value)
			require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, "%s %q", field, value)
			require.Contains(t, *got.problem(t).Fields, field, "%q", value)
		}
	}
	for field, code := range map[string]contract.Code{
		"mobile_number_confirmation": contract.FailMobileMismatch, "password_confirmation": contract.FailPasswordTwice,
	} {
		value := map[string]string{"mobile_number_confirmation": mainLine, "password_confirmation": "Acacia-2027"}[field]
		got := r.call(http.MethodPost, "/api/auth/validate_data", registration(t, map[string]string{field: value}), bearer(device))
		require.Contains(t, *requireRefused(t, got, code).Fields, field)
	}
}

func TestAnIDNumberHasTenDigits(t *testing.T) {
	r := newRig(t)
	r.line(mainLine, "prepaid", owner)
	device := r.device()
	for _, id := range []string{"", "107700001", "10770000145", "10770000a4", "-077000014"} {
		problem := requireRefused(t, r.showID(device, mainLine, id, "register"), contract.FailValidation)
		require.Contains(t, *problem.Fields, "id_number", "%q", id)
	}
	requireRefused(t, r.showID(device, mainLine, "3077000014", "register"), contract.FailIDNotOfNumber)
	for _, id := range []string{ownerID, ownerID[:4] + " " + ownerID[4:], ownerID + "\n"} {
		require.Equal(t, http.StatusOK, r.showID(device, mainLine, id, "register").StatusCode, "%q", id)
	}
}

func TestNicknamesAreNames(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	home := r.subAccount(user, "0570000004", "prepaid", nil)
	token := r.signIn(mainLine)
	rename := func(name string) answer {
		return r.call(http.MethodPatch, "/api/users/subscribers/"+home, fmt.Sprintf(`{"nickname":%q}`, name), bearer(token), freshKey())
	}
	for _, name := range []string{"N", "Home 2", "جوال أمي", "Abu-Fahd", strings.Repeat("ن", 40), " Home ", "a  b", "a\tb"} {
		require.Equal(t, http.StatusNoContent, rename(name).StatusCode, name)
	}
	for _, name := range []string{"", " ", "<b>", "😀", "=1+1", strings.Repeat("n", 41)} {
		require.Contains(t, *requireRefused(t, rename(name), contract.FailValidation).Fields, "nickname", "%q", name)
	}
}

func TestAHeaderWithoutATokenIsNobody(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	for _, value := range []string{"", "Bearer", "Bearer ", "Bearer null", "Bearer undefined", "Basic " + token, "Bearer Bearer " + token, "Bearer " + token + "="} {
		for _, path := range []string{"/api/users/current", "/api/users/subscribers", "/api/orders", "/api/dashboard"} {
			requireRefused(t, r.call(http.MethodGet, path, "", header{"Authorization": value}), contract.FailUnauthenticated)
		}
	}
}

// Somebody who owns many addresses has no more tries than anybody else.
func TestFiftyWrongCodesFromFiftyAddresses(t *testing.T) {
	r := newRig(t, trusting)
	r.customer(mainLine, "prepaid")
	device := r.device()
	right := r.sentCode(device, mainLine, "login")
	again := 0
	for n := range 50 {
		got := r.giveCode(device, mainLine, "login", otherThan(right), header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		if contract.Code(got.problem(t).MessageKey) == contract.FailPinWrong {
			again++
		}
	}
	require.Equal(t, 4, again, "and a fifth, which is told that it was the last")
	requireRefused(t, r.giveCode(device, mainLine, "login", right), contract.FailPinTries)
	t.Logf("S1: tries after which another was open, of 50 from 50 addresses: %d", again)
}
