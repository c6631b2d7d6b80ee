package servertest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/examples"
	"selfcare/dev/testkit/recording"
)

// recordTo is the file for one answer of each operation: see make examples.
var recordTo = os.Getenv("EXAMPLES")

var recorded = recording.New(recordTo)

// sentWith returns the body of a request before it is sent.
func sentWith(t testing.TB, request *http.Request) []byte {
	t.Helper()
	sent, err := io.ReadAll(request.Body)
	require.NoError(t, err)
	request.Body = io.NopCloser(bytes.NewReader(sent))
	return sent
}

// recordExample keeps an answer as the example of its operation if it is better than the present one.
func recordExample(t testing.TB, request *http.Request, sent []byte, got Answer) {
	t.Helper()
	kind := got.Header.Get("Content-Type")
	if recordTo == "" || got.StatusCode >= http.StatusMultipleChoices || !strings.HasPrefix(kind, "application/json") || !json.Valid(got.Body) {
		return
	}
	route, _, err := ContractRoutes(t).FindRoute(request)
	if err != nil {
		return // the contract does not describe this request
	}
	example := examples.Example{Request: bytes.TrimSpace(sent), Status: got.StatusCode, Answer: got.Body}
	require.NoError(t, recorded.Add(examples.ID(route.Operation), example))
}
