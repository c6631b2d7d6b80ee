package devstack

import (
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
)

func TestStopServer_SlowCall_IsCutOff(t *testing.T) {
	called, cut := make(chan struct{}), make(chan error, 1)
	server := &http.Server{
		ReadHeaderTimeout: simulatorsStopWithin,
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			close(called)
			<-r.Context().Done()
		}),
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = server.Serve(listener) }() // ends as soon as it is told to
	go func() {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String(), http.NoBody)
		if err == nil {
			_, err = patient.Do(request) //nolint:bodyclose // the call gets no answer
		}
		cut <- err
	}()
	testkit.Receive(t, called)
	require.NoError(t, stopServer(t.Context(), server))
	require.Error(t, testkit.Receive(t, cut))
}
