package jsonhttp

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
)

// For any answer of a partner, the call succeeds or returns one of the errors that workflows can act on.
func FuzzSort(f *testing.F) {
	for status, body := range map[int]string{200: `{"code":"ok"}`, 201: "", 204: "null", 404: `{"code":"not_found"}`, 409: `{"code":"TAKEN"}`, 422: "<html>", 429: "", 500: "{", 503: "[]"} {
		f.Add(status, []byte(body), true)
		f.Add(status, []byte(body), false)
	}
	f.Fuzz(func(t *testing.T, status int, body []byte, effect bool) {
		var answer struct {
			Code string `json:"code"`
			At   int    `json:"at"`
		}
		_, err := (&Client{system: "partner", code: codeField}).sort(Call{Effect: effect, Answer: &answer}, status, body)
		if err != nil {
			known := false
			for _, kind := range []error{gateway.ErrRetry, gateway.ErrUnknown, gateway.ErrFinal, gateway.ErrNotFound} {
				known = known || errors.Is(err, kind)
			}
			require.True(t, known, "%v", err)
		}
	})
}
