package servertest

import (
	"net/http"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

type dashboard struct{ Data gen.Dashboard }

func (r *Rig) Dashboard(token string, headers ...Header) gen.Dashboard {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/dashboard", "", append(headers, Bearer(token))...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[dashboard](r.T, got).Data
}

type accountLines struct{ Data []gen.AccountLine }

func (r *Rig) AccountLines(token string, headers ...Header) []gen.AccountLine {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/users/current/lines", "", append(headers, Bearer(token))...)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[accountLines](r.T, got).Data
}
