package servertest

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

// Listen serves the rig on a port, for tests that need a real connection.
func (r *Rig) Listen() string {
	r.T.Helper()
	listener, err := (&net.ListenConfig{}).Listen(r.T.Context(), "tcp", "127.0.0.1:0")
	require.NoError(r.T, err)
	r.serve(listener)
	return "http://" + listener.Addr().String()
}

func (r *Rig) serve(listener net.Listener) {
	r.T.Helper()
	served := make(chan error, 1)
	go func() {
		served <- r.App.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true})
	}()
	r.T.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.T.Context()), time.Minute)
		defer cancel()
		require.NoError(r.T, r.App.ShutdownWithContext(ctx))
		require.NoError(r.T, testkit.Receive(r.T, served))
	})
}

func (r *Rig) Send(method, address, body string, headers ...Header) *http.Response {
	r.T.Helper()
	request, err := http.NewRequestWithContext(r.T.Context(), method, address, strings.NewReader(body))
	require.NoError(r.T, err)
	request.Header.Set("Accept-Language", "en")
	request.Header.Set("Content-Type", "application/json")
	for _, set := range headers {
		for name, value := range set {
			request.Header.Set(name, value)
		}
	}
	response, err := (&http.Client{Timeout: time.Minute}).Do(request)
	require.NoError(r.T, err)
	r.T.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// Slowly sends a request in parts. The server refuses the first part while the client still sends.
func Slowly(t *testing.T, address, request string) *http.Response {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(address, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	for part := range slices.Chunk([]byte(request), len(request)/14) {
		_, err = conn.Write(part)
		require.NoError(t, err, "the server cut the connection")
		<-time.After(60 * time.Millisecond) // plays a slow client
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func RequireTooLarge(t *testing.T, response *http.Response, name string) {
	t.Helper()
	require.Equal(t, http.StatusRequestEntityTooLarge, response.StatusCode, name)
	require.Equal(t, string(contract.FailTooLarge), readJSON[gen.Problem](t, response).MessageKey, name)
}

func readJSON[T any](t *testing.T, response *http.Response) T {
	t.Helper()
	line, err := bufio.NewReader(response.Body).ReadBytes(0)
	require.ErrorContains(t, err, "EOF")
	return Decoded[T](t, Answer{response, line})
}
