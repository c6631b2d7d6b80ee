package server_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	hashing "selfcare/internal/platform/password"
)

// fakePasswords compare at once, unless too many are said to wait.
type fakePasswords struct{ crowded time.Duration }

func (p *fakePasswords) Verify(_ context.Context, password, hash string) (bool, error) {
	return "hash of "+password == hash, p.crowd()
}

func (p *fakePasswords) Hash(_ context.Context, password string) (string, error) {
	return "hash of " + password, p.crowd()
}

func (p *fakePasswords) crowd() error {
	if p.crowded > 0 {
		return &hashing.CrowdedError{RetryAfter: p.crowded}
	}
	return nil
}

func TestWhereTooManyPasswordsWaitACallIsToldWhenToComeBack(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line("0570000002", "prepaid", owner)
	mine, reset, fresh := r.signIn(mainLine), r.proven(mainLine, "reset"), r.proven("0570000002", "register")
	calls := map[string]func() answer{
		"a password": func() answer { return r.call(http.MethodPost, "/api/auth", "", basic(mainLine, password)) },
		"the password of nobody": func() answer {
			return r.call(http.MethodPost, "/api/auth", "", basic("nobody@selfcare.example", password))
		},
		"a registration": func() answer {
			return r.call(http.MethodPost, "/api/users", newUser("new@selfcare.example"), bearer(fresh))
		},
		"a forgotten password": func() answer { return r.setPassword(reset, freshPassword) },
		"a change of a password": func() answer {
			return r.call(http.MethodPut, "/api/users/current/password", `{"old_password":"`+password+`","new_password":"`+freshPassword+`"}`, bearer(mine))
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			r.passwords.crowded = 2100 * time.Millisecond
			got := call()
			requireRefused(t, got, contract.FailSignInCrowded)
			require.Equal(t, "3", got.Header.Get("Retry-After"))
		})
	}
	r.passwords.crowded = 0
	require.Equal(t, http.StatusCreated, calls["a registration"]().StatusCode, "the proofs are still there")
	require.Equal(t, http.StatusNoContent, calls["a forgotten password"]().StatusCode, "the proofs are still there")
}
