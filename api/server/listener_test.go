package server_test

import (
	"bufio"
	"context"
	"io"
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

// listen puts the rig's server on a port of its own, for what does not fit into one answer.
func (r *rig) listen() string {
	r.t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(r.t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(r.t, err)
	r.serve(listener)
	return "http://" + listener.Addr().String()
}

func (r *rig) serve(listener net.Listener) {
	r.t.Helper()
	served := make(chan error, 1)
	go func() {
		served <- r.app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true})
	}()
	r.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		require.NoError(r.t, r.app.ShutdownWithContext(ctx))
		require.NoError(r.t, testkit.Receive(r.t, served))
	})
}

func (r *rig) send(method, address, body string, headers ...header) *http.Response {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), method, address, strings.NewReader(body))
	require.NoError(r.t, err)
	request.Header.Set("Accept-Language", "en")
	request.Header.Set("Content-Type", "application/json")
	for _, set := range headers {
		for name, value := range set {
			request.Header.Set(name, value)
		}
	}
	response, err := (&http.Client{Timeout: time.Minute}).Do(request)
	require.NoError(r.t, err)
	r.t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func TestABodyBeyondTheServersLimitIsRefusedInTheOneShape(t *testing.T) {
	r := newRig(t)
	address := r.listen()
	head := "POST /api/orders HTTP/1.1\r\nHost: selfcare\r\nContent-Type: application/json\r\n" +
		"Idempotency-Key: too-large-1\r\nContent-Length: 614400\r\n\r\n"
	response := slowly(t, address, head+strings.Repeat(" ", 614_400))
	requireTooLarge(t, response, "a body")
	require.NotEmpty(t, response.Header.Get("Content-Security-Policy"))
}

// A client or a proxy opened it to have one at hand; what it read there it would take for the answer to its next request.
func TestAConnectionOnWhichNothingIsAskedIsClosedWithoutAWord(t *testing.T) {
	r := newRig(t)
	r.app.Server().ReadTimeout = 50 * time.Millisecond
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(r.listen(), "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	said, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Empty(t, string(said))
}

// slowly sends a request in parts: it is refused by the first, and the client is still sending.
func slowly(t *testing.T, address, request string) *http.Response {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(address, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	for part := range slices.Chunk([]byte(request), len(request)/14) {
		_, err = conn.Write(part)
		require.NoError(t, err, "the server cut the connection")
		<-time.After(60 * time.Millisecond) // a slow client is what this is about
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func requireTooLarge(t *testing.T, response *http.Response, name string) {
	t.Helper()
	require.Equal(t, http.StatusRequestEntityTooLarge, response.StatusCode, name)
	require.Equal(t, string(contract.FailTooLarge), readJSON[gen.Problem](t, response).MessageKey, name)
}

func readJSON[T any](t *testing.T, response *http.Response) T {
	t.Helper()
	line, err := bufio.NewReader(response.Body).ReadBytes(0)
	require.ErrorContains(t, err, "EOF")
	return decoded[T](t, answer{response, line})
}

// What a proxy takes for the rest of a body must not become the next request on its connection.
func TestRequest_TwoLengths_IsRefusedAndEndsItsConnection(t *testing.T) {
	r := newRig(t)
	address := strings.TrimPrefix(r.listen(), "http://")
	for name, headers := range map[string]string{
		"two kinds":                   "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"a blank before the colon":    "Content-Length: 4\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
		"a tab before the colon":      "Content-Length: 4\r\nTransfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
		"two numbers":                 "Content-Length: 5\r\nContent-Length: 60\r\n\r\n{\"a\"}",
		"two numbers, one hidden":     "Content-Length: 5\r\nContent-Length : 60\r\n\r\n{\"a\"}",
		"the same number twice":       "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
		"a list of numbers":           "Content-Length: 2, 2\r\n\r\n{}",
		"a number with a sign":        "Content-Length: +2\r\n\r\n{}",
		"two encodings":               "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
		"letters in the size":         "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0zz\r\n\r\n",
		"a size that some read as 16": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0x10\r\n\r\n",
		"a header on two lines":       "Content-Length: 2\r\nX-Long: a\r\n Transfer-Encoding: chunked\r\n\r\n{}",
	} {
		t.Run(name, func(t *testing.T) {
			connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
			require.NoError(t, err)
			t.Cleanup(func() { _ = connection.Close() })
			_, err = connection.Write([]byte("POST /api/orders HTTP/1.1\r\nHost: selfcare.example\r\nContent-Type: application/json\r\n" +
				headers + "GET /livez HTTP/1.1\r\nHost: selfcare.example\r\n\r\n"))
			require.NoError(t, err)
			require.NoError(t, connection.SetReadDeadline(time.Now().Add(5*time.Second)))
			heard, err := io.ReadAll(connection)
			require.NoError(t, err, "the connection is closed")
			require.True(t, strings.HasPrefix(string(heard), "HTTP/1.1 400 "), string(heard))
			require.Equal(t, 1, strings.Count(string(heard), "HTTP/1.1 "), "what follows is nobody's request")
		})
	}
}
