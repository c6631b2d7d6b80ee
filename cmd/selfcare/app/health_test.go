package app

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHealth_AsksTheNextProcess(t *testing.T) {
	runs, works := http.StatusOK, http.StatusServiceUnavailable
	process := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(map[string]int{"/livez": runs, "/readyz": works}[r.URL.Path])
	}))
	defer process.Close()
	_, port, err := net.SplitHostPort(strings.TrimPrefix(process.URL, "http://"))
	require.NoError(t, err)
	for _, address := range []string{":" + port, "0.0.0.0:" + port, "127.0.0.1:" + port} {
		var said bytes.Buffer
		require.NoError(t, Health(t.Context(), address, false, &said), address)
		require.Equal(t, "/livez says yes\n", said.String())
		require.ErrorContains(t, Health(t.Context(), address, true, &said), "/readyz answers 503")
	}
}

func TestHealth_Failure_IsOneSentence(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	gone := strings.TrimPrefix(closed.URL, "http://")
	require.ErrorContains(t, Health(t.Context(), gone, false, &bytes.Buffer{}), "OPS_ADDR: nothing answers at "+gone)
	require.ErrorContains(t, Health(t.Context(), "", false, &bytes.Buffer{}), "OPS_ADDR is not set, so this process has no address for operators")
}
