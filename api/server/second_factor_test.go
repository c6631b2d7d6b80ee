package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// TestStaff_NoSecondFactor_IsRefused tries each operation of the permission table.
func TestStaff_NoSecondFactor_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Account(servertest.SupportMail, "support")
	r.Account("newcomer@selfcare.example", "support")
	r.ResetFactor("newcomer@selfcare.example")
	o := r.Start()
	sessions := map[contract.Code]string{
		contract.FailFactorRequired:  r.SignInByPassword(servertest.SupportMail),
		contract.FailFactorEnrolment: r.SignInByPassword("newcomer@selfcare.example"),
	}
	refused, ofSupportTried := 0, 0
	walk(t, func(id, method, path string, row sample) {
		rule, _ := permission.Of(id)
		if rule.BeforeFactor || rule.Caller == permission.Public || rule.Caller == permission.System || rule.Caller == permission.Partner {
			return
		}
		target := "/api" + filled(path, o.ID)
		for code, token := range sessions {
			servertest.RequireRefused(t, r.Call(method, target, row.body, servertest.Bearer(token), servertest.FreshKey(), row.versioned()), code)
			refused++
		}
		if rule.Caller == permission.Support {
			ofSupportTried++
		}
	})
	require.NotZero(t, ofSupportTried)
	require.Len(t, r.Flow.SentUpdates(), 1, "the start of the order")
	for _, token := range sessions {
		require.Equal(t, http.StatusNoContent, r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)).StatusCode)
	}
	t.Logf("operations refused before the second factor: %d, of support: %d, let through: 0", refused, ofSupportTried)
}
