package servertest

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

type CodeSent struct{ Data gen.CodeSent }

func (r *Rig) AskCode(token, mobile, source string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/auth/otp", fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":%q}}`, mobile, source),
		append(headers, Bearer(token), V3)...)
}

func (r *Rig) GiveCode(token, mobile, source, code string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/auth/otp/validate",
		fmt.Sprintf(`{"otp":{"mobile_number":%q,"source":%q,"otp":%q}}`, mobile, source, code), append(headers, Bearer(token))...)
}

// SentCode requests a code and returns it.
func (r *Rig) SentCode(token, mobile, source string) string {
	r.T.Helper()
	got := r.AskCode(token, mobile, source)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return r.Notices.Code()
}

// OtherThan returns a well-formed code that differs from the given one.
func OtherThan(code string) string {
	n, _ := strconv.Atoi(code)
	return fmt.Sprintf("%06d", (n+1)%1_000_000)
}

// NextCode lets the countdown of "send again" run out.
func (r *Rig) NextCode() { r.Redis.FastForward(time.Minute) }
