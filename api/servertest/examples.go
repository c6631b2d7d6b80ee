package servertest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/examples"
)

// recordTo is a file for an answer of each operation: see make examples.
var recordTo = os.Getenv("EXAMPLES")

// exampleFits is how many bytes of an answer are read with pleasure: of those that fit, the longest shows most.
const exampleFits = 2500

var recordedExamples = struct {
	sync.Mutex
	of map[string]examples.Example
}{of: map[string]examples.Example{}}

// sentWith is the body of a request that is about to be sent.
func sentWith(t testing.TB, request *http.Request) []byte {
	t.Helper()
	sent, err := io.ReadAll(request.Body)
	require.NoError(t, err)
	request.Body = io.NopCloser(bytes.NewReader(sent))
	return sent
}

// recordExample keeps an answer as an example of its operation where it is a better one than before.
func recordExample(t testing.TB, request *http.Request, sent []byte, got Answer) {
	t.Helper()
	kind := got.Header.Get("Content-Type")
	if recordTo == "" || got.StatusCode >= http.StatusMultipleChoices || !strings.HasPrefix(kind, "application/json") || !json.Valid(got.Body) {
		return
	}
	route, _, err := ContractRoutes(t).FindRoute(request)
	if err != nil {
		return // what the contract does not describe
	}
	recordedExamples.Lock()
	defer recordedExamples.Unlock()
	id := examples.ID(route.Operation)
	if before, ok := recordedExamples.of[id]; ok && !betterExample(before.Answer, got.Body) {
		return
	}
	recordedExamples.of[id] = examples.Example{Request: bytes.TrimSpace(sent), Status: got.StatusCode, Answer: got.Body}
	text, err := json.MarshalIndent(recordedExamples.of, "", "  ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(recordTo, append(text, '\n'), 0o600))
}

func betterExample(before, now []byte) bool {
	if fits := len(now) <= exampleFits; fits != (len(before) <= exampleFits) {
		return fits
	}
	return (len(now) > len(before)) == (len(now) <= exampleFits)
}
