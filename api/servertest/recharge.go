package servertest

import (
	"net/http"

	"github.com/stretchr/testify/require"
)

func (r *Rig) MustGet(path, token string, headers ...Header) Answer {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api"+path, "", append(headers, Bearer(token))...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return got
}
