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

func TestABodyBeyondTheServersLimitIsRefusedInTheOneShape(t *testing.T) {
	r := servertest.New(t)
	address := r.Listen()
	head := "POST /api/orders HTTP/1.1\r\nHost: selfcare\r\nContent-Type: application/json\r\n" +
		"Idempotency-Key: too-large-1\r\nContent-Length: 614400\r\n\r\n"
	response := servertest.Slowly(t, address, head+strings.Repeat(" ", 614_400))
	servertest.RequireTooLarge(t, response, "a body")
	require.NotEmpty(t, response.Header.Get("Content-Security-Policy"))
}

// A client or a proxy opened it to have one at hand; what it read there it would take for the answer to its next request.
func TestAConnectionOnWhichNothingIsAskedIsClosedWithoutAWord(t *testing.T) {
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

// What a proxy takes for the rest of a body must not become the next request on its connection.
func TestRequest_TwoLengths_IsRefusedAndEndsItsConnection(t *testing.T) {
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
