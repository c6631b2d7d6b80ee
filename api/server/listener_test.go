package server_test

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
)

func TestRequest_BodyTooLarge_IsRefused(t *testing.T) {
	r := servertest.New(t)
	address := r.Listen()
	head := "POST /api/orders HTTP/1.1\r\nHost: selfcare\r\nContent-Type: application/json\r\n" +
		"Idempotency-Key: too-large-1\r\nContent-Length: 614400\r\n\r\n"
	response := servertest.Slowly(t, address, head+strings.Repeat(" ", 614_400))
	servertest.RequireTooLarge(t, response, "a body")
	require.NotEmpty(t, response.Header.Get("Content-Security-Policy"))
}

// Clients and proxies open spare connections. They would take any byte on one for the answer to their next request.
func TestConnection_Idle_IsClosed(t *testing.T) {
	r := servertest.New(t)
	r.App.Server().ReadTimeout = 50 * time.Millisecond
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(r.Listen(), "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	said, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Empty(t, string(said))
}

// Bytes that a proxy takes for the rest of a body must not become the next request on its connection.
func TestRequest_TwoLengths_Disconnects(t *testing.T) {
	r := servertest.New(t)
	address := strings.TrimPrefix(r.Listen(), "http://")
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
			requireCutOff(t, address, "POST /api/orders HTTP/1.1\r\nHost: selfcare.example\r\nContent-Type: application/json\r\n"+headers)
		})
	}
}

// A proxy that reads the other host keeps our answer for that host's pages (RFC 9112, 3.2).
func TestRequest_HostNotOnce_Disconnects(t *testing.T) {
	r := servertest.New(t)
	address := strings.TrimPrefix(r.Listen(), "http://")
	for name, headers := range map[string]string{
		"none":                        "Accept: */*\r\n",
		"no header at all":            "",
		"two":                         "Host: selfcare.example\r\nHost: other.example\r\n",
		"the same twice":              "Host: selfcare.example\r\nHost: selfcare.example\r\n",
		"two, one in small letters":   "Host: selfcare.example\r\nhost: other.example\r\n",
		"a blank before the colon":    "Host : selfcare.example\r\n",
		"two, one hidden by a blank":  "Host: selfcare.example\r\nHost : other.example\r\n",
		"an empty one":                "Host:\r\n",
		"a list":                      "Host: selfcare.example, other.example\r\n",
		"a path":                      "Host: selfcare.example/other\r\n",
		"another authority before it": "Host: other@selfcare.example\r\n",
		"a carriage return within":    "Host: selfcare.example\rHost: other.example\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			requireCutOff(t, address, "GET /livez HTTP/1.1\r\n"+headers+"\r\n")
		})
	}
}

func TestRequest_OneHost_IsAnswered(t *testing.T) {
	r := servertest.New(t)
	address := strings.TrimPrefix(r.Listen(), "http://")
	for name, head := range map[string]string{
		"a name":              "GET /livez HTTP/1.1\r\nHost: selfcare.example\r\n",
		"a name and a port":   "GET /livez HTTP/1.1\r\nHost: selfcare.example:8443\r\n",
		"an address":          "GET /livez HTTP/1.1\r\nHost: [::1]:8080\r\n",
		"none, by HTTP/1.0":   "GET /livez HTTP/1.0\r\n",
		"blanks at both ends": "GET /livez HTTP/1.1\r\nHost: \t selfcare.example \r\n",
	} {
		heard := exchange(t, address, head+"Connection: close\r\n\r\n")
		require.Regexp(t, `^HTTP/1\.1 200 `, heard, name)
	}
}

// requireCutOff sends two requests on one connection: the first is refused, and the second gets no answer.
func requireCutOff(t *testing.T, address, request string) {
	t.Helper()
	heard := exchange(t, address, request+"GET /livez HTTP/1.1\r\nHost: selfcare.example\r\n\r\n")
	require.True(t, strings.HasPrefix(heard, "HTTP/1.1 400 "), heard)
	require.Equal(t, 1, strings.Count(heard, "HTTP/1.1 "), "the second request is not answered")
}

// exchange sends bytes as they are and reads until the server closes the connection.
func exchange(t *testing.T, address, request string) string {
	t.Helper()
	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = connection.Close() })
	_, err = connection.Write([]byte(request))
	require.NoError(t, err)
	require.NoError(t, connection.SetReadDeadline(time.Now().Add(5*time.Second)))
	heard, err := io.ReadAll(connection)
	require.NoError(t, err, "the connection is closed")
	return string(heard)
}
