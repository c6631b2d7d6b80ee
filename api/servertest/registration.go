package servertest

import (
	"fmt"
	"net/http"

	"github.com/stretchr/testify/require"
)

const FreshPassword = "Acacia-2026"

func RegistrationOf(mobile, email string) string {
	return fmt.Sprintf(`{"mobile_number":%q,"mobile_number_confirmation":%q,"email":%q,"password":%q,"password_confirmation":%q}`,
		mobile, mobile, email, FreshPassword, FreshPassword)
}

func (r *Rig) ShowID(token, mobile, id, source string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/auth/validate_id",
		fmt.Sprintf(`{"mobile_number":%q,"id_number":%q,"source":%q}`, mobile, id, source), Bearer(token), V3)
}

// ProveNumber proves ID and code of a number in a new device session and returns its token.
func (r *Rig) ProveNumber(mobile, source string) (token string) {
	r.T.Helper()
	token = r.Device()
	require.Equal(r.T, http.StatusOK, r.ShowID(token, mobile, OwnerID, source).StatusCode)
	got := r.GiveCode(token, mobile, source, r.SentCode(token, mobile, source))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return token
}

func (r *Rig) SetPassword(token, password string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPut, "/api/passwords", fmt.Sprintf(`{"user":{"password":%q}}`, password), Bearer(token))
}
