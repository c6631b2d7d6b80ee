package servertest

import (
	"fmt"
	"net/http"
)

func (r *Rig) RequestEmail(token, email string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPatch, "/api/users/current/email", fmt.Sprintf(`{"email":%q}`, email), Bearer(token))
}

func (r *Rig) ConfirmEmail(token, code string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/users/current/email/confirm", fmt.Sprintf(`{"otp":%q}`, code), Bearer(token))
}

func (r *Rig) Me(token string) CurrentUser {
	r.T.Helper()
	return Decoded[CurrentUser](r.T, r.Call(http.MethodGet, "/api/users/current", "", Bearer(token)))
}
