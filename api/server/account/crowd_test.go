package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestPassword_QueueFull_SaysWhenToRetry(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000002", "prepaid", servertest.Owner)
	mine, reset, fresh := r.SignIn(servertest.MainLine), r.ProveNumber(servertest.MainLine, "reset"), r.ProveNumber("0570000002", "register")
	calls := map[string]func() servertest.Answer{
		"a password": func() servertest.Answer {
			return r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, servertest.Password))
		},
		"the password of an unknown user": func() servertest.Answer {
			return r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("nobody@selfcare.example", servertest.Password))
		},
		"a registration": func() servertest.Answer {
			return r.Call(http.MethodPost, "/api/users", newUser("new@selfcare.example"), servertest.Bearer(fresh))
		},
		"a forgotten password": func() servertest.Answer { return r.SetPassword(reset, servertest.FreshPassword) },
		"a change of a password": func() servertest.Answer {
			return r.Call(http.MethodPut, "/api/users/current/password", `{"old_password":"`+servertest.Password+`","new_password":"`+servertest.FreshPassword+`"}`, servertest.Bearer(mine))
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			r.Passwords.Crowded = 2100 * time.Millisecond
			got := call()
			servertest.RequireRefused(t, got, contract.FailSignInCrowded)
			require.Equal(t, "3", got.Header.Get("Retry-After"))
		})
	}
	r.Passwords.Crowded = 0
	require.Equal(t, http.StatusCreated, calls["a registration"]().StatusCode, "the proofs are still there")
	require.Equal(t, http.StatusNoContent, calls["a forgotten password"]().StatusCode, "the proofs are still there")
}
